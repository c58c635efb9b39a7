import type { Quiz, QuizSummary } from '@vesalius/contract/assessments-questions';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { arrange } from './draw-paper.ts';
import { findPaper, openPaper } from './drawn-paper-queries.ts';
import { listQuestions } from './paper-queries.ts';
import { type ImageUrl, quizQuestion } from './paper-views.ts';
import { findTurn } from './store-turn.ts';
import { listQuizzes, type QuizRow } from './subject-queries.ts';

export const quizSummary = (row: QuizRow): QuizSummary => ({
  quiz_id: row.id,
  book_quiz_id: row.id,
  book_page: row.page,
  title: row.title,
  total_points: row.points,
  number_of_questions: row.questions,
  number_answered: row.answered,
  solved: row.answered === row.questions,
  user_points: row.score,
});

/** The answer of a question is revealed once it is answered; callers without progress see all. */
export async function readQuiz(
  db: Db,
  {
    actor,
    quizId,
    bookId,
    imageUrl,
    now,
  }: {
    actor: Actor;
    quizId: string;
    bookId?: string | undefined;
    imageUrl: ImageUrl;
    now: Date;
  },
): Promise<Quiz> {
  const [row] = await listQuizzes(db, { quizId }, actor.userId);
  demand(row && (bookId === undefined || bookId === row.bookId), 'not_found');
  const { records } = await demandAccess(db, actor, row.bookId, now);
  const of = { userId: actor.userId, kind: 'quiz' as const, subjectId: quizId };
  const paperOf = { ...of, number: 1 };
  const [all, turn] = await Promise.all([listQuestions(db, { kind: 'quiz', id: quizId }), findTurn(db, of)]);
  const questions = all.filter(({ retired }) => !retired);
  const ids = questions.map(({ id }) => id);
  const drawn =
    turn || !records ? await findPaper(db, paperOf) : await openPaper(db, paperOf, { questionIds: ids, now });
  const answers = new Map(turn?.answers.map((answer) => [answer.questionId, answer]));
  return {
    ...quizSummary(row),
    book_id: row.bookId,
    may_submit: records,
    questions: arrange(drawn, questions, { keepOrder: row.keepQuestionOrder }).map((question) => {
      const answer = answers.get(question.id) ?? null;
      return quizQuestion(question, answer, answer !== null || !records, imageUrl);
    }),
  };
}
