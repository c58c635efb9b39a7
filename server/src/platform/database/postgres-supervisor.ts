import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from './errors.ts';
import type { Log } from './pool.ts';
import { type Address, urlOf } from './postgres-data.ts';
import type { PostgresProcess } from './postgres-process.ts';

export const START_PATIENCE_MS = 60_000;
const PROBE_INTERVAL_MS = 25;
const RESTART_DELAY_MS = 1000;
/** How much of its log a failed start shows. */
const LOG_LINES = 10;

export interface SupervisorOptions {
  spawn(): PostgresProcess;
  address: Address;
  dataFolder: string;
  logFile: string;
  log: Log;
}

/**
 * Keeps a server running on the data folder: joins a running one, starts a missing one, and watches it through a separate
 * connection. When the server dies, or its owner ends, all watchers try to start it; the folder's lock lets one succeed,
 * and the others join.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #process: PostgresProcess | null = null;
  #watch: pg.Client | null = null;
  #isClosing = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  isOwner(): boolean {
    return this.#process !== null && !this.#process.hasEnded();
  }

  /** Waits until our folder's server answers on our address; starts it if it is not running. */
  async ensureRunning(): Promise<void> {
    const giveUpAt = Date.now() + START_PATIENCE_MS;
    for (let starts = 0; !this.#isClosing; ) {
      // A connection would be refused with a FATAL line in the log, several times a second.
      const state = this.isOwner() && isStarting(this.#options) ? 'busy' : await probe(this.#options);
      if (state === 'ready') return;
      if (Date.now() > giveUpAt) {
        throw new Error(
          `the embedded PostgreSQL did not start (${state}). Its log says:\n${this.#logTail()}`,
        );
      }
      if (state === 'absent' && !this.isOwner()) {
        // A server that is stopping still locks the folder: PostgreSQL refuses to start, and we try again.
        if (starts > 0) await sleep(Math.min(1000, 50 * 2 ** starts));
        if (this.#isClosing) return;
        this.#process = this.#options.spawn();
        starts += 1;
      }
      await sleep(PROBE_INTERVAL_MS);
    }
  }

  /** Holds one idle connection, which ends when the server is gone. */
  keepRunning(): void {
    if (this.#isClosing) return;
    const watch = new pg.Client({
      connectionString: urlOf(this.#options.address, 'postgres'),
      keepAlive: true,
    });
    this.#watch = watch;
    watch.on('error', () => {});
    watch.once('end', () => void this.#restart());
    watch.connect().then(
      // Closing waits for it, and Node would exit in the middle of that.
      () => this.#isClosing || (watch as unknown as { unref(): void }).unref(),
      () => {},
    );
  }

  async #restart(): Promise<void> {
    for (;;) {
      if (this.#isClosing) return;
      try {
        this.#options.log.warn(
          { dataFolder: this.#options.dataFolder },
          'the embedded PostgreSQL is gone; starting it',
        );
        await this.ensureRunning();
        break;
      } catch (error) {
        this.#options.log.error({ err: error }, 'the embedded PostgreSQL does not start; trying again');
        await sleep(RESTART_DELAY_MS);
      }
    }
    this.keepRunning();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // Keeps the event loop alive while we wait, or Node would exit in the middle of closing.
    (this.#watch as unknown as { ref(): void } | null)?.ref();
    await this.#watch?.end().catch(() => {});
    await this.#process?.stop();
  }

  #logTail(): string {
    try {
      return readFileSync(this.#options.logFile, 'utf8').trim().split('\n').slice(-LOG_LINES).join('\n');
    } catch {
      return '(nothing)';
    }
  }
}

/** By the status that PostgreSQL writes at the end of its lock file; valid for a process that runs. */
function isStarting({ dataFolder }: SupervisorOptions): boolean {
  try {
    return /^starting\s*$/m.test(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'));
  } catch {
    return false;
  }
}

/** `absent`: nothing listens. `busy`: something listens but does not accept connections yet, or any more. */
async function probe({ address, dataFolder }: SupervisorOptions): Promise<'ready' | 'absent' | 'busy'> {
  const client = new pg.Client({
    connectionString: urlOf(address, 'postgres'),
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const dataDirectory = rows[0]?.data_directory ?? '';
    if (realpathSync(dataDirectory) === dataFolder) return 'ready';
    throw new Error(`another PostgreSQL, with the data folder ${dataDirectory}, listens at ${address.host}`);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
    if (error instanceof Error && error.message.startsWith('another PostgreSQL')) throw error;
    return 'busy';
  } finally {
    await client.end().catch(() => {});
  }
}
