import { getSession } from '../../lib/session.ts';

/** What a guest meant to buy survives signing in: the specification keeps it in session storage. */
const KEY = 'book_to_buy';
/** The code that was applied to it: in local storage, as the specification has it. */
const PROMO_KEY = 'promo_discount';

export interface BookToBuy {
  readonly mode: 'book' | 'package';
  readonly id: string;
}

export function storeBookToBuy(wanted: BookToBuy): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(wanted));
  } catch {
    // storage is off: the address still says what is being bought
  }
}

export function clearBookToBuy(): void {
  try {
    sessionStorage.removeItem(KEY);
    if (isOurs(readPromo())) localStorage.removeItem(PROMO_KEY);
  } catch {
    // nothing was stored
  }
}

interface StoredPromo extends BookToBuy {
  readonly code: string;
  /** Whose it is; '' = a visitor's, which whoever signs in takes over. */
  readonly userId: string;
}
const userId = (): string => getSession()?.userId ?? '';
const readPromo = () => JSON.parse(localStorage.getItem(PROMO_KEY) ?? 'null') as StoredPromo | null;
const isOurs = (promo: StoredPromo | null): boolean => promo?.userId === '' || promo?.userId === userId();

/** Null removes it. Only the code is kept: its price is asked of the server each time. */
export function storePromoCode(item: BookToBuy, code: string | null): void {
  try {
    if (code) localStorage.setItem(PROMO_KEY, JSON.stringify({ ...item, code, userId: userId() }));
    else if (isOurs(readPromo())) localStorage.removeItem(PROMO_KEY);
  } catch {
    // storage is off: the code is entered again
  }
}

export function storedPromoCode(item: BookToBuy): string | null {
  try {
    const kept = readPromo();
    return kept && isOurs(kept) && kept.mode === item.mode && kept.id === item.id ? kept.code : null;
  } catch {
    return null;
  }
}
