import { describe, expect, it } from 'vitest';
import { clearSession, storeSession, whenTabLost } from '../../lib/session.ts';
import { sessionOf } from '../../testing/render.tsx';
import { clearBookToBuy, storedPromoCode, storePromoCode } from './book-to-buy.ts';

const ITEM = { mode: 'book', id: 'some-book' } as const;
const signIn = (userId: string) => {
  clearSession();
  whenTabLost(() => {});
  storeSession(sessionOf('customer', { userId }), true);
};

describe('an applied promo code', () => {
  it('is not kept for the next user of the browser', () => {
    signIn('agnes');
    storePromoCode(ITEM, 'HALF');
    expect(storedPromoCode(ITEM)).toBe('HALF');
    signIn('boris');
    expect(storedPromoCode(ITEM)).toBeNull();
    clearBookToBuy();
    storePromoCode(ITEM, null);
    signIn('agnes');
    expect(storedPromoCode(ITEM)).toBe('HALF');
  });

  it('of a visitor is kept for the user who signs in', () => {
    storePromoCode(ITEM, 'HALF');
    signIn('agnes');
    expect(storedPromoCode(ITEM)).toBe('HALF');
    expect(storedPromoCode({ mode: 'package', id: 'some-book' })).toBeNull();
    clearBookToBuy();
    expect(localStorage.getItem('promo_discount')).toBeNull();
  });
});
