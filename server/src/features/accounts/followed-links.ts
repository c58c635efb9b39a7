import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

/** Sent again so soon, what a link was followed with is the same act: its answer was lost on the way. */
const SAME_ACT_MS = 15 * MINUTE_MS;

interface Followed {
  readonly token: string;
  readonly email: string;
}
const hashOf = ({ token, email }: Followed, isWithdrawn: boolean): Buffer =>
  createHash('sha256').update(`followed ${token} ${email} ${isWithdrawn}`).digest();

/** Remembers for minutes that the link was followed, and whether its invitation had been withdrawn. */
export async function rememberFollowed(
  db: Db,
  followed: Followed,
  isWithdrawn: boolean,
  now: Date,
): Promise<void> {
  await sql`insert into used_nonces (nonce_hash, expires_at)
    values (${hashOf(followed, isWithdrawn)}, ${new Date(now.getTime() + SAME_ACT_MS)})
    on conflict do nothing`.execute(db);
}

/** What following the link minutes ago was answered with; null: it was not followed, or long ago. */
export async function findFollowed(
  db: Db,
  followed: Followed,
  now: Date,
): Promise<{ isWithdrawn: boolean } | null> {
  const withdrawn = hashOf(followed, true);
  const rows = await many(
    db,
    sql<{ hash: Buffer }>`select nonce_hash as hash from used_nonces
      where nonce_hash = any(${[withdrawn, hashOf(followed, false)]}::bytea[]) and expires_at > ${now}`,
  );
  const [row] = rows;
  return row ? { isWithdrawn: row.hash.equals(withdrawn) } : null;
}
