import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';

export interface PdfChange {
  readonly version: number;
  /** The name of the PDF before it. */
  readonly before: string;
}
/**
 * Newest first: the times at which somebody at the desk gave the working copy another PDF. A folder brings its page
 * numbers with its PDF: what was before its import does not count.
 */
export const listPdfChanges = (
  db: Db,
  { workId, since, until, limit }: { workId: string; since: number; until: number; limit: number },
): Promise<PdfChange[]> =>
  many(
    db,
    sql<PdfChange>`with changes as (select version, user_id, inverse -> 'value' as value from work_operations
        where work_id = ${workId} and version > ${since} and version <= ${until} and operation -> 'path' = '["pdf"]'::jsonb
          and operation ->> 'op' = 'set')
      select version, value #>> '{}' as before from changes
      where jsonb_typeof(value) = 'string'
        and version > coalesce((select max(version) from changes where user_id is null), 0)
      order by version desc limit ${limit}`,
  );
