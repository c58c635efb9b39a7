import { sql } from 'kysely';
import { affected, type Db, maybeOne } from '../../../platform/database/database.ts';
import { STEP_TOLERANCE } from './totp.ts';

export interface SecondFactorRow {
  sealedSecret: Buffer;
  turnedOnAt: Date | null;
  /** Of the recovery codes; null if none are left. */
  salt: Buffer | null;
}

export const findSecondFactor = (db: Db, userId: string): Promise<SecondFactorRow | null> =>
  maybeOne(
    db,
    sql<SecondFactorRow>`
      select sealed_secret as "sealedSecret", turned_on_at as "turnedOnAt",
        (select salt from recovery_codes c where c.user_id = f.user_id limit 1) as salt
      from second_factors f where user_id = ${userId}`,
  );

/** False if a second factor is already on: it is not overwritten. */
export async function insertPendingSecret(db: Db, userId: string, sealedSecret: Buffer): Promise<boolean> {
  const rows = await affected(
    db,
    sql`insert into second_factors as f (user_id, sealed_secret) values (${userId}, ${sealedSecret})
      on conflict (user_id) do update set sealed_secret = excluded.sealed_secret where f.turned_on_at is null`,
  );
  return rows === 1;
}

/** False if the secret has been replaced or turned on in the meantime. */
export async function turnOn(
  db: Db,
  { userId, sealedSecret, step, now }: { userId: string; sealedSecret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const rows = await affected(
    db,
    sql`update second_factors set turned_on_at = ${now}, last_step = ${step}
      where user_id = ${userId} and turned_on_at is null and sealed_secret = ${sealedSecret}`,
  );
  return rows === 1;
}

/**
 * Uses up the code of a time step: false if this or a later step was used before. A used step far in the future dates from a
 * wrong clock, and is ignored, because it would refuse all codes until then.
 */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await affected(
    db,
    sql`update second_factors set last_step = ${step}
      where user_id = ${userId} and turned_on_at is not null
        and (last_step < ${step} or last_step > ${step + 2 * STEP_TOLERANCE})`,
  );
  return rows === 1;
}

export async function takeRecoveryCode(db: Db, userId: string, codeHash: Buffer): Promise<boolean> {
  const rows = await affected(
    db,
    sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${codeHash}`,
  );
  return rows === 1;
}

export async function replaceRecoveryCodes(
  db: Db,
  { userId, hashes, salt }: { userId: string; hashes: readonly Buffer[]; salt: Buffer },
): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(db);
  await sql`insert into recovery_codes (user_id, code_hash, salt)
    select ${userId}, hash, ${salt} from unnest(${[...hashes]}::bytea[]) as hash`.execute(db);
}

/** False if none was on. */
export async function deleteSecondFactor(db: Db, userId: string): Promise<boolean> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(db);
  const rows = await affected(
    db,
    sql`delete from second_factors where user_id = ${userId} and turned_on_at is not null`,
  );
  return rows === 1;
}
