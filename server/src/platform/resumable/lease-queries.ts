import { sql } from 'kysely';
import { affected, type Db, maybeOne } from '../database/database.ts';

/* Leases use the clock of the database, which all processes share and which the demo cannot change. */

const until = (milliseconds: number) =>
  sql`clock_timestamp() + make_interval(secs => ${milliseconds / 1000})`;

/** True for one holder at a time. */
export const takeLease = async (
  db: Db,
  { id, holder, leaseMs }: { id: string; holder: string; leaseMs: number },
): Promise<boolean> =>
  (await affected(
    db,
    sql`update resumable_uploads set held_by = ${holder}, held_until = ${until(leaseMs)}, release_asked = false
      where id = ${id} and (held_by is null or held_until < clock_timestamp())`,
  )) === 1;

export async function askForRelease(db: Db, id: string): Promise<void> {
  await sql`update resumable_uploads set release_asked = true where id = ${id} and held_by is not null`.execute(
    db,
  );
}

/** Null if another holder has the lease. */
export const renewLease = (
  db: Db,
  { id, holder, leaseMs }: { id: string; holder: string; leaseMs: number },
): Promise<{ isAsked: boolean } | null> =>
  maybeOne(
    db,
    sql<{ isAsked: boolean }>`update resumable_uploads set held_until = ${until(leaseMs)}
      where id = ${id} and held_by = ${holder} returning release_asked as "isAsked"`,
  );

export async function releaseLease(db: Db, { id, holder }: { id: string; holder: string }): Promise<void> {
  await sql`update resumable_uploads set held_by = null, held_until = null, release_asked = false
    where id = ${id} and held_by = ${holder}`.execute(db);
}
