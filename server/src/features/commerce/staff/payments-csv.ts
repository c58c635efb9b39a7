import type { Readable } from 'node:stream';
import { csvFile } from '../../../platform/csv-file.ts';
import type { Db } from '../../../platform/database/database.ts';
import { invoiceNumber } from '../issue-invoice.ts';
import { listPaymentsAfter, type PaymentFilter, type StaffPaymentRow } from './payment-list-queries.ts';

const dollars = (cents: number): string => (cents / 100).toFixed(2);

export const invoiceOf = ({ invoiceYear, invoiceNumber: number }: StaffPaymentRow): string | null =>
  invoiceYear && number ? invoiceNumber({ year: invoiceYear, number }) : null;

const COLUMNS = {
  date: (row: StaffPaymentRow) => row.createdAt.toISOString(),
  state: (row: StaffPaymentRow) => row.state,
  kind: (row: StaffPaymentRow) => row.kind,
  name: (row: StaffPaymentRow) => row.userName.trim(),
  email: (row: StaffPaymentRow) => row.email,
  title: (row: StaffPaymentRow) => row.title,
  promo_code: (row: StaffPaymentRow) => row.promoCode,
  amount: (row: StaffPaymentRow) => dollars(row.amountCents),
  refunded: (row: StaffPaymentRow) => dollars(row.refundedCents),
  currency: () => 'USD',
  provider: (row: StaffPaymentRow) => row.gateway,
  transaction: (row: StaffPaymentRow) => row.transactionId,
  attempt: (row: StaffPaymentRow) => row.attemptKey,
  last_four: (row: StaffPaymentRow) => row.lastFour,
  invoice: invoiceOf,
  reason: (row: StaffPaymentRow) => row.reason,
};

export const paymentsCsv = (db: Db, filter: PaymentFilter): Readable =>
  csvFile(db, COLUMNS, (tx, after: StaffPaymentRow | null, limit) =>
    listPaymentsAfter(tx, filter, after, limit),
  );
