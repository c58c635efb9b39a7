import { expect, it } from 'vitest';
import { offerOf } from './book-viewer-offer.ts';

const sold = { id: 'b1', new_version_book: null };
const replaced = { id: 'b1', new_version_book: { id: 'b2', title: 'The Heart, 2nd edition' } };

it.each([
  [null, sold, 'enroll', '/SignIn?next=%2FbookCheckout%2Fbook%2Fb1'],
  ['customer', sold, 'enroll', '/bookCheckout/book/b1'],
  ['program_director', sold, 'enroll', '/bookCheckout/book/b1'],
  [null, replaced, 'newEdition', '/book-profile/b2'],
  ['customer', replaced, 'newEdition', '/book-profile/b2'],
  ['author', sold, 'assigned', '/books'],
  ['editor', replaced, 'assigned', '/books'],
  ['staff', sold, 'staff', '/admin'],
  // PayPal has not activated it yet: it is not offered twice.
  ['customer', sold, 'waiting', '/bookCheckout/book/b1', true],
] as const)('offers %s of %o the way "%s"', (role, book, kind, to, isWaiting?: boolean) => {
  expect(offerOf(book, role, isWaiting)).toEqual({ kind, to });
});

it('takes the locked page along to the checkout', () => {
  expect(offerOf(sold, null, false, 40).to).toBe('/SignIn?next=%2FbookCheckout%2Fbook%2Fb1%3Fpage%3D40');
});
