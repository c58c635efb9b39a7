import pg from 'pg';

/** One connection in one transaction, for work that may take hours: none of the pool's limits. */
export type Session = pg.Client;

/**
 * The same settings on both sides, so that a value is written the same way by every version of PostgreSQL. `local`,
 * because a pooler may hand the connection on.
 */
const SETTINGS = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'iso_8601'",
  'extra_float_digits = 1',
  "bytea_output = 'hex'",
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];

export async function openSession(url: string, begin: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vesalius-transfer',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // The statement under way fails with it; without a listener it would end the process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(begin);
    for (const setting of SETTINGS) await client.query(`set local ${setting}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** As an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
