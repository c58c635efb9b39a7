import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import type { WorkFilesTable } from '../../../schema/tables.ts';
import type { WorkRow } from './work-queries.ts';

export interface LastChange {
  readonly field: string;
  readonly changedBy: string | null;
  readonly changedAt: Date;
}

/**
 * The fields whose last change since the release was made on the desk. Changes of an import have no user and may be
 * replaced by the next import.
 */
export const listLastChanges = (
  db: Db,
  { id, releasedVersion }: Pick<WorkRow, 'id' | 'releasedVersion'>,
): Promise<LastChange[]> =>
  many(
    db,
    sql<LastChange>`
      select field, u.first_name || ' ' || u.second_name as "changedBy", made_at as "changedAt" from (
        select distinct on (o.operation -> 'path' ->> 0) o.operation -> 'path' ->> 0 as field, o.user_id, o.made_at
        from work_operations o where o.work_id = ${id} and o.version > ${releasedVersion ?? 0}::int
        order by o.operation -> 'path' ->> 0, o.version desc
      ) last join users u on u.id = last.user_id order by field`,
  );

/** Files that were added on the desk and are not in the release of the working copy. */
export const listDeskFiles = (
  db: Db,
  { id, releasedRevision }: Pick<WorkRow, 'id' | 'releasedRevision'>,
): Promise<Pick<WorkFilesTable, 'path' | 'assetHash'>[]> =>
  many(
    db,
    sql`select f.path, f.asset_hash as "assetHash" from work_files f
      where f.work_id = ${id} and f.added_by is not null and not exists (
        select 1 from release_files r where r.book_id = f.work_id and r.revision = ${releasedRevision}
          and r.path = f.path and r.asset_hash = f.asset_hash)
      order by f.path`,
  );
