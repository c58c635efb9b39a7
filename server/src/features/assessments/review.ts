import { REVIEW_SESSION_SIZE } from '@vesalius/contract/assessments-limits';
import type { Review, ReviewOutcome, ReviewSchedule } from '@vesalius/contract/assessments-review';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBooks, demandAccess } from '../catalogue/access.ts';
import { countOwnDueCards, readDueCards } from './cards/cards.ts';
import { findQuestion, listQuestionsById } from './paper-queries.ts';
import { type ImageUrl, quizQuestion } from './paper-views.ts';
import { countCards, listDueCards, listReviewedBooks, lockCard, updateCard } from './review-queries.ts';
import { daysBetween, type Effort, schedule } from './review-schedule.ts';

/** The due questions of books that the reader can read. Other cards are kept, and return with the access. */
export async function readReview(db: Db, actor: Actor, imageUrl: ImageUrl, now: Date): Promise<Review> {
  const { userId } = actor;
  const bookIds = await openReviewedBooks(db, actor, now);
  const [cards, counts, own] = await Promise.all([
    listDueCards(db, { userId, bookIds, now, limit: REVIEW_SESSION_SIZE }),
    countCards(db, { userId, bookIds, now }),
    readDueCards(db, actor, now),
  ]);
  const questions = await listQuestionsById(
    db,
    cards.map(({ questionId }) => questionId),
  );
  const byId = new Map(questions.map((question) => [question.id, question]));
  return {
    due: cards.flatMap(({ questionId, bookId, bookTitle }) => {
      const row = byId.get(questionId);
      const question = row && quizQuestion(row, null, false, imageUrl);
      return question ? [{ book_id: bookId, book_title: bookTitle, question }] : [];
    }),
    cards: own.cards,
    number_of_due_cards: own.count,
    number_due: counts.due,
    number_of_cards: counts.cards,
    next_due_at: inOrder(counts.nextDueAt, own.nextDueAt)[0]?.toISOString() ?? null,
    last_reviewed_at: inOrder(counts.lastAt, own.lastAt).at(-1)?.toISOString() ?? null,
  };
}

const inOrder = (...dates: (Date | null)[]): Date[] =>
  dates.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime());

/** How many questions and cards are due, as the review shows them. */
export async function countDueReviews(
  db: Db,
  actor: Actor,
  now: Date,
): Promise<{ questions: number; cards: number }> {
  const bookIds = await openReviewedBooks(db, actor, now);
  const [{ due: questions }, { due: cards }] = await Promise.all([
    countCards(db, { userId: actor.userId, bookIds, now }),
    countOwnDueCards(db, actor, now),
  ]);
  return { questions, cards };
}

async function openReviewedBooks(db: Db, actor: Actor, now: Date): Promise<string[]> {
  const access = await accessToBooks(db, actor, await listReviewedBooks(db, actor.userId), now);
  return [...access.values()].filter(({ granted }) => granted).map(({ bookId }) => bookId);
}

/** Grades, reveals the answer, and schedules the next review. Answers 409 for a question that is not due. */
export async function answerReview(
  db: Db,
  {
    actor,
    questionId,
    choiceId,
    effort,
    imageUrl,
    now,
  }: {
    actor: Actor;
    questionId: string;
    choiceId: string;
    effort: Effort;
    imageUrl: ImageUrl;
    now: Date;
  },
): Promise<ReviewOutcome> {
  return inTransaction(db, async (tx) => {
    const card = await lockCard(tx, actor.userId, questionId);
    demand(card, 'not_found');
    await demandAccess(tx, actor, card.bookId, now);
    const row = await findQuestion(tx, questionId);
    demand(row && !row.retired, 'not_found');
    const choice = row.choices.find(({ id, retired }) => id === choiceId && !retired);
    demand(choice, 'answer_not_of_question');
    demand(card.dueAt <= now, 'already_answered');
    const { correct } = choice;
    const next = schedule(card.memory, { correct, effort }, now);
    await updateCard(tx, actor.userId, questionId, {
      ...{ ...next, at: now },
      ratedFrom: correct ? { memory: card.memory } : null,
    });
    const answer = { attemptId: '', questionId, choiceId, correct, points: correct ? row.points : 0 };
    return {
      book_id: card.bookId,
      book_title: card.bookTitle,
      question: quizQuestion(row, answer, true, imageUrl),
      correct,
      due_at: next.dueAt.toISOString(),
      interval_days: next.intervalDays,
    };
  });
}

/**
 * The reader's word on a right answer, after it was seen: scheduled once more from what was known before it. Of a wrong
 * answer, and of one that is due again, nothing changes.
 */
export async function rateReview(
  db: Db,
  { actor, questionId, effort, now }: { actor: Actor; questionId: string; effort: Effort; now: Date },
): Promise<ReviewSchedule> {
  return inTransaction(db, async (tx) => {
    const card = await lockCard(tx, actor.userId, questionId);
    demand(card?.memory && card.reviewedAt, 'not_found');
    await demandAccess(tx, actor, card.bookId, now);
    const { reviewedAt: at, ratedFrom } = card;
    const isOpen = ratedFrom !== null && card.dueAt > now;
    const next = isOpen ? schedule(ratedFrom.memory, { correct: true, effort }, at) : null;
    if (next) await updateCard(tx, actor.userId, questionId, { ...next, at, ratedFrom });
    const dueAt = next?.dueAt ?? card.dueAt;
    return { due_at: dueAt.toISOString(), interval_days: daysBetween(at, dueAt) };
  });
}
