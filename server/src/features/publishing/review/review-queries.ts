import type { WorkReviewer } from '@vesalius/contract/work-review';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { WorkReviewersTable, WorkReviewsTable } from '../../../schema/tables.ts';
import { isOfContent } from './approval-queries.ts';

const isOpen = sql`w.ended_at is null`;
const dueOn = sql`to_char(w.due_on, 'YYYY-MM-DD')`;
const askedByName = sql`(select u.first_name || ' ' || u.second_name from users u
  where u.id = w.asked_by and u.deleted_at is null)`;

export interface OpenReview extends Pick<WorkReviewsTable, 'id' | 'askedAt' | 'note' | 'dueOn'> {
  readonly askedBy: string | null;
}
export const findOpenReview = (db: Db, workId: string): Promise<OpenReview | null> =>
  maybeOne(
    db,
    sql<OpenReview>`select w.id, w.asked_at as "askedAt", w.note, ${dueOn} as "dueOn",
        ${askedByName} as "askedBy"
      from work_reviews w where w.work_id = ${workId} and ${isOpen}`,
  );

/** The one that is open is the latest. */
const latestReview = (workId: RawBuilder<unknown>) =>
  sql`(select l.id from work_reviews l where l.work_id = ${workId} order by l.ended_at desc nulls first limit 1)`;

/** Null: a review is open, or there was none. */
export const findLastEnd = async (db: Db, workId: string): Promise<Date | null> =>
  (
    await maybeOne(
      db,
      sql<{ endedAt: Date | null }>`select w.ended_at as "endedAt" from work_reviews w
        where w.id = ${latestReview(sql`${workId}::uuid`)}`,
    )
  )?.endedAt ?? null;

export interface ReviewerRow extends Pick<WorkReviewersTable, 'lookedAt'> {
  readonly role: WorkReviewer['role'];
  readonly email: string;
  readonly userId: string | null;
  readonly name: string | null;
  /** The account has the role of the assignment, and its address is verified. */
  readonly isAble: boolean;
  readonly askedAt: Date | null;
  readonly comments: number;
}
/** The authors and editors of a work, with what they did since they were asked in the latest review. */
export const listReviewers = (db: Db, workId: string): Promise<ReviewerRow[]> =>
  many(
    db,
    sql<ReviewerRow>`
      select a.role, a.email, u.id as "userId", u.first_name || ' ' || u.second_name as name,
        coalesce(u.role = a.role and u.email_verified_at is not null, false) as "isAble",
        r.asked_at as "askedAt", r.looked_at as "lookedAt",
        (select count(*)::int from work_comments c where c.work_id = a.book_id and c.user_id = u.id
          and c.made_at >= coalesce(r.asked_at, '-infinity')) as comments
      from book_assignments a
      left join users u on lower(u.email) = lower(a.email) and u.deleted_at is null
      left join work_reviews w on w.id = ${latestReview(sql`a.book_id`)}
      left join work_reviewers r on r.review_id = w.id and r.user_id = u.id and u.role = a.role
      where a.book_id = ${workId} and a.role in ('author', 'editor')
      order by a.role, name, a.email`,
  );

export async function insertReview(
  tx: Tx,
  {
    id,
    workId,
    askedBy,
    note,
    dueOn: day,
  }: { id: string; workId: string; askedBy: string; note: string; dueOn: string },
  now: Date,
): Promise<void> {
  await sql`insert into work_reviews (id, work_id, asked_by, asked_at, note, due_on)
    values (${id}, ${workId}, ${askedBy}, ${now}, ${note}, ${day})`.execute(tx);
}

export async function updateReview(
  tx: Tx,
  { id, note, dueOn: day, userId }: Pick<OpenReview, 'id' | 'note' | 'dueOn'> & { readonly userId: string },
): Promise<void> {
  // Letters quote the note after its author's name.
  await sql`update work_reviews set note = ${note}, due_on = ${day},
      asked_by = case when note = ${note} then asked_by else ${userId}::uuid end
    where id = ${id}`.execute(tx);
}

/** Returns those who were not asked before. */
export const insertReviewers = async (
  tx: Tx,
  reviewId: string,
  people: readonly string[],
  now: Date,
): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ userId: string }>`insert into work_reviewers (review_id, user_id, asked_at)
        select ${reviewId}::uuid, x, ${now}::timestamptz from unnest(${[...people]}::uuid[]) x
        on conflict do nothing returning user_id as "userId"`,
    )
  ).map(({ userId }) => userId);

export const listReviewerIds = async (tx: Tx, reviewId: string): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ userId: string }>`select user_id as "userId" from work_reviewers where review_id = ${reviewId}`,
    )
  ).map(({ userId }) => userId);

