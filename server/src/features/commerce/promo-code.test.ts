import { expect, it } from 'vitest';
import { discountedCents, type PromoCode, whyNot } from './promo-code.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const code = (more: Partial<PromoCode> = {}): PromoCode => ({
  id: 'c',
  name: 'CODE',
  kind: 'percentage',
  value: 20,
  bookId: null,
  packageId: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerPerson: null,
  mailDomain: null,
  recurs: false,
  ...more,
});
const purchase = { bookId: 'b', packageId: null, email: 'a@clinic.example', at: AT };
const unused = { uses: 0, usesByPerson: 0 };

it.each([
  ['any book', code(), unused, null],
  ['this book', code({ bookId: 'b' }), unused, null],
  ['another book', code({ bookId: 'x' }), unused, 'other item'],
  ['a package', code({ packageId: 'p' }), unused, 'other item'],
  ['from now on', code({ startsAt: AT }), unused, null],
  ['from later on', code({ startsAt: new Date(AT.getTime() + 1) }), unused, 'not yet'],
  ['until now', code({ endsAt: AT }), unused, 'over'],
  ['the right mail domain, whatever the case', code({ mailDomain: 'Clinic.example' }), unused, null],
  ['a domain that only ends alike', code({ mailDomain: 'ic.example' }), unused, 'other people'],
  ['one use left', code({ maxUses: 3 }), { uses: 2, usesByPerson: 0 }, null],
  ['no use left', code({ maxUses: 3 }), { uses: 3, usesByPerson: 0 }, 'used up'],
  ['used by this person', code({ maxUsesPerPerson: 1 }), { uses: 1, usesByPerson: 1 }, 'used by this person'],
] as const)('a code for %s: %#', (_name, promo, use, expected) => {
  expect(whyNot(promo, use, purchase)).toBe(expected);
});

it.each([
  ['percentage', 20, 19900, 15920],
  ['percentage', 100, 19900, 0],
  ['percentage', 33, 9999, 6699],
  ['amount', 5000, 19900, 14900],
  ['amount', 99900, 19900, 0],
  ['fixed_price', 4900, 19900, 4900],
  ['fixed_price', 29900, 19900, 19900],
] as const)('%s %i makes %i cents %i', (kind, value, price, expected) => {
  expect(discountedCents({ kind, value }, price)).toBe(expected);
});
