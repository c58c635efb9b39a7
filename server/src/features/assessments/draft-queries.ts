import type { DraftAnswer } from '@vesalius/contract/assessments';
import { sql } from 'kysely';
import { type Db, jsonb, maybeOne, one } from '../../platform/database/database.ts';

export interface DraftOf {
  readonly userId: string;
  readonly kind: 'quiz' | 'pre' | 'post' | 'final' | 'survey';
  readonly subjectId: string;
}
/** By question id, so that two tabs that answer different questions do not undo each other. */
type Answers = Record<string, Omit<DraftAnswer, 'question_id'>>;
export interface DraftRow {
  readonly answers: Answers;
  readonly updatedAt: Date;
}

export function findDraft(db: Db, { userId, kind, subjectId }: DraftOf): Promise<DraftRow | null> {
  return maybeOne(
    db,
    sql<DraftRow>`select answers, updated_at as "updatedAt" from answer_drafts
      where user_id = ${userId} and kind = ${kind} and subject_id = ${subjectId}`,
  );
}

export function mergeDraft(
  db: Db,
  { userId, kind, subjectId }: DraftOf,
  answers: Answers,
  at: Date,
): Promise<DraftRow> {
  return one(
    db,
    sql<DraftRow>`
      insert into answer_drafts (user_id, kind, subject_id, answers, updated_at)
      values (${userId}, ${kind}, ${subjectId}, ${jsonb(answers)}, ${at})
      on conflict (user_id, kind, subject_id) do update
        set answers = answer_drafts.answers || excluded.answers, updated_at = excluded.updated_at
      returning answers, updated_at as "updatedAt"`,
  );
}
