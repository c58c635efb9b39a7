import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { callerSite } from '../caller.ts';
import { EXIT, StartError } from '../start-error.ts';
import { createClientClass, driverTimeout, STATEMENT_TIMEOUT_MS, StatementNames } from './client.ts';
import { ConnectionShares } from './connection-shares.ts';
import { errorCode, isUnavailable, reasonOf } from './errors.ts';
import { StandbyWatch } from './standby-watch.ts';
import { typeParsers } from './types.ts';

/** The part of pino's logger that the database code needs. */
export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

const CONNECTION_TIMEOUT_MS = 1000;
const IDLE_TIMEOUT_MS = 60_000;
/** A transaction that is left open holds locks and prevents vacuum. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const RECONNECT_DELAY_MS = 50;
const DEFAULT_PATIENCE_MS = 60_000;
const LOG_INTERVAL_MS = 5_000;
/** A server that restarts refuses immediately: worth trying again within the timeout. */
const RESTARTING = new Set(['ECONNREFUSED', 'ENOENT', '57P03']);

export interface PoolOptions {
  url: string;
  size: number;
  log: Log;
  /** Off for poolers that use another connection for each statement (DATABASE_NAMED_STATEMENTS=false). */
  namedStatements?: boolean;
  /** How long a statement may take on the server, including waits for locks. */
  statementTimeoutMs?: number;
  /** For waiting for a free connection and for opening one, each. Without it an unreachable host blocks requests forever. */
  connectionTimeoutMs?: number;
}

export interface Pool extends PostgresPool {
  /** For the metrics: a lasting `waiting` above 0 means that the pool is too small or the database too slow. */
  counts(): { total: number; idle: number; waiting: number };
  /**
   * Opens all connections, for a process that is about to listen: those that came first would wait for them, and under
   * load some would be refused. What cannot be opened now is opened when it is needed.
   */
  openAll(): Promise<void>;
}

export function createPool({
  url,
  size,
  log,
  namedStatements = true,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  connectionTimeoutMs = CONNECTION_TIMEOUT_MS,
}: PoolOptions): Pool {
  const standby = new StandbyWatch(log);
  const shares = new ConnectionShares(size, connectionTimeoutMs);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    Client: createClientClass(namedStatements ? new StatementNames() : null, {
      statementTimeoutMs,
      onReadOnly: () => standby.onReadOnly(),
    }),
    types: typeParsers,
    application_name: 'vesalius',
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    query_timeout: driverTimeout(statementTimeoutMs),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // Dates and casts in SQL must not depend on the configuration of the server's machine.
    options: '-c timezone=UTC -c datestyle=ISO,MDY',
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));

  async function connect(): Promise<PostgresPoolClient> {
    const release = await shares.take(callerSite());
    try {
      const client = await open();
      // The pool sets `client.release` each time it lends the client, so it is wrapped each time.
      const releaseToPool = client.release.bind(client);
      client.release = (error) => {
        releaseToPool(error);
        release();
      };
      return client as unknown as PostgresPoolClient;
    } catch (error) {
      release();
      throw error;
    }
  }

  async function open(): Promise<pg.PoolClient> {
    const giveUpAt = Date.now() + connectionTimeoutMs;
    for (;;) {
      try {
        const client = await pool.connect();
        if (standby.isCurrent(client)) return client;
        client.release(true);
      } catch (error) {
        if (!RESTARTING.has(errorCode(error) ?? '') || Date.now() >= giveUpAt) throw error;
        await sleep(RECONNECT_DELAY_MS);
      }
    }
  }

  async function openAll(): Promise<void> {
    const opened = await Promise.allSettled(Array.from({ length: size }, open));
    for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  }

  return {
    connect,
    openAll,
    end: () => pool.end(),
    counts: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: shares.waiting + pool.waitingCount,
    }),
  };
}

/**
 * At start the database may come up later than this process (containers, a reboot): wait for it, but not after a wrong
 * password. The reason is logged immediately and then every few seconds.
 */
export async function waitUntilReachable(
  url: string,
  log: Log,
  maxWaitMs = DEFAULT_PATIENCE_MS,
): Promise<void> {
  const beganAt = Date.now();
  let loggedAt = 0;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS * 2,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      const reason = reasonOf(error);
      if (!isUnavailable(error))
        throw new StartError(`The database refuses the connection: ${reason}.`, { cause: error });
      const waitedSeconds = Math.round((Date.now() - beganAt) / 1000);
      if (Date.now() - beganAt >= maxWaitMs)
        throw new StartError(
          `The database has not answered for ${waitedSeconds} seconds (${reason}): is it running, and is DATABASE_URL right?`,
          { exitCode: EXIT.tryAgain, cause: error },
        );
      if (Date.now() - loggedAt >= LOG_INTERVAL_MS) {
        loggedAt = Date.now();
        log.warn({ reason, waitedSeconds }, 'the database does not answer yet; waiting for it');
      }
      await sleep(Math.min(1000, 50 * attempt));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
