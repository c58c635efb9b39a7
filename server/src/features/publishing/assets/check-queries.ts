import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne } from '../../../platform/database/database.ts';
import type { FileKind, Look } from '../checks/look-at-file.ts';

const TEXT_OUTSIDE = 'pdf-text-outside';

export interface AssetCheck {
  readonly hash: string;
  readonly kind: FileKind;
  readonly look: Look;
}

export const listAssetChecks = (db: Db, hashes: readonly string[]): Promise<AssetCheck[]> =>
  many(
    db,
    sql<AssetCheck>`select asset_hash as hash, kind, result as look from asset_checks
      where asset_hash = any(${[...new Set(hashes)]}::text[])`,
  );

export async function insertAssetChecks(db: Db, checks: readonly AssetCheck[], now: Date): Promise<void> {
  if (checks.length === 0) return;
  await sql`insert into asset_checks (asset_hash, kind, result, checked_at)
    select x.hash, x.kind, x.look, ${now}::timestamptz
    from jsonb_to_recordset(${jsonb(checks)}) as x(hash text, kind text, look jsonb)
    on conflict (asset_hash, kind) do nothing`.execute(db);
}

/** Pages of a PDF with text outside of their visible parts, as the preparation of its pages found them. */
export async function insertTextOutside(
  db: Db,
  { hash, pages }: { hash: string; pages: readonly number[] },
  now: Date,
): Promise<void> {
  await sql`insert into asset_checks (asset_hash, kind, result, checked_at)
    values (${hash}, ${TEXT_OUTSIDE}, ${jsonb({ facts: { pages } })}, ${now})
    on conflict (asset_hash, kind) do nothing`.execute(db);
}

/** Empty also for a PDF whose pages are not prepared. */
export const listTextOutside = async (db: Db, hash: string): Promise<number[]> => {
  const row = await maybeOne(
    db,
    sql<{ pages: number[] }>`select result -> 'facts' -> 'pages' as pages from asset_checks
      where asset_hash = ${hash} and kind = ${TEXT_OUTSIDE}`,
  );
  return row?.pages ?? [];
};

/** What this version of the program says about a file that an earlier one looked at. */
export async function updateAssetCheck(db: Db, { hash, kind, look }: AssetCheck, now: Date): Promise<void> {
  await sql`insert into asset_checks (asset_hash, kind, result, checked_at)
    values (${hash}, ${kind}, ${jsonb(look)}, ${now})
    on conflict (asset_hash, kind) do update set result = excluded.result, checked_at = excluded.checked_at`.execute(
    db,
  );
}
