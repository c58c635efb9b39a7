import { REVIEW_SESSION_SIZE } from '@vesalius/contract/assessments-limits';
import type {
  Practice,
  PracticeKind,
  PracticeOutcome,
  PracticeQuestions,
} from '@vesalius/contract/assessments-review';
import type { Db } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBooks, demandAccess, readableBooks } from '../catalogue/access.ts';
import { openBooksOfCards } from './cards/cards.ts';
import { findQuestion, listQuestionsById } from './paper-queries.ts';
import { type ImageUrl, quizQuestion } from './paper-views.ts';
import { bringForward, countPractice, findPracticed, listComing, listPractice } from './practice-queries.ts';
import { listReviewedBooks } from './review-queries.ts';
import { storeTurn } from './store-turn.ts';

/** A week, and the rest of the day before it. */
const COMING_MS = 8 * DAY_MS;

/**
 * Practice beyond what is due. It leaves the schedule alone: FSRS estimates how memory fades over days, and answers that follow
 * one another within minutes say nothing about that. What goes wrong is asked the next day, as after a quiz.
 */
export async function readPractice(db: Db, actor: Actor, now: Date): Promise<Practice> {
  const { userId } = actor;
  const [bookIds, booksOfCards] = await Promise.all([
    openBooks(db, actor, now),
    openBooksOfCards(db, actor, now),
  ]);
  const [counts, coming] = await Promise.all([
    countPractice(db, { userId, bookIds, now }),
    listComing(db, {
      userId,
      bookIds: [...new Set([...bookIds, ...booksOfCards])],
      now,
      until: new Date(now.getTime() + COMING_MS),
    }),
  ]);
  const numbers = ({ missed, new: isNew }: (typeof counts)[number]) => ({
    number_missed: missed,
    number_new: isNew,
  });
  return {
    books: counts
      .filter(({ chapterId }) => chapterId === null)
      .map((book) => ({
        book_id: book.bookId,
        book_title: book.bookTitle,
        ...numbers(book),
        chapters: counts.flatMap((each) =>
          each.bookId === book.bookId && each.chapterId
            ? [{ id: each.chapterId, title: each.chapterTitle ?? '', ...numbers(each) }]
            : [],
        ),
      })),
    coming: coming.map(({ dueAt, number }) => ({ due_at: dueAt.toISOString(), number })),
  };
}

/** Who may read every book practices in those of the review. */
async function openBooks(db: Db, actor: Actor, now: Date): Promise<string[]> {
  const readable = await readableBooks(db, actor, now);
  if (readable !== 'all') return readable;
  const access = await accessToBooks(db, actor, await listReviewedBooks(db, actor.userId), now);
  return [...access.values()].filter(({ granted }) => granted).map(({ bookId }) => bookId);
}

export async function listPracticeQuestions(
  db: Db,
  {
    actor,
    bookId,
    chapterId,
    kind,
    imageUrl,
    now,
  }: {
    actor: Actor;
    bookId: string | undefined;
    chapterId: string | undefined;
    kind: PracticeKind | undefined;
    imageUrl: ImageUrl;
    now: Date;
  },
): Promise<PracticeQuestions> {
  if (bookId) await demandAccess(db, actor, bookId, now);
  const rows = await listPractice(db, {
    userId: actor.userId,
    bookIds: bookId ? [bookId] : await openBooks(db, actor, now),
    chapterId,
    kind,
    now,
    limit: REVIEW_SESSION_SIZE,
  });
  const questions = await listQuestionsById(
    db,
    rows.map(({ questionId }) => questionId),
  );
  const byId = new Map(questions.map((question) => [question.id, question]));
  return {
    questions: rows.flatMap(({ questionId, bookId: id, bookTitle }) => {
      const row = byId.get(questionId);
      return row
        ? [{ book_id: id, book_title: bookTitle, question: quizQuestion(row, null, false, imageUrl) }]
        : [];
    }),
  };
}

/** Grades and reveals. A new question is answered in its quiz, where each is answered once. */
export async function answerPractice(
  db: Db,
  {
    actor,
    questionId,
    choiceId,
    imageUrl,
    now,
  }: { actor: Actor; questionId: string; choiceId: string; imageUrl: ImageUrl; now: Date },
): Promise<PracticeOutcome> {
  const { userId } = actor;
  const practiced = await findPracticed(db, userId, questionId);
  demand(practiced, 'not_found');
  const { bookId, bookTitle, quizId, isAnswered, dueAt } = practiced;
  const { records } = await demandAccess(db, actor, bookId, now);
  demand(records, 'read_only_role');
  const row = await findQuestion(db, questionId);
  const choice = row?.choices.find(({ id, retired }) => id === choiceId && !retired);
  demand(row && choice, 'answer_not_of_question');
  if (quizId && !isAnswered && !dueAt) {
    const answers = [{ questionId, choiceId }];
    await storeTurn(db, { kind: 'quiz', subjectId: quizId, userId, bookId, answers, partial: true }, now);
  } else if (!choice.correct)
    await bringForward(db, { userId, questionId, bookId, dueAt: new Date(now.getTime() + DAY_MS) });
  const asked = await findPracticed(db, userId, questionId);
  const answer = {
    attemptId: '',
    questionId,
    choiceId,
    correct: choice.correct,
    points: choice.correct ? row.points : 0,
  };
  return {
    book_id: bookId,
    book_title: bookTitle,
    question: quizQuestion(row, answer, true, imageUrl),
    correct: choice.correct,
    due_at: asked?.dueAt?.toISOString() ?? null,
  };
}
