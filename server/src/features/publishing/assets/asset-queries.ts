import { sql } from 'kysely';
import { affected, type Db } from '../../../platform/database/database.ts';

/** True where the bytes are known: from now on nobody takes them for unused for another day. */
export const touchAsset = async (db: Db, hash: string, now: Date): Promise<boolean> =>
  (await affected(
    db,
    sql`update assets set unused_since = case when unused_since is null then null else ${now}::timestamptz end
      where hash = ${hash}`,
  )) === 1;

/** Nothing names it yet. */
export async function insertAsset(
  db: Db,
  { hash, bytes, mediaType, now }: { hash: string; bytes: number; mediaType: string; now: Date },
): Promise<void> {
  await sql`insert into assets (hash, bytes, media_type, stored_at, unused_since)
    values (${hash}, ${bytes}, ${mediaType}, ${now}, ${now}) on conflict (hash) do nothing`.execute(db);
}
