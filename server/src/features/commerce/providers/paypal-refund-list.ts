import { z } from 'zod';
import { dateSlices } from './date-slices.ts';
import type { PayPalRefund } from './paypal-provider.ts';

/** Refunds of payments, in PayPal's list of transaction events. */
const REFUND_EVENT = 'T1107';
const MOST_PAGES = 50;

const Page = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          /** Of a refund: the sale that it gives back. */
          paypal_reference_id: z.string().optional(),
          transaction_initiation_date: z.string(),
          transaction_amount: z.object({ value: z.string() }),
        }),
      }),
    )
    .default([]),
  total_pages: z.number().default(1),
});

/**
 * Transaction Search (`/v1/reporting/transactions`): the account's refunds, also those that somebody made on PayPal's own
 * pages. The app needs the permission "Transaction search"; a transaction may take three hours to be listed.
 */
export async function listRefunds(
  get: (path: string) => Promise<unknown>,
  from: Date,
  to: Date,
): Promise<PayPalRefund[]> {
  const slices: PayPalRefund[][] = [];
  for (const slice of dateSlices(from, to)) slices.push(await listSlice(get, slice));
  // What stands on the border of two is in both.
  return [...new Map(slices.flat().map((refund) => [refund.id, refund])).values()];
}

async function listSlice(
  get: (path: string) => Promise<unknown>,
  { from, to }: { from: Date; to: Date },
): Promise<PayPalRefund[]> {
  const found: PayPalRefund[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      transaction_type: REFUND_EVENT,
      fields: 'transaction_info',
      page_size: '100',
      page: String(page),
    });
    const { transaction_details: rows, total_pages: pages } = Page.parse(
      await get(`/v1/reporting/transactions?${query}`),
    );
    for (const { transaction_info: row } of rows)
      if (row.paypal_reference_id)
        found.push({
          id: row.transaction_id,
          saleId: row.paypal_reference_id,
          // What goes out is negative there.
          amountCents: Math.abs(Math.round(Number(row.transaction_amount.value) * 100)),
          at: new Date(row.transaction_initiation_date),
        });
    if (page >= pages) break;
  }
  return found;
}
