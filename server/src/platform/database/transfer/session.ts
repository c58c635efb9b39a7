import pg from 'pg';

/** One connection in one transaction, without the pool's timeouts, for work that may take hours. */
export type Session = pg.Client;

/**
 * The same settings for both databases, so that every version of PostgreSQL writes a value the same way. `local`, because a
 * pooler may reuse the connection.
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
  // The statement in progress fails by itself; without a listener the error would also end the process.
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

/** Quotes an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
