import type { QueryClient } from '@tanstack/react-query';
import { hasKeptBooks } from '../lib/kept-books.ts';

/** What the browser keeps for a person besides the session itself. */
const KEYS = ['book_to_buy', 'promo_discount', 'current_book_page'];

/** After signing out, or when the server ended the session: nothing of it is left for the next one. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive' });
  // What is on the page is asked for again, now as a visitor.
  void queryClient.resetQueries();
  // Pages kept on this device end with the session.
  if (hasKeptBooks())
    void import('../features/reader/offline/wake.ts').then((kept) => kept.forgetKeptBooks());
  try {
    for (const key of KEYS) {
      localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    }
  } catch {
    // storage is off: nothing was kept
  }
}
