import { getSession } from '../../lib/session.ts';

/** A guest's selection survives signing in. The specification stores it in session storage. */
const KEY = 'book_to_buy';
/** The applied promo code, in local storage as specified. */
const PROMO_KEY = 'promo_discount';

export interface BookToBuy {
  readonly mode: 'book' | 'package';
  readonly id: string;
}

export function storeBookToBuy(wanted: BookToBuy): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(wanted));
  } catch {
    // storage is disabled: the address still names the item
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
  /** The owner; '' = a visitor, whose code goes to the user who signs in. */
  readonly userId: string;
}
const userId = (): string => getSession()?.userId ?? '';
const readPromo = () => JSON.parse(localStorage.getItem(PROMO_KEY) ?? 'null') as StoredPromo | null;
const isOurs = (promo: StoredPromo | null): boolean => promo?.userId === '' || promo?.userId === userId();

/** Null removes it. Only the code is stored: its price is always requested from the server. */
export function storePromoCode(item: BookToBuy, code: string | null): void {
  try {
    if (code) localStorage.setItem(PROMO_KEY, JSON.stringify({ ...item, code, userId: userId() }));
    else if (isOurs(readPromo())) localStorage.removeItem(PROMO_KEY);
  } catch {
    // storage is disabled: the user enters the code again
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
