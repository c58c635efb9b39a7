import { expect, it } from 'vitest';
import { packagePrice } from './package-price.ts';

/** The book's price, the paid part of the year, and the amount paid for that part. */
type Row = readonly [priceCents: number, paidShare: number, paidCents: number];

it.each<[string, number, readonly Row[], object]>([
  [
    'nothing paid: the full price',
    30000,
    [
      [20000, 0, 0],
      [20000, 0, 0],
    ],
    { itemsCents: 40000, creditCents: 0, toPayCents: 30000 },
  ],
  [
    'one of two equal books paid for the year: half',
    30000,
    [
      [20000, 1, 20000],
      [20000, 0, 0],
    ],
    { itemsCents: 40000, creditCents: 15000, toPayCents: 15000 },
  ],
  [
    'half of the year paid: half of that book’s share',
    30000,
    [
      [20000, 0.5, 10000],
      [20000, 0, 0],
    ],
    { itemsCents: 40000, creditCents: 7500, toPayCents: 22500 },
  ],
  [
    'bought at a discount: what was paid, not the share',
    30000,
    [
      [20000, 1, 2000],
      [20000, 0, 0],
    ],
    { itemsCents: 40000, creditCents: 2000, toPayCents: 28000 },
  ],
  [
    'free: a year that cost nothing credits nothing',
    30000,
    [
      [20000, 1, 0],
      [20000, 1, 0],
    ],
    { itemsCents: 40000, creditCents: 0, toPayCents: 30000 },
  ],
  [
    'paid twice for the same months counts once',
    30000,
    [
      [10000, 1.8, 18000],
      [30000, 0, 0],
    ],
    { itemsCents: 40000, creditCents: 7500, toPayCents: 22500 },
  ],
  [
    'everything paid: nothing to pay',
    30000,
    [[20000, 1, 40000]],
    { itemsCents: 20000, creditCents: 30000, toPayCents: 0 },
  ],
  [
    'books without a price have no share',
    30000,
    [
      [0, 1, 0],
      [0, 0, 0],
    ],
    { itemsCents: 0, creditCents: 0, toPayCents: 30000 },
  ],
  [
    'a broken cent goes to the buyer',
    10000,
    [
      [100, 1, 10000],
      [200, 0, 0],
    ],
    { itemsCents: 300, creditCents: 3334, toPayCents: 6666 },
  ],
])('%s', (_name, price, items, expected) => {
  expect(
    packagePrice(
      price,
      items.map(([priceCents, paidShare, paidCents]) => ({ priceCents, paidShare, paidCents })),
    ),
  ).toEqual(expected);
});
