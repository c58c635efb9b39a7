import { sql } from 'kysely';
import { affected, type Db, maybeOne } from './database/database.ts';

/** True for the first caller, in any process. Each claim deletes up to four expired ones, which keeps the table small. */
export async function claimUpload(
  db: Db,
  { name, expiresAt, now }: { name: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const inserted = await affected(
    db,
    sql`
      with expired as (
        delete from upload_claims where name in (
          select name from upload_claims where expires_at < ${now} limit 4 for update skip locked)
      )
      insert into upload_claims (name, expires_at) values (${name}, ${expiresAt})
      on conflict (name) do nothing`,
  );
  return inserted === 1;
}

export const isUploadClaimed = async (db: Db, name: string): Promise<boolean> =>
  (await maybeOne(db, sql`select 1 from upload_claims where name = ${name}`)) !== null;

/** The bytes were not used: they may be sent again. */
export async function releaseUpload(db: Db, name: string): Promise<void> {
  await sql`delete from upload_claims where name = ${name}`.execute(db);
}
