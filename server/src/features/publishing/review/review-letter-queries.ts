import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { WorkCommentsTable, WorksTable } from '../../../schema/tables.ts';
import { thingsOfComment } from './place-queries.ts';

/** Who asked for the open review; null: nobody, or the account is gone. */
export const findAskerId = async (db: Db, workId: string): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<{
        id: string;
      }>`select u.id from work_reviews w join users u on u.id = w.asked_by and u.deleted_at is null
        where w.work_id = ${workId} and w.ended_at is null`,
    )
  )?.id ?? null;

export interface ApprovalFacts {
  readonly title: string;
  readonly name: string;
  /** The approver's open comments, newest first. */
  readonly comments: readonly string[];
}
/** Null: the approval was withdrawn. */
export const findApprovalFacts = (
  db: Db,
  {
    workId,
    by,
    version,
    givenAt,
    mostComments,
  }: { workId: string; by: string; version: number; givenAt: Date | null; mostComments: number },
): Promise<ApprovalFacts | null> =>
  maybeOne(
    db,
    sql<ApprovalFacts>`select coalesce(k.manifest ->> 'title', '') as title,
        u.first_name || ' ' || u.second_name as name,
        array(select c.text from work_comments c
          where c.work_id = k.id and c.user_id = u.id and c.answers is null and c.settled_at is null
          order by c.made_at desc, c.id limit ${mostComments}) as comments
      from work_approvals v join works k on k.id = v.work_id join users u on u.id = v.user_id
      where v.work_id = ${workId} and v.user_id = ${by} and v.version = ${version} and u.deleted_at is null
        ${givenAt ? sql`and v.given_at = ${givenAt}` : sql``}`,
  );

/** The comments that no letter was sent about. */
export interface Untold {
  readonly first: Date;
  readonly last: Date;
  /** When the last letters were sent. */
  readonly toldAt: WorksTable['commentsToldAt'];
}
export const findUntold = (tx: Tx, workId: string): Promise<Untold | null> =>
  maybeOne(
    tx,
    sql<Untold>`select w.comments_told_at as "toldAt",
        min(c.made_at) as first, max(c.made_at) as last
      from works w join work_comments c on c.work_id = w.id
      where w.id = ${workId} and c.told_in is null group by w.id`,
  );

/** Puts all untold comments into the letters `toldIn`. */
export async function markCommentsTold(tx: Tx, { workId, toldIn }: Gathered, now: Date): Promise<void> {
  await sql`update work_comments set told_in = ${toldIn} where work_id = ${workId} and told_in is null`.execute(
    tx,
  );
  await sql`update works set comments_told_at = ${now} where id = ${workId}`.execute(tx);
}

/** The comments that were put into the same letters. */
interface Gathered {
  readonly workId: string;
  readonly toldIn: string;
}
/** Letters enqueued by the previous release. */
interface Span {
  readonly workId: string;
  readonly since: Date | null;
  readonly until: Date;
}
const isOf = (given: Gathered | Span): RawBuilder<unknown> =>
  'toldIn' in given
    ? sql`c.told_in = ${given.toldIn}`
    : sql`c.made_at > coalesce(${given.since}::timestamptz, '-infinity') and c.made_at <= ${given.until}::timestamptz`;
/**
 * The given comments `c` that concern the user `u`: by others, on a work that the user writes, produces or created, or in a
 * thread in which the user takes part.
 */
const concerning = (given: Gathered | Span): RawBuilder<unknown> => sql`
  c.work_id = ${given.workId} and ${isOf(given)}
  and c.user_id is distinct from u.id
  and (exists (select 1 from book_assignments a where a.book_id = c.work_id and lower(a.email) = lower(u.email)
      and a.role in ('author', 'producer'))
    or exists (select 1 from works w where w.id = c.work_id and w.created_by = u.id)
    or exists (select 1 from work_comments m where m.work_id = c.work_id and m.user_id = u.id
      and coalesce(m.answers, m.id) = coalesce(c.answers, c.id)))`;

/** Users who may read the work, want the letter, and have new comments in it. */
export const listConcerned = async (tx: Tx, given: Gathered): Promise<string[]> => {
  const rows = await many(
    tx,
    sql<{ id: string }>`select u.id from users u
      where u.wants_work_comments and u.email_verified_at is not null and u.deleted_at is null
        and (u.id in (select m.user_id from work_comments m where m.work_id = ${given.workId}
            union select w.created_by from works w where w.id = ${given.workId})
          or lower(u.email) in (select lower(a.email) from book_assignments a where a.book_id = ${given.workId}))
        and exists (select 1 from work_comments c where ${concerning(given)})
      order by u.id`,
  );
  return rows.map(({ id }) => id);
};

/** With the stored page on which the thread began. */
export interface NewComment extends Pick<WorkCommentsTable, 'text' | 'pageSet' | 'pageOfSet'> {
  /** Null: the account is gone. */
  readonly name: string | null;
  /** The page of the lecture or the question. */
  readonly thingPage: number | null;
}
/** Oldest first; comments that were deleted or settled meanwhile are left out. */
export const listNewComments = (db: Db, userId: string, given: Gathered | Span): Promise<NewComment[]> =>
  many(
    db,
    sql<NewComment>`select c.text, p."pageSet", p."pageOfSet", p."thingPage",
        (select o.first_name || ' ' || o.second_name from users o where o.id = c.user_id and o.deleted_at is null) as name
      from users u join work_comments c on ${concerning(given)}
      join work_comments t on t.id = coalesce(c.answers, c.id)
      join (select c.id, c.page_set as "pageSet", c.page_of_set as "pageOfSet",
          coalesce(l.page, q.page) as "thingPage"
        from work_comments c ${thingsOfComment(given.workId)} where c.work_id = ${given.workId}) p on p.id = t.id
      where u.id = ${userId} and t.settled_at is null order by c.made_at, c.id`,
  );
