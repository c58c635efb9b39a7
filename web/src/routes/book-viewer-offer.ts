import type { Role } from '@vesalius/contract/calls';
import type { BookPages } from '@vesalius/contract/reader';
import type { ReaderOffer } from '../features/reader/slots.ts';
import { paths } from '../lib/paths.ts';
import { canSubscribe } from '../product/buyers.ts';

/** What a person who reaches the end of the preview can do to read the rest of the book. */
export function offerOf(
  { id, new_version_book }: Pick<BookPages['book'], 'id' | 'new_version_book'>,
  role: Role | null,
  /** The reader has bought it, and PayPal has not activated it yet. */
  isWaiting = false,
  /** The page of the address, if only subscribers can open it. */
  locked: number | null = null,
  note?: string,
): ReaderOffer {
  if (role === 'staff') return { kind: 'staff', to: paths.admin.to() };
  if (!canSubscribe(role)) return { kind: 'assigned', to: paths.books.to() };
  if (isWaiting) return { kind: 'waiting', to: paths.bookCheckout.to(id) };
  if (new_version_book) return { kind: 'newEdition', to: paths.bookProfile.to(new_version_book.id) };
  const checkout = paths.bookCheckout.to(id, locked ?? undefined);
  return { kind: 'enroll', to: role ? checkout : paths.signIn.to(checkout), ...(note ? { note } : {}) };
}
