import type { Draft, DraftAnswer } from '@vesalius/contract/assessments';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../../platform/session.ts';
import { demandAccess } from '../catalogue/access.ts';
import { isSolved } from './attempt-queries.ts';
import { type DraftOf, type DraftRow, findDraft, mergeDraft } from './draft-queries.ts';
import { findBookOfSubject, listKey, type PaperKind } from './paper-queries.ts';
import { findSurvey, listSurveyQuestions } from './survey-queries.ts';

const paperOf = (kind: Exclude<DraftOf['kind'], 'survey'>): PaperKind =>
  kind === 'pre' || kind === 'post' ? 'test' : kind;

async function demandSubject(db: Db, actor: Actor, { kind, subjectId }: DraftOf, now: Date): Promise<void> {
  const bookId = await findBookOfSubject(db, kind === 'survey' ? kind : paperOf(kind), subjectId);
  demand(bookId, 'not_found');
  await demandAccess(db, actor, bookId, now);
}

function draftView({ kind, subjectId }: DraftOf, row: DraftRow | null): Draft {
  const answers = Object.entries(row?.answers ?? {}).map(([question_id, answer]) => ({
    question_id,
    ...answer,
  }));
  return {
    kind,
    subject_id: subjectId,
    answers: answers.filter(({ choice_ids, rating, text }) => choice_ids.length > 0 || rating || text),
    updated_at: row?.updatedAt.toISOString() ?? null,
  };
}

export async function readDraft(db: Db, actor: Actor, of: DraftOf, now: Date): Promise<Draft> {
  await demandSubject(db, actor, of, now);
  return draftView(of, await findDraft(db, of));
}

/**
 * Keeps answers while they are being given, on the server: a reload or another device finds them. What was
 * submitted already cannot be drafted again; the screen then shows what is stored.
 */
export async function saveDraft(
  db: Db,
  actor: Actor,
  of: DraftOf,
  answers: readonly DraftAnswer[],
  now: Date,
): Promise<Draft> {
  await demandSubject(db, actor, of, now);
  const choices = of.kind === 'survey' ? await surveyChoices(db, of) : await paperChoices(db, of);
  for (const { question_id, choice_ids } of answers) {
    const known = choices.get(question_id);
    demand(choice_ids.every((id) => known?.includes(id)) && known, 'answer_not_of_question');
  }
  const byQuestion = answers.map(({ question_id, ...answer }) => [question_id, answer] as const);
  return draftView(of, await mergeDraft(db, of, Object.fromEntries(byQuestion), now));
}

async function paperChoices(db: Db, of: DraftOf): Promise<Map<string, readonly string[]>> {
  const { userId, subjectId, kind } = of;
  if (kind === 'survey') return new Map();
  const key = await listKey(db, { kind: paperOf(kind), id: subjectId });
  // The final test may be taken again; everything else is answered once.
  if (kind !== 'final') {
    const ids = key.map(({ questionId }) => questionId);
    demand(!(await isSolved(db, { userId, kind, subjectId }, ids)), 'already_answered');
  }
  return new Map(key.map(({ questionId, choiceIds }) => [questionId, choiceIds]));
}

async function surveyChoices(db: Db, of: DraftOf): Promise<Map<string, readonly string[]>> {
  const [survey, questions] = await Promise.all([
    findSurvey(db, of.subjectId, of.userId),
    listSurveyQuestions(db, of.subjectId),
  ]);
  demand(!survey?.responseId, 'already_answered');
  return new Map(questions.map(({ id, choices }) => [id, choices.map((choice) => choice.id)]));
}