export const deleteReviewer = (tx: Tx, reviewId: string, userId: string): Promise<number> =>
  affected(tx, sql`delete from work_reviewers where review_id = ${reviewId} and user_id = ${userId}`);

/** 0: no review is open. */
export const updateReviewEnded = (tx: Tx, workId: string, now: Date): Promise<number> =>
  affected(tx, sql`update work_reviews w set ended_at = ${now} where w.work_id = ${workId} and ${isOpen}`);

/** Ends the review, unless the working copy was changed since that version. */
export async function updateReviewPublished(
  tx: Tx,
  { workId, version }: { workId: string; version: number },
  now: Date,
): Promise<void> {
  await sql`update work_reviews w set ended_at = ${now} from works k
    where w.work_id = ${workId} and ${isOpen} and k.id = w.work_id and k.version = ${version}`.execute(tx);
}

/** Records the visit of a user who was asked to review. */
export async function updateLooked(tx: Tx, workId: string, userId: string, now: Date): Promise<void> {
  await sql`update work_reviewers r set looked_at = ${now} from work_reviews w
    where w.id = r.review_id and w.work_id = ${workId} and ${isOpen} and r.user_id = ${userId}`.execute(tx);
}

export interface LetterFacts extends Pick<OpenReview, 'note' | 'dueOn' | 'askedBy'> {
  readonly title: string;
  /** Whether the user approved the current working copy with every file that it names, or asked for changes to it. */
  readonly hasAnswered: boolean;
}
/** The content of a letter to a user who is asked, can review, and is still on the book. */
export const findAsked = (
  db: Db,
  { workId, userId }: { workId: string; userId: string },
): Promise<LetterFacts | null> =>
  maybeOne(
    db,
    sql<LetterFacts>`select w.note, ${dueOn} as "dueOn", coalesce(k.manifest ->> 'title', '') as title,
        (exists (select 1 from work_approvals v
          where v.work_id = k.id and v.user_id = u.id and v.version = k.version and ${isOfContent()})
        or exists (select 1 from asked_changes c where c.work_id = k.id and c.user_id = u.id
          and c.version = k.version and c.ended_at is null)) as "hasAnswered",
        (select b.first_name || ' ' || b.second_name from users b where b.id = w.asked_by and b.deleted_at is null)
          as "askedBy"
      from work_reviewers r join work_reviews w on w.id = r.review_id and ${isOpen} join works k on k.id = w.work_id
      join users u on u.id = r.user_id and u.deleted_at is null
      where w.work_id = ${workId} and r.user_id = ${userId} and exists (select 1 from book_assignments a
        where a.book_id = w.work_id and lower(a.email) = lower(u.email) and a.role = u.role)`,
  );

export const findWorkTitle = async (db: Db, workId: string): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<{
        title: string;
      }>`select coalesce(manifest ->> 'title', '') as title from works where id = ${workId}`,
    )
  )?.title ?? null;

export interface ListedReview {
  readonly workId: string;
  readonly dueOn: string;
  readonly note: string;
  readonly askedBy: string | null;
  readonly asked: readonly string[];
  readonly people: { name: string; has_looked: boolean; has_commented: boolean }[];
}
/** The open reviews of several works. */
export const listOpenReviews = (db: Db, workIds: readonly string[]): Promise<ListedReview[]> =>
  many(
    db,
    sql<ListedReview>`select w.work_id as "workId", ${dueOn} as "dueOn", w.note, ${askedByName} as "askedBy",
        array(select r.user_id from work_reviewers r where r.review_id = w.id) as asked,
        coalesce((select jsonb_agg(jsonb_build_object('name', u.first_name || ' ' || u.second_name,
            'has_looked', r.looked_at is not null,
            'has_commented', exists (select 1 from work_comments c
              where c.work_id = w.work_id and c.user_id = u.id and c.made_at >= r.asked_at))
            order by u.first_name, u.second_name, u.id)
          from work_reviewers r join users u on u.id = r.user_id and u.deleted_at is null
          where r.review_id = w.id and exists (select 1 from book_assignments a
            where a.book_id = w.work_id and lower(a.email) = lower(u.email) and a.role = u.role)), '[]') as people
      from work_reviews w where w.work_id = any(${[...workIds]}::uuid[]) and ${isOpen}`,
  );

/** The number of threads that are not settled. */
export const listOpenCommentCounts = (
  db: Db,
  workIds: readonly string[],
): Promise<{ workId: string; count: number }[]> =>
  many(
    db,
    sql`select work_id as "workId", count(*)::int as count from work_comments
      where work_id = any(${[...workIds]}::uuid[]) and answers is null and settled_at is null group by work_id`,
  );
