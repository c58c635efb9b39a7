import { z } from 'zod';
import { dateSlices } from './date-slices.ts';
import type { PayPalRefund } from './paypal-provider.ts';

/** The event code of refunds in PayPal's list of transactions. */
const REFUND_EVENT = 'T1107';
const MOST_PAGES = 50;

const Page = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          /** For a refund: the refunded sale. */
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
 * Transaction Search (`/v1/reporting/transactions`): all refunds of the account, including those made on PayPal's own
 * pages. The app needs the permission "Transaction search"; a transaction may be listed up to three hours late.
 */
export async function listRefunds(
  get: (path: string) => Promise<unknown>,
  from: Date,
  to: Date,
): Promise<PayPalRefund[]> {
  const slices: PayPalRefund[][] = [];
  for (const slice of dateSlices(from, to)) slices.push(await listSlice(get, slice));
  // A refund at the border of two slices is in both.
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
          // Outgoing amounts are negative there.
          amountCents: Math.abs(Math.round(Number(row.transaction_amount.value) * 100)),
          at: new Date(row.transaction_initiation_date),
        });
    if (page >= pages) break;
  }
  return found;
}
