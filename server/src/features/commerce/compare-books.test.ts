import { describe, expect, it } from 'vitest';
import { compareCards, comparePayPal } from './compare-books.ts';

const NOW = new Date('2026-03-02T03:00:00Z');
const AT = new Date('2026-03-01T09:00:00Z');
const ours = (more: object = {}) => ({
  id: 'p1',
  attemptKey: 'V1',
  state: 'approved' as const,
  amountCents: 19900,
  refundedCents: 0,
  transactionId: 't1',
  createdAt: AT,
  ...more,
});
const theirs = (more: object = {}) => ({
  transactionId: 't1',
  attemptKey: 'V1',
  amountCents: 19900,
  status: 'approved' as const,
  lastFour: '0027',
  submittedAt: AT,
  ...more,
});
const refund = (more: object = {}) => ({
  id: 'r1',
  key: 'R1',
  state: 'done' as const,
  amountCents: 5000,
  providerRefundId: 't2',
  createdAt: AT,
  ...more,
});
const refundThere = theirs({ transactionId: 't2', attemptKey: 'R1', amountCents: 5000, status: 'refunded' });

describe('our records compared with the card provider', () => {
  it.each([
    ['the same on both sides', [ours()], [], [theirs()], []],
    ['a refund on both sides', [ours({ refundedCents: 5000 })], [refund()], [theirs(), refundThere], []],
    ['money for an attempt that we do not know', [], [], [theirs()], ['missing_here:t1']],
    ['money for an attempt that we closed', [ours({ state: 'lost' })], [], [theirs()], ['not_granted:p1']],
    ['another amount', [ours()], [], [theirs({ amountCents: 1 })], ['amount:p1']],
    ['nothing there', [ours()], [], [], ['missing_there:p1']],
    ['nothing there yet', [ours({ createdAt: NOW })], [], [], []],
    ['a declined one on both sides', [ours({ state: 'declined' })], [], [theirs({ status: 'declined' })], []],
    ['taken back there only', [ours()], [], [theirs({ status: 'voided' })], ['voided_there:p1']],
    ['taken back on both sides', [ours({ refundedCents: 19900 })], [], [theirs({ status: 'voided' })], []],
    ['a refund that we do not know', [ours()], [], [theirs(), refundThere], ['refund_missing_here:t2']],
    ['a refund that is not there', [ours()], [refund()], [theirs()], ['refund_missing_there:r1']],
    [
      'a refund of another amount',
      [ours()],
      [refund({ amountCents: 4000 })],
      [theirs(), refundThere],
      ['refund_amount:r1'],
    ],
  ])('%s', (_name, own, refunds, listed, expected) => {
    const found = compareCards(own, refunds, listed as never, NOW);
    expect(found.map(({ kind, subject }) => `${kind}:${subject}`)).toEqual(expected);
  });
});

describe('our records compared with PayPal', () => {
  const sale = (more: object = {}) => ({
    id: 't1',
    amountCents: 19900,
    status: 'COMPLETED' as const,
    at: AT,
    ...more,
  });
  it.each([
    ['the same on both sides', [ours()], [sale()], []],
    ['a sale that we do not know', [], [sale()], ['missing_here:t1']],
    ['a declined sale', [], [sale({ status: 'DECLINED' })], []],
    ['another amount', [ours()], [sale({ amountCents: 1 })], ['amount:p1']],
    ['no such sale', [ours()], [], ['missing_there:p1']],
    [
      'a part given back there only',
      [ours()],
      [sale({ status: 'PARTIALLY_REFUNDED' })],
      ['refund_missing_here:p1'],
    ],
    [
      'all given back there, a part here',
      [ours({ refundedCents: 1 })],
      [sale({ status: 'REFUNDED' })],
      ['refund_amount:p1'],
    ],
    ['given back here only', [ours({ refundedCents: 1 })], [sale()], ['refund_missing_there:p1']],
    ['given back on both sides', [ours({ refundedCents: 19900 })], [sale({ status: 'REFUNDED' })], []],
  ])('%s', (_name, own, sales, expected) => {
    const found = comparePayPal(own, sales, NOW);
    expect(found.map(({ kind, subject }) => `${kind}:${subject}`)).toEqual(expected);
  });
});
