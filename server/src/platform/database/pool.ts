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

/** What the database says to the log: the part of pino's logger that is needed here. */
export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

const CONNECTION_TIMEOUT_MS = 1000;
const IDLE_TIMEOUT_MS = 60_000;
/** A transaction forgotten open holds locks and keeps old rows from being removed. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const RECONNECT_PAUSE_MS = 50;
const DEFAULT_PATIENCE_MS = 60_000;
const TELL_EVERY_MS = 5_000;
/** The server answers "not now" at once while it restarts: worth asking again within the second. */
const RESTARTING = new Set(['ECONNREFUSED', 'ENOENT', '57P03']);

export interface PoolOptions {
  url: string;
  size: number;
  log: Log;
  /** Off for poolers that give each statement another connection (DATABASE_NAMED_STATEMENTS=false). */
  namedStatements?: boolean;
  /** How long the server works on a statement, waiting for locks included. */
  statementTimeoutMs?: number;
  /** Waiting for a free connection and opening one, each. Without it a black hole holds requests for ever. */
  connectionTimeoutMs?: number;
}

export interface Pool extends PostgresPool {
  /** For the metrics: `waiting` above 0 for long means that the pool is too small or the database too slow. */
  counts(): { total: number; idle: number; waiting: number };
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
      onReadOnly: () => standby.met(),
    }),
    types: typeParsers,
    application_name: 'vesalius',
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    query_timeout: driverTimeout(statementTimeoutMs),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // Calendar dates and casts in SQL must not depend on how the server's machine is set up.
    options: '-c timezone=UTC -c datestyle=ISO',
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));

  async function connect(): Promise<PostgresPoolClient> {
    const giveBack = await shares.take(callerSite());
    try {
      const client = await open();
      // Set anew by the pool each time that it lends the client.
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        giveBack();
      };
      return client as unknown as PostgresPoolClient;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async function open(): Promise<pg.PoolClient> {
    const giveUpAt = Date.now() + connectionTimeoutMs;
    for (;;) {
      try {
        const client = await pool.connect();
        if (standby.hasOutlived(client)) return client;
        client.release(true);
      } catch (error) {
        if (!RESTARTING.has(errorCode(error) ?? '') || Date.now() >= giveUpAt) throw error;
        await sleep(RECONNECT_PAUSE_MS);
      }
    }
  }

  return {
    connect,
    end: () => pool.end(),
    counts: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: shares.waiting + pool.waitingCount,
    }),
  };
}

/**
 * At start the database may come up later than we do (containers, a reboot): wait, but not for a wrong password. The log
 * says at once, and every few seconds, for what.
 */
export async function waitUntilReachable(
  url: string,
  log: Log,
  patienceMs = DEFAULT_PATIENCE_MS,
): Promise<void> {
  const beganAt = Date.now();
  let toldAt = 0;
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
      if (Date.now() - beganAt >= patienceMs)
        throw new StartError(
          `The database has not answered for ${waitedSeconds} seconds (${reason}): is it running, and is DATABASE_URL right?`,
          { exitCode: EXIT.tryAgain, cause: error },
        );
      if (Date.now() - toldAt >= TELL_EVERY_MS) {
        toldAt = Date.now();
        log.warn({ reason, waitedSeconds }, 'the database does not answer yet; waiting for it');
      }
      await sleep(Math.min(1000, 50 * attempt));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
