import { sql } from 'kysely';
import pg from 'pg';
import { STATEMENT_TIMEOUT_MS } from './client.ts';
import { type Database, type Db, many } from './database.ts';
import { reasonOf } from './errors.ts';
import { IDLE_IN_TRANSACTION_TIMEOUT_MS, type Log } from './pool.ts';

/** In the units of `pg_settings` (milliseconds). `pool.ts` asks for the same when it opens a connection. */
const SETTINGS: Record<string, string> = {
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
};
const CONNECTION_TIMEOUT_MS = 5000;

/**
 * A pooler in transaction mode throws the startup parameters of connections away, and with them the limits that end a
 * statement nobody waits for. Where they are not in force, they become defaults of the product's role in its database.
 */
export async function ensureSessionSettings(
  { db, url }: Pick<Database, 'db' | 'url'>,
  log: Log,
): Promise<void> {
  const missing = await listMissing(db);
  if (missing.length === 0) return;
  const failure = await setForRole(url, missing);
  const settings = await listMissing(db);
  if (settings.length === 0) {
    log.info({ settings: missing }, 'a pooler drops settings of connections; they are set for the role');
    return;
  }
  // Set by another process at the same time, or the pooler keeps connections that are older than the setting.
  log.warn(
    { settings, ...(failure ? { reason: failure } : {}) },
    'connections are without limits: set them for the role, and let the pooler replace its connections (RECONNECT)',
  );
}

async function listMissing(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in (${sql.join(Object.keys(SETTINGS))})`,
  );
  return rows.filter(({ name, setting }) => setting !== SETTINGS[name]).map(({ name }) => name);
}

/** Returns the reason if it fails. */
async function setForRole(url: string, names: string[]): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const database = client.escapeIdentifier(rows[0]?.name ?? '');
    for (const name of names)
      await client.query(
        `alter role current_user in database ${database} set ${name} = ${client.escapeLiteral(SETTINGS[name] ?? '')}`,
      );
    // The defaults hold for new connections: the pooler replaces this one.
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await client.end().catch(() => {});
  }
}
