import type { PageInSet, PageRun } from '@vesalius/contract/page-runs';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { RecentList } from '../../platform/recent-list.ts';

interface Range {
  readonly set: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Pages of barred releases that no other release, preview or working copy has. A reader who had opened the release holds
 * a grant of its page set for a while, which would still open them.
 */
export class BarredPages {
  readonly #list = new RecentList(readRanges);

  async has(db: Db, page: PageInSet): Promise<boolean> {
    const { barred, used } = await this.#list.read(db);
    return barred.some((range) => isIn(range, page)) && !used.some((range) => isIn(range, page));
  }
}

async function readRanges(db: Db): Promise<{ barred: Range[]; used: Range[] }> {
  const rows = await listRuns(db);
  const rangesOf = (isBarred: boolean) =>
    rows.filter((row) => row.isBarred === isBarred).flatMap(({ runs }) => runs.map(rangeOf));
  return { barred: rangesOf(true), used: rangesOf(false) };
}

const rangeOf = ({ first, last, set, from }: PageRun): Range => ({ set, from, to: from + last - first });
const isIn = ({ set, from, to }: Range, page: PageInSet) =>
  set === page.set && from <= page.page && page.page <= to;

/** Of books with barred releases; no rows for all others. */
const listRuns = (db: Db): Promise<{ runs: readonly PageRun[]; isBarred: boolean }[]> =>
  many(
    db,
    sql`with concerned as (select distinct book_id from releases where barred_at is not null),
        shown as (select book_id, book_id as work_id from concerned
          union all select b.id, b.preview_of from books b join concerned c on c.book_id = b.preview_of)
      select coalesce(r.page_runs, jsonb_build_array(jsonb_build_object('first', 1, 'last', b.number_of_pages,
          'set', r.book_id || '/' || r.revision, 'from', 1))) as runs, r.barred_at is not null as "isBarred"
      from shown s join releases r on r.book_id = s.book_id join books b on b.id = r.book_id
      where r.published_at is not null or r.publish_at is not null
      union all
      select s.runs, false from concerned c join page_sets s on s.work_id = c.book_id
      where s.runs is not null and exists (select 1 from work_files f
        where f.work_id = s.work_id and f.asset_hash = s.asset_hash)`,
  );
