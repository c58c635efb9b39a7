import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import type { Slice } from '../../platform/lists.ts';
import type { BookProgressTable } from '../../schema/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { replacedColumn } from '../commerce/edition-columns.ts';
import { type AccessRow, accessColumns } from './access-queries.ts';
import { type CardRow, cardColumns } from './book-rows.ts';
import { labelOf } from './page-label.ts';

export interface StartedRow extends CardRow, AccessRow {
  readonly status: 'in_progress';
  readonly currentPage: BookProgressTable['page'];
  readonly pageLabel: string;
  readonly lastReadAt: BookProgressTable['updatedAt'];
  readonly nextTest: {
    id: string;
    title: string;
    turn: 'pre' | 'post';
    page: number;
    page_label: string;
  } | null;
  readonly count: number;
}

/** The next test of a book is the first one by page with an open pre-test or post-test. */
export const listStarted = (db: Db, actor: Actor, slice: Slice, now: Date): Promise<StartedRow[]> =>
  many(
    db,
    sql<StartedRow>`
      select ${cardColumns}, ${replacedColumn(now)}, ${accessColumns(actor, now)}, p.status, p.page as "currentPage",
        ${labelOf(sql`p.page`)} as "pageLabel",
        p.updated_at as "lastReadAt", next_test.facts as "nextTest", count(*) over () as count
      from book_progress p
      join books b on b.id = p.book_id and b.published_at <= ${now}
      join categories c on c.id = b.category_id
      left join lateral (
        select jsonb_build_object('id', t.id, 'title', t.title,
          'turn', case when pre.id is null then 'pre' else 'post' end,
          'page', turn.page, 'page_label', ${labelOf(sql`turn.page`)}) as facts
        from tests t
        left join attempts pre on pre.user_id = p.user_id and pre.kind = 'pre' and pre.subject_id = t.id
        left join attempts post on post.user_id = p.user_id and post.kind = 'post' and post.subject_id = t.id
        cross join lateral (select case when pre.id is null then t.pre_page else t.post_page end as page) turn
        where t.book_id = b.id and t.retired_at is null and post.id is null
        order by t.pre_page, t.id limit 1) next_test on true
      where p.user_id = ${actor.userId} and p.status = 'in_progress'
      order by p.updated_at desc limit ${slice.limit} offset ${slice.offset}`,
  );
