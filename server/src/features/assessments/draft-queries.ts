import { sql } from 'kysely';
import { type Db, jsonb, many } from '../../platform/database/database.ts';
import type { AnswerDraftsTable } from '../../schema/tables.ts';

export interface DraftOf {
  readonly userId: string;
  readonly kind: 'quiz' | 'pre' | 'post' | 'final' | 'survey';
  readonly subjectId: string;
}
interface DraftFields {
  readonly questionId: string;
  readonly choiceIds: readonly string[];
  readonly rating: number | null;
  readonly text: string | null;
  readonly marked: boolean;
}
export type DraftRow = DraftFields & Pick<AnswerDraftsTable, 'updatedAt'>;

const columns = sql`d.question_id as "questionId", d.choice_ids as "choiceIds", d.rating, d.answer_text as text,
  d.is_marked as marked, d.updated_at as "updatedAt"`;

export function listDraft(db: Db, { userId, kind, subjectId }: DraftOf): Promise<DraftRow[]> {
  return many(
    db,
    sql<DraftRow>`select ${columns} from answer_drafts d
      where d.user_id = ${userId} and d.kind = ${kind} and d.subject_id = ${subjectId}`,
  );
}

/**
 * Stores at most one answer per question; of two the later one wins. An answer from before the last submission of a final test
 * does not belong to the next attempt. Writes in the order of the ids, so that two windows that save the same questions cannot
 * deadlock. Returns the stored answers to these questions.
 */
export function upsertDraft(
  db: Db,
  { userId, kind, subjectId }: DraftOf,
  answers: readonly DraftRow[],
): Promise<DraftRow[]> {
  const newer = sql`excluded.updated_at >= d.updated_at`;
  const newest = (column: string) =>
    sql`${sql.ref(column)} = case when ${newer} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`d.${column}`)} end`;
  return many(
    db,
    sql<DraftRow>`
      insert into answer_drafts as d (user_id, kind, subject_id, question_id, choice_ids, rating, answer_text,
        is_marked, updated_at)
      select ${userId}::uuid, ${kind}, ${subjectId}::uuid, x."questionId", x."choiceIds", x.rating, x.text, x.marked,
        x."updatedAt"
      from jsonb_to_recordset(${jsonb(answers)})
        as x("questionId" uuid, "choiceIds" uuid[], rating int, text text, marked boolean, "updatedAt" timestamptz)
      where not exists (select 1 from attempts a
        where a.user_id = ${userId} and a.kind = ${kind} and a.kind = 'final' and a.subject_id = ${subjectId}
          and a.submitted_at > x."updatedAt")
      order by x."questionId"
      on conflict (user_id, kind, subject_id, question_id) do update set ${newest('choice_ids')}, ${newest('rating')},
        ${newest('answer_text')}, ${newest('is_marked')}, updated_at = greatest(d.updated_at, excluded.updated_at)
      returning ${columns}`,
  );
}
