import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { WorkQueue } from '../../platform/work-queue.ts';
import { listOwnTables } from './own-data-tables.ts';

/** Data about a user that need their own query: the name in the download, and the columns. */
const PARTS: readonly { name: string; query: (userId: string) => RawBuilder<Record<string, unknown>> }[] = [
  {
    name: 'account',
    query: (id) => sql`
      select u.email, u.role, u.first_name, u.second_name, u.phone, u.institution, c.name as country, u.city,
        p.name as profession, u.language, u.time_zone, u.is_beta, u.wants_digest, u.wants_weekly, u.wants_work_comments, u.email_verified_at,
        u.terms_accepted_at, u.created_at, u.google_subject is not null as signs_in_with_google
      from users u left join countries c on c.id = u.country_id left join professions p on p.id = u.profession_id
      where u.id = ${id}`,
  },
  {
    name: 'sessions',
    query: (id) =>
      sql`select device_name, created_at, last_seen_at, expires_at from sessions where user_id = ${id}`,
  },
  {
    name: 'sign_in_with_two_steps',
    query: (id) =>
      sql`select turned_on_at from second_factors where user_id = ${id} and turned_on_at is not null`,
  },
  {
    name: 'institutions',
    query: (id) => sql`
      select i.name, m.joined_at from institution_members m join institutions i on i.id = m.institution_id
      where m.user_id = ${id}`,
  },
  {
    name: 'topics',
    query: (id) => sql`select title, content, created_at, updated_at from topics where owner_id = ${id}`,
  },
  {
    name: 'comments',
    query: (id) => sql`select content, created_at from comments where owner_id = ${id}`,
  },
  {
    name: 'support_messages',
    query: (id) => sql`select subject, body, created_at from support_messages where user_id = ${id}`,
  },
];

/** Secrets, and keys without a meaning outside of the product. */
const HIDDEN_COLUMNS = new Set([
  'token_hash',
  'password_hash',
  'device_hash',
  'provider_customer_id',
  'customer_profile_id',
  'payment_profile_id',
  'by_user_id',
]);

/** One after the other: an account of many years has tens of megabytes. */
const reading = new WorkQueue({ concurrency: 1, maxWaiting: 100, retryAfterSeconds: 10 });
/** For each table, maybe on a busy machine. */
const READ_TIMEOUT_MS = 30_000;

/** All data about a user, part by part, as plain rows. */
export const downloadOwnData = (db: Db, userId: string, now: Date): Promise<Record<string, unknown>> =>
  reading.run(
    () => inTransaction(db, (tx) => readOwnData(tx, userId, now), { statementTimeoutMs: READ_TIMEOUT_MS }),
    userId,
  );

async function readOwnData(db: Db, userId: string, now: Date): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = { made_at: now.toISOString() };
  for (const { name, query } of PARTS) {
    const rows = await many(db, query(userId));
    data[name] = name === 'account' ? (rows[0] ?? null) : rows;
  }
  for (const { table, where } of await listOwnTables(db, userId)) {
    const rows = await many(
      db,
      sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${where}`,
    );
    data[table] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !HIDDEN_COLUMNS.has(column))),
    );
  }
  return data;
}
