import { z } from 'zod';
import { Id, ListQuery, listOf, Timestamp } from './atoms.ts';
import { cardsCalls } from './cards-calls.ts';
import { CARD_GRADES, CARD_KINDS, hasHiddenPart, MAX_CARD_TEXT } from './cards-limits.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';

const Side = z.string().trim().max(MAX_CARD_TEXT);

export const Card = z.object({
  id: Id,
  kind: z.enum(CARD_KINDS),
  /** A question; of a cloze, a text whose hidden parts are written {{c1::so}}. */
  front: z.string(),
  back: z.string(),
  book: z.object({ id: Id, title: z.string(), language: z.string() }),
  page: z.number().int(),
  page_label: z.string(),
  /** The highlight it was made of, while that exists. */
  annotation_id: Id.nullable(),
  /** The book cannot be read now: the card waits, without its texts. */
  is_closed: z.boolean(),
  due_at: Timestamp,
  created_at: Timestamp,
});
export type Card = z.output<typeof Card>;

const CardTexts = z.object({
  kind: z.enum(CARD_KINDS).default('basic'),
  front: Side.min(1, VALUE_MESSAGES.required),
  back: Side.default(''),
});
const isComplete = ({ kind, front, back }: z.output<typeof CardTexts>): boolean =>
  kind === 'cloze' ? hasHiddenPart(front) : back !== '';

export const cardsEndpoints = defineEndpoints(cardsCalls, {
  listCards: {
    summary: 'The caller’s cards, the newest first',
    description: 'Texts of cards whose book the caller cannot read now are left out.',
    query: ListQuery.extend({ book_id: Id.optional() }),
    answer: listOf(Card),
  },
  createCard: {
    summary: 'Makes a card of one of the caller’s highlights',
    description:
      'With an `id` of the caller’s own choice, sending it twice stores it once. It is due on the next day.',
    body: CardTexts.extend({ id: Id.optional(), annotation_id: Id }).refine(isComplete, {
      path: ['back'],
      error: VALUE_MESSAGES.required,
    }),
    answer: Card,
    status: 201,
    errors: ['not_subscribed', 'too_many_cards'],
  },
  updateCard: {
    summary: 'Changes the texts of a card; when it is due stays',
    body: CardTexts.refine(isComplete, { path: ['back'], error: VALUE_MESSAGES.required }),
    answer: Card,
    errors: ['not_subscribed'],
  },
  deleteCard: { summary: 'Deletes a card' },
  answerCard: {
    summary: 'Says how well the answer of a due card was remembered; answers when it comes back',
    body: z.object({ grade: z.enum(CARD_GRADES) }),
    answer: z.object({ due_at: Timestamp, interval_days: z.number() }),
    errors: ['not_subscribed', 'already_answered'],
  },
  downloadCards: {
    summary: 'The cards as a package for Anki: one deck a book, without those of books that are closed now',
    query: z.object({ book_id: Id.optional() }),
    raw: 'application/octet-stream',
  },
});
export type CardsEndpoints = typeof cardsEndpoints;
