import type { FinalTest, FinalTestAttempt } from '@vesalius/contract/assessments-questions';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { type AnswerRow, type AttemptRow, listAnswers, listAttempts } from './attempt-queries.ts';
import { arrange, askedOf, type DrawnPaper } from './draw-paper.ts';
import { findPaper, openPaper } from './drawn-paper-queries.ts';
import { isPassed, percentageOf, reachesCertificate } from './marks.ts';
import { type FinalTestRow, findFinalTest, listQuestions, type QuestionRow } from './paper-queries.ts';
import { finalTestQuestion, type ImageUrl } from './paper-views.ts';
import { hasReached, retakeAt } from './retake.ts';

/** `attempts` are ordered from the latest; of equal scores the earlier one is the best. */
function attemptViews(attempts: readonly AttemptRow[]): FinalTestAttempt[] {
  const best = attempts.reduce<AttemptRow | null>(
    (bestSoFar, each) =>
      !bestSoFar || each.score * bestSoFar.total >= bestSoFar.score * each.total ? each : bestSoFar,
    null,
  );
  return attempts.map((attempt) => ({
    number: attempt.number,
    score: attempt.score,
    total: attempt.total,
    percentage: percentageOf(attempt.score, attempt.total),
    passed: isPassed(attempt.score, attempt.total),
    reaches_certificate: reachesCertificate(attempt.score, attempt.total),
    submitted_at: attempt.submittedAt.toISOString(),
    best: attempt.id === best?.id,
  }));
}

/** `attempts` are ordered from the latest. */
const nextNumber = (attempts: readonly AttemptRow[]): number => (attempts[0]?.number ?? 0) + 1;

/**
 * An attempt (by default the latest) with its answers, and the key if it is not hidden; before the first attempt, and with
 * `paper`, only the questions.
 */
export async function readFinalTest(
  db: Db,
  {
    actor,
    bookId,
    attempt: number,
    paper = false,
    imageUrl,
    now,
  }: {
    actor: Actor;
    bookId: string;
    attempt?: number | undefined;
    paper?: boolean | undefined;
    imageUrl: ImageUrl;
    now: Date;
  },
): Promise<FinalTest> {
  const { records } = await demandAccess(db, actor, bookId, now);
  const test = await findFinalTest(db, bookId);
  demand(test, 'final_test_not_found');
  const of = { userId: actor.userId, kind: 'final' as const, subjectId: test.id };
  const [questions, attempts] = await Promise.all([
    listQuestions(db, { kind: 'final', id: test.id }),
    records ? listAttempts(db, of) : [],
  ]);
  const shown = paper ? undefined : attempts.find((each) => number === undefined || each.number === number);
  demand(number === undefined || shown || paper, 'not_found');
  const questionIds = questions.flatMap(({ id, retired }) => (retired ? [] : [id]));
  const drawing = { questionIds, size: test.questionsPerAttempt, now };
  const [answers, drawn] = shown
    ? await Promise.all([listAnswers(db, [shown.id]), findPaper(db, { ...of, number: shown.number })])
    : [[], records ? await openPaper(db, { ...of, number: nextNumber(attempts) }, drawing) : null];
  return finalTestView({ test, questions, attempts, shown, answers, drawn, records, imageUrl, now });
}

/** The final test as it is presented, from data that have been read. */
export function finalTestView({
  test,
  questions,
  attempts,
  shown,
  answers: rows,
  drawn,
  records,
  imageUrl,
  now,
}: {
  test: FinalTestRow;
  questions: readonly QuestionRow[];
  attempts: readonly AttemptRow[];
  /** The attempt to show with its answers; undefined = the paper. */
  shown: AttemptRow | undefined;
  answers: readonly Pick<AnswerRow, 'questionId' | 'choiceId' | 'correct' | 'points'>[];
  /** The paper to show; null = in the order of the book. */
  drawn: DrawnPaper | null;
  records: boolean;
  imageUrl: ImageUrl;
  now: Date;
}): FinalTest {
  const isKeyOpen = shown !== undefined && (!test.hidesKey || hasReached(attempts));
  const answers = new Map(rows.map((answer) => [answer.questionId, { attemptId: '', ...answer }]));
  const today = questions.flatMap(({ id, retired }) => (retired ? [] : [id]));
  const ofPaper = askedOf(drawn, today);
  const asked = arrange(
    drawn,
    questions.filter(({ id }) => (shown ? answers.has(id) : ofPaper.has(id))),
    { keepOrder: test.keepQuestionOrder },
  );
  demand(asked.length > 0, 'final_test_not_found');
  return {
    id: test.id,
    book_id: test.bookId,
    book_title: test.bookTitle,
    has_certificate: test.hasCertificate,
    note: test.note,
    may_submit: records,
    number_of_questions: today.length,
    total_score: shown?.total ?? asked.reduce((sum, { points }) => sum + points, 0),
    details: {
      questions: asked.map((question) =>
        finalTestQuestion(question, answers.get(question.id) ?? null, isKeyOpen || !records, imageUrl),
      ),
    },
    user_answers: shown
      ? {
          number: shown.number,
          score: shown.score,
          answers: asked.flatMap(({ id }) => {
            const row = answers.get(id);
            return row ? [{ question_id: id, answer_id: row.choiceId, correct: row.correct }] : [];
          }),
        }
      : null,
    attempts: attemptViews(attempts),
    retake_pause_minutes: test.retakePauseMinutes,
    retake_at: retakeAt(attempts, test.retakePauseMinutes, now)?.toISOString() ?? null,
    next_attempt: nextNumber(attempts),
  };
}
