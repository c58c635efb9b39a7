import type { Draft, DraftAnswer } from '@vesalius/contract/assessments';
import type { Db } from '../../platform/database/database.ts';
import { byOurClock } from '../../platform/device-clock.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { findLastAttempt, isSolved } from './attempt-queries.ts';
import { type DraftOf, type DraftRow, listDraft, upsertDraft } from './draft-queries.ts';
import { askedOf } from './draw-paper.ts';
import { findPaper } from './drawn-paper-queries.ts';
import { findBookOfSubject, listKey, type PaperKind } from './paper-queries.ts';
import { findSurvey, listSurveyQuestions } from './survey-queries.ts';

const paperOf = (kind: Exclude<DraftOf['kind'], 'survey'>): PaperKind =>
  kind === 'pre' || kind === 'post' ? 'test' : kind;

async function demandSubject(db: Db, actor: Actor, { kind, subjectId }: DraftOf, now: Date): Promise<void> {
  const bookId = await findBookOfSubject(db, kind === 'survey' ? kind : paperOf(kind), subjectId);
  demand(bookId, 'not_found');
  await demandAccess(db, actor, bookId, now);
}

function draftView({ kind, subjectId }: DraftOf, rows: readonly DraftRow[]): Draft {
  const last = Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    kind,
    subject_id: subjectId,
    answers: rows
      .filter(({ choiceIds, rating, text, marked }) => choiceIds.length > 0 || rating || text || marked)
      .map(({ questionId, choiceIds, rating, text, marked }) => ({
        question_id: questionId,
        choice_ids: [...choiceIds],
        ...(rating === null ? {} : { rating }),
        ...(text === null ? {} : { text }),
        ...(marked ? { marked } : {}),
      })),
    updated_at: rows.length > 0 ? new Date(last).toISOString() : null,
  };
}

export async function readDraft(db: Db, actor: Actor, of: DraftOf, now: Date): Promise<Draft> {
  await demandSubject(db, actor, of, now);
  return draftView(of, await listDraft(db, of));
}

/**
 * Stores answers on the server while they are being given, so that a reload or another device finds them. An answer that waited
 * on a device does not replace a later one from elsewhere. Returns the stored answers to these questions. Submitted questions
 * cannot be drafted again; the screen then shows the result.
 */
export async function saveDraft(
  db: Db,
  actor: Actor,
  of: DraftOf,
  { answers, sentAt, now }: { answers: readonly DraftAnswer[]; sentAt: Date | null; now: Date },
): Promise<Draft> {
  await demandSubject(db, actor, of, now);
  const choices = of.kind === 'survey' ? await surveyChoices(db, of) : await paperChoices(db, of);
  for (const { question_id, choice_ids } of answers) {
    const known = choices.get(question_id);
    demand(choice_ids.every((id) => known?.includes(id)) && known, 'answer_not_of_question');
  }
  const fields = answers.map(({ question_id, choice_ids, rating, text, marked, answered_at }) => ({
    questionId: question_id,
    choiceIds: choice_ids,
    rating: rating ?? null,
    text: text ?? null,
    marked: marked ?? false,
    updatedAt: answered_at ? byOurClock(new Date(answered_at), sentAt ?? now, now) : now,
  }));
  const byQuestion = new Map(fields.map((answer) => [answer.questionId, answer]));
  return draftView(of, await upsertDraft(db, of, [...byQuestion.values()]));
}

async function paperChoices(db: Db, of: DraftOf): Promise<Map<string, readonly string[]>> {
  const { userId, subjectId, kind } = of;
  if (kind === 'survey') return new Map();
  const key = await listKey(db, { kind: paperOf(kind), id: subjectId });
  const ids = key.map(({ questionId }) => questionId);
  // The final test may be repeated; everything else is answered once.
  if (kind !== 'final') demand(!(await isSolved(db, { userId, kind, subjectId }, ids)), 'already_answered');
  const asked = kind === 'final' ? await askedNow(db, { userId, kind, subjectId }, ids) : new Set(ids);
  return new Map(
    key
      .filter(({ questionId }) => asked.has(questionId))
      .map(({ questionId, choiceIds }) => [questionId, choiceIds]),
  );
}

/** The questions of the next attempt, if its paper has been opened. */
async function askedNow(
  db: Db,
  of: { userId: string; kind: 'final'; subjectId: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const last = await findLastAttempt(db, of);
  return askedOf(await findPaper(db, { ...of, number: (last?.number ?? 0) + 1 }), ids);
}

async function surveyChoices(db: Db, of: DraftOf): Promise<Map<string, readonly string[]>> {
  const [survey, questions] = await Promise.all([
    findSurvey(db, of.subjectId, of.userId),
    listSurveyQuestions(db, of.subjectId),
  ]);
  demand(!survey?.responseId, 'already_answered');
  return new Map(questions.map(({ id, choices }) => [id, choices.map((choice) => choice.id)]));
}
