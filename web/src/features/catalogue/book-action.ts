import type { Role } from '@vesalius/contract/calls';
import type { BookCard, BookDetail } from '@vesalius/contract/catalogue';

export type CardAction = 'getStarted' | 'continue' | 'review' | 'preview' | 'getAccess';

const ACTION_OF_PROGRESS = {
  not_started: 'getStarted',
  in_progress: 'continue',
  completed: 'review',
} as const;

/**
 * A card's button. For a started book it follows the reader's own list. Specification, part 1 section 2 "Book card".
 */
export function cardAction(
  role: Role | null,
  book: Pick<BookCard, 'has_access' | 'book_progress'>,
): CardAction {
  if (role !== 'customer') return 'preview';
  return book.has_access ? ACTION_OF_PROGRESS[book.book_progress.status] : 'getAccess';
}

/** The label instead of the price for users who need not pay. Staff see the price. */
export type OwnedLabel = 'inLibrary' | 'yourBook' | 'youEdit' | 'inProgram';
const LABEL_OF_ROLE: Readonly<Record<Role, OwnedLabel | null>> = {
  customer: 'inLibrary',
  author: 'yourBook',
  editor: 'youEdit',
  program_director: 'inProgram',
  staff: null,
};
export const ownedLabel = (role: Role | null, book: Pick<BookCard, 'has_access'>): OwnedLabel | null =>
  role !== null && book.has_access ? LABEL_OF_ROLE[role] : null;

/** Authors and editors go to the viewer, everybody else to the profile. */
export const opensViewer = (role: Role | null): boolean => role === 'author' || role === 'editor';

export type ReadingAction = 'open' | 'preview' | 'firstView' | 'start' | 'continue' | 'review';

/** The profile's button by reading state. Specification, part 1 section 2 "Book profile". */
export function readingAction(
  role: Role | null,
  book: Pick<BookDetail, 'has_access' | 'is_subscribed' | 'book_progress'>,
): ReadingAction {
  if (!book.has_access) return 'preview';
  if (role !== 'customer') return 'open';
  const { status, is_survey_solved } = book.book_progress;
  if (status === 'completed' || is_survey_solved) return 'review';
  if (status === 'in_progress') return 'continue';
  return book.is_subscribed ? 'firstView' : 'start';
}
