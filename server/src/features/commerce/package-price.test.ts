import { expect, it } from 'vitest';
import { packagePrice } from './package-price.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

it.each([
  [
    'nothing owned: the full price',
    30000,
    [
      [20000, null],
      [20000, null],
    ],
    { itemsCents: 40000, creditCents: 0, toPayCents: 30000 },
  ],
  [
    'one of two equal books paid for the year: half',
    30000,
    [
      [20000, inDays(365)],
      [20000, null],
    ],
    { itemsCents: 40000, creditCents: 15000, toPayCents: 15000 },
  ],
  [
    'half of the year left: half of that book’s share',
    30000,
    [
      [20000, inDays(182.5)],
      [20000, null],
    ],
    { itemsCents: 40000, creditCents: 7500, toPayCents: 22500 },
  ],
  [
    'an ended subscription credits nothing',
    30000,
    [
      [20000, inDays(-1)],
      [20000, null],
    ],
    { itemsCents: 40000, creditCents: 0, toPayCents: 30000 },
  ],
  [
    'more than a year left counts as a year',
    30000,
    [
      [10000, inDays(900)],
      [30000, null],
    ],
    { itemsCents: 40000, creditCents: 7500, toPayCents: 22500 },
  ],
  [
    'everything owned: nothing to pay',
    30000,
    [[20000, inDays(400)]],
    { itemsCents: 20000, creditCents: 30000, toPayCents: 0 },
  ],
  [
    'free books have no share',
    30000,
    [
      [0, inDays(400)],
      [0, null],
    ],
    { itemsCents: 0, creditCents: 0, toPayCents: 30000 },
  ],
  [
    'a broken cent goes to the buyer',
    10000,
    [
      [100, inDays(365)],
      [200, null],
    ],
    { itemsCents: 300, creditCents: 3334, toPayCents: 6666 },
  ],
] as const)('%s', (_name, price, items, expected) => {
  expect(
    packagePrice(
      price,
      items.map(([priceCents, paidUntil]) => ({ priceCents, paidUntil })),
      NOW,
    ),
  ).toEqual(expected);
});
