import { expect, it } from 'vitest';
import { isPaymentReturn } from './payment-return.ts';

it.each<[string | undefined, boolean]>([
  ['/checkout?mode=book&id=1&paypal=approved&subscription_id=I-1', true],
  ['/checkout?mode=book&id=1&paypal=cancelled', false],
  ['/checkout?mode=book&id=1', false],
  ['/books?paypal=approved', false],
  [undefined, false],
])('of %s: %s', (path, expected) => expect(isPaymentReturn(path)).toBe(expected));
