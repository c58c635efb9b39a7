import { REVIEW_SESSION_SIZE } from '@vesalius/contract/assessments-limits';
import type { ListMetadata } from '@vesalius/contract/atoms';
import type { Card, CardsEndpoints } from '@vesalius/contract/cards';
import { type CardGrade, MAX_CARDS, MAX_CARDS_TEXT } from '@vesalius/contract/cards-limits';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { pageOf, sliceOf } from '../../../platform/lists.ts';
import type { Actor } from '../../accounts/actor.ts';
import { accessToBooks, demandAccess } from '../../catalogue/access.ts';
import { findAnnotationBook } from '../../reader/annotations.ts';
import { schedule } from '../review-schedule.ts';
import {
  countDueCards,
  deleteOwnCard,
  findOwnCard,
  insertCard,
  listBooksOfCards,
  listCardRows,
  listDueCardRows,
  lockOwnCard,
  type OwnCardRow,
  sizeOfCards,
  updateCardSchedule,
  updateCardTexts,
} from './card-queries.ts';

/** The card's texts are partly the book's, so they are left out while the book is closed. */
const toCard = (row: OwnCardRow, isOpen: boolean): Card => ({
  id: row.id,
  kind: row.kind,
  front: isOpen ? row.front : '',
  back: isOpen ? row.back : '',
  book: { id: row.bookId, title: row.bookTitle, language: row.bookLanguage },
  page: row.pageNumber,
  page_label: row.pageLabel,
  annotation_id: row.annotationId,
  is_closed: !isOpen,
  due_at: row.dueAt.toISOString(),
  created_at: row.createdAt.toISOString(),
});

export async function openBooksOfCards(db: Db, actor: Actor, now: Date): Promise<string[]> {
  const access = await accessToBooks(db, actor, await listBooksOfCards(db, actor.userId), now);
  return [...access.values()].filter(({ granted }) => granted).map(({ bookId }) => bookId);
}

export async function listCards(
  { db, clock }: Deps,
  actor: Actor,
  {
    book_id: bookId,
    page,
    items = PAGE_SIZE.notebook,
  }: { book_id?: string | undefined; page: number; items?: number | undefined },
): Promise<{ data: Card[]; metadata: ListMetadata }> {
  const open = new Set(await openBooksOfCards(db, actor, clock.now()));
  const rows = await listCardRows(db, { userId: actor.userId, bookId, ...sliceOf(page, items) });
  return pageOf(rows, page, items, (row) => toCard(row, open.has(row.bookId)));
}

/** Cards of closed books wait, and come back with the access. */
export async function readDueCards(
  db: Db,
  actor: Actor,
  now: Date,
): Promise<{ cards: Card[]; count: number; nextDueAt: Date | null; lastAt: Date | null }> {
  const of = { userId: actor.userId, bookIds: await openBooksOfCards(db, actor, now), now };
  const [rows, { due, nextDueAt, lastAt }] = await Promise.all([
    listDueCardRows(db, { ...of, limit: REVIEW_SESSION_SIZE }),
    countDueCards(db, of),
  ]);
  return { cards: rows.map((row) => toCard(row, true)), count: due, nextDueAt, lastAt };
}

export const countOwnDueCards = async (db: Db, actor: Actor, now: Date) =>
  countDueCards(db, { userId: actor.userId, bookIds: await openBooksOfCards(db, actor, now), now });

/** Idempotent by id: the same request stores one card. */
export async function createCard(
  deps: Deps,
  actor: Actor,
  body: z.output<CardsEndpoints['createCard']['body']>,
): Promise<Card> {
  const { db, clock } = deps;
  const now = clock.now();
  const { userId } = actor;
  const { bookId, pageNumber } = await findAnnotationBook(db, actor, body.annotation_id);
  await demandAccess(db, actor, bookId, now);
  await demandSpace(db, userId, body);
  const id = body.id ?? newId();
  const { kind, front, back, annotation_id: annotationId } = body;
  // A new card can be reviewed at once.
  await insertCard(db, { id, userId, bookId, pageNumber, annotationId, kind, front, back, dueAt: now }, now);
  return toCard(await getOwnCard(db, userId, id), true);
}

async function demandSpace(
  db: Db,
  userId: string,
  { front, back }: Pick<OwnCardRow, 'front' | 'back'>,
  added = 1,
): Promise<void> {
  const { count, characters } = await sizeOfCards(db, userId);
  const hasSpace = count + added <= MAX_CARDS && characters + front.length + back.length <= MAX_CARDS_TEXT;
  demand(hasSpace, 'too_many_cards');
}

export async function changeCard(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  texts: z.output<CardsEndpoints['updateCard']['body']>,
): Promise<Card> {
  const { userId } = actor;
  const { bookId } = await getOwnCard(db, userId, id);
  const now = clock.now();
  // Its texts were not shown to somebody who cannot read the book.
  await demandAccess(db, actor, bookId, now);
  await demandSpace(db, userId, texts, 0);
  await updateCardTexts(db, { id, userId, now, ...texts });
  return toCard(await getOwnCard(db, userId, id), true);
}

export async function removeCard({ db }: Deps, { userId }: Actor, id: string): Promise<undefined> {
  demand(await deleteOwnCard(db, userId, id), 'not_found');
}

/** Schedules the next review. Answers 409 for a card that is not due, so a repeated request counts once. */
export async function answerCard(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  grade: CardGrade,
): Promise<{ due_at: string; interval_days: number }> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const card = await lockOwnCard(tx, actor.userId, id);
    demand(card, 'not_found');
    await demandAccess(tx, actor, card.bookId, now);
    demand(card.dueAt <= now, 'already_answered');
    const correct = grade !== 'again';
    const next = schedule(card.memory, { correct, effort: correct ? grade : 'good' }, now);
    await updateCardSchedule(tx, id, { ...next, at: now });
    return { due_at: next.dueAt.toISOString(), interval_days: next.intervalDays };
  });
}

/** The card of another user counts as not found. */
async function getOwnCard(db: Db, userId: string, id: string): Promise<OwnCardRow> {
  const card = await findOwnCard(db, userId, id);
  demand(card, 'not_found');
  return card;
}
