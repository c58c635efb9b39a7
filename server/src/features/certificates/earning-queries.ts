/** What readers did toward certificates; the issued ones are read in `queries.ts`. */
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { labelOf } from '../catalogue/page-label.ts';
import type { EarningFacts } from './earned-kinds.ts';

/** What decides whether and when this reader earned the certificates of these books; none for a reader who left. */
export function listEarningFacts(
  db: Db,
  userId: string,
  bookIds: readonly string[],
): Promise<EarningFacts[]> {
  return many(
    db,
    sql<EarningFacts>`
      select b.id as "bookId", b.title as "bookTitle", b.edition as "bookVersion", b.author as "authorName", b.certificate,
        b.expiry_date as "expiryDate", trim(u.first_name || ' ' || u.second_name) as "userName",
        u.time_zone as "timeZone", coalesce(p.may_claim_credit, false) as "mayClaimCredit",
        b.number_of_pages as "numberOfPages",
        exists (select 1 from surveys s join survey_questions q on q.survey_id = s.id and q.retired_at is null
          where s.book_id = b.id and s.retired_at is null) as "hasSurvey",
        (select r.submitted_at from survey_responses r join surveys s on s.id = r.survey_id
          where s.book_id = b.id and r.user_id = u.id) as "surveyAt",
        completed.at is not null as "bookCompleted", completed.at as "bookCompletedAt",
        (select coalesce(sum(k.number_shown), 0)::int from shown_pages k
          where k.user_id = u.id and k.book_id = b.id) as "pagesShown",
        (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title,
            'page', turn.page, 'page_label', ${labelOf(sql`turn.page`)}, 'solved_at', (select floor(extract(epoch from a.submitted_at) * 1000)
              from attempts a where a.user_id = u.id and a.kind = 'post' and a.subject_id = t.id))
            order by t.pre_page, t.id), '[]')
          from tests t cross join lateral (select case when exists (select 1 from attempts a where a.user_id = u.id
              and a.kind = 'pre' and a.subject_id = t.id) then t.post_page else t.pre_page end as page) turn
          where t.book_id = b.id and t.is_mandatory and t.retired_at is null) as "mandatoryTests",
        best.score as "finalScore", best.total as "finalTotal",
        (select min(a.submitted_at) from attempts a where a.user_id = u.id and a.book_id = b.id
          and a.kind = 'final' and a.score * 100 >= a.total * ${CERTIFICATE_MIN_PERCENT}) as "reachedAt"
      from users u join books b on b.id = any(${[...bookIds]}::uuid[])
      left join professions p on p.id = u.profession_id
      left join lateral (
        select coalesce(g.completed_at, g.updated_at) as at from book_progress g
        where g.user_id = u.id and g.book_id = b.id and g.status = 'completed'
      ) completed on true
      left join lateral (
        select a.score, a.total from attempts a
        where a.user_id = u.id and a.book_id = b.id and a.kind = 'final' and a.total > 0
        order by a.score::numeric / a.total desc, a.number limit 1
      ) best on true
      where u.id = ${userId} and u.deleted_at is null`,
  );
}

/** Null = no such book or reader. */
export const findEarningFacts = async (
  db: Db,
  userId: string,
  bookId: string,
): Promise<EarningFacts | null> => (await listEarningFacts(db, userId, [bookId]))[0] ?? null;

/** How many of the most recent books are listed. */
const MAX_PENDING = 20;

/**
 * Books with a certificate for which this reader took the final test or answered the survey and has no certificate, not even a
 * revoked one; the most recent ones first.
 */
export async function listBegunCertificates(
  db: Db,
  userId: string,
  readable: 'all' | readonly string[],
): Promise<string[]> {
  const isReadable = readable === 'all' ? sql`true` : sql`b.id = any(${[...readable]}::uuid[])`;
  const rows = await many(
    db,
    sql<{ bookId: string }>`
      with begun as (
        select a.book_id, a.submitted_at as at from attempts a where a.user_id = ${userId} and a.kind = 'final'
        union all
        select s.book_id, r.submitted_at from survey_responses r join surveys s on s.id = r.survey_id
        where r.user_id = ${userId}
      )
      select b.id as "bookId" from begun g join books b on b.id = g.book_id
      where b.certificate is not null and ${isReadable}
        and not exists (select 1 from certificates c where c.user_id = ${userId} and c.book_id = b.id)
      group by b.id order by max(g.at) desc, b.id limit ${MAX_PENDING}`,
  );
  return rows.map(({ bookId }) => bookId);
}
