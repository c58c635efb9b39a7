import { sql } from 'kysely';
import { maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { WorkCommentsTable } from '../../../schema/tables.ts';

/*
 * Lectures and questions of the hidden book that previews a working copy. They are identified by keys, which outlive
 * each preview.
 */

const previewOf = (workId: string) => sql`(select b.id from books b where b.preview_of = ${workId})`;

export interface LectureOfPreview {
  readonly id: string;
  readonly key: string;
  readonly page: number;
  readonly title: string;
}
const lectures = (workId: string) =>
  sql`select m.id, m.key, m.page, m.title from materials m
    where m.book_id = ${previewOf(workId)} and m.retired_at is null`;

export const findPreviewLecture = (tx: Tx, workId: string, id: string): Promise<LectureOfPreview | null> =>
  maybeOne(tx, sql<LectureOfPreview>`${lectures(workId)} and m.id = ${id}`);

export interface QuestionOfPreview {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly listKind: NonNullable<WorkCommentsTable['listKind']>;
  /** Null for the final test. */
  readonly listKey: string | null;
  readonly listId: string;
  readonly page: number;
}
const questions = (workId: string) =>
  sql`select q.id, q.key, left(q.question, 300) as title,
      case when q.quiz_id is not null then 'quiz' when q.test_id is not null then 'test' else 'final_test' end as "listKind",
      coalesce(z.key, t.key) as "listKey", coalesce(q.quiz_id, q.test_id, q.final_test_id) as "listId",
      coalesce(z.page, t.pre_page, 1) as page
    from questions q left join quizzes z on z.id = q.quiz_id left join tests t on t.id = q.test_id
    where q.book_id = ${previewOf(workId)} and q.retired_at is null`;

export const findPreviewQuestion = (tx: Tx, workId: string, id: string): Promise<QuestionOfPreview | null> =>
  maybeOne(tx, sql<QuestionOfPreview>`${questions(workId)} and q.id = ${id}`);

/** Joins the lecture `l` and the question `q` of the preview that the comment `c` is about. */
export const thingsOfComment = (workId: string) =>
  sql`left join (${lectures(workId)}) l on l.key = c.material_key
    left join (${questions(workId)}) q on q.key = c.question_key and q."listKind" = c.list_kind
      and q."listKey" is not distinct from c.list_key`;
