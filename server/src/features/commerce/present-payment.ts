import type { Payment } from '@vesalius/contract/commerce-payment';
import { invoiceNumber } from './issue-invoice.ts';
import type { PaymentListRow } from './payment-queries.ts';

export function presentPayment(row: PaymentListRow): Payment {
  return {
    id: row.id,
    paid_at: row.createdAt.toISOString(),
    title: row.title,
    kind: row.kind,
    gateway: row.gateway,
    state: row.state,
    amount: row.amountCents / 100,
    refunded: row.refundedCents / 100,
    refunds: row.refunds.map(({ amountCents, at }) => ({
      amount: amountCents / 100,
      at: new Date(at).toISOString(),
    })),
    last_four: row.lastFour,
    card_type: row.cardType,
    subscription_id: row.subscriptionId,
    invoice_id: row.invoiceId,
    invoice_number:
      row.invoiceYear && row.invoiceNumber
        ? invoiceNumber({ year: row.invoiceYear, number: row.invoiceNumber })
        : null,
  };
}
