import type { NotebookEntry } from '@vesalius/contract/notebook';
import {
  HIGHLIGHT_COLORS,
  NOTEBOOK_KINDS,
  NOTEBOOK_ORDERS,
  type NotebookKind,
} from '@vesalius/contract/notebook-limits';
import { DAY_MS, dayOf } from '../../../lib/days.ts';
import { isBookmarkEntry } from '../notes/bookmark.ts';
import type { NotebookWish } from './api.ts';

export const FILTERS = ['q', 'book', 'chapter', 'kind', 'color', 'period', 'from', 'to', 'order'] as const;
export type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

export const PERIODS = ['week', 'month', 'range'] as const;
/** Days of a period, today included. */
const PERIOD_DAYS = { week: 7, month: 30 } as const;
const ID = /^[0-9a-f-]{36}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address asks for. A value that we do not offer counts as no filter. */
export function wishOf(filters: Filters, now: Date): NotebookWish {
  const kind = NOTEBOOK_KINDS.find((known) => known === filters.kind);
  const color = HIGHLIGHT_COLORS.find((known) => known === filters.color);
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(ID.test(filters.book) ? { book_id: filters.book } : {}),
    ...(ID.test(filters.book) && ID.test(filters.chapter) ? { chapter_id: filters.chapter } : {}),
    ...(kind ? { kind } : {}),
    ...(color ? { color } : {}),
    ...daysOf(filters, now),
    order: NOTEBOOK_ORDERS.find((known) => known === filters.order) ?? 'newest',
  };
}

function daysOf({ period, from, to }: Filters, now: Date): { from?: string; to?: string } {
  if (period === 'week' || period === 'month')
    return { from: dayOf(new Date(now.getTime() - (PERIOD_DAYS[period] - 1) * DAY_MS).toISOString()) };
  if (period !== 'range') return {};
  return { ...(DAY.test(from) ? { from } : {}), ...(DAY.test(to) ? { to } : {}) };
}

export const isFiltered = ({ order: _order, ...rest }: NotebookWish): boolean => Object.keys(rest).length > 0;

const kindOf = (entry: NotebookEntry): NotebookKind =>
  entry.note.text !== '' ? 'note' : isBookmarkEntry(entry) ? 'bookmark' : 'highlight';

/** As the server filters, with the words compared letter by letter. */
export function isWished(entry: NotebookEntry, wish: NotebookWish): boolean {
  const { q = '', book_id, chapter_id, kind, color, from, to } = wish;
  const text = `${entry.note.text} ${entry.note.quote}`.toLowerCase();
  const day = entry.created_at.slice(0, 10);
  return (
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (!book_id || entry.book.id === book_id) &&
    (!chapter_id || entry.chapter?.id === chapter_id) &&
    (!kind || kindOf(entry) === kind) &&
    (!color || (entry.color === color && !isBookmarkEntry(entry))) &&
    (!from || day >= from) &&
    (!to || day <= to)
  );
}
