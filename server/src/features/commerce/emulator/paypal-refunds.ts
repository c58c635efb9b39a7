import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../../platform/durations.ts';
import { money, problem } from './paypal-answers.ts';
import type { WebhookSender } from './paypal-webhooks.ts';
import { type EmulatedRefund, type EmulatedSale, type EmulatorStore, mintId } from './state.ts';

/** Refunds a sale in part or in full, for the product or for a user on PayPal's own pages. */
export function refundSale(store: EmulatorStore, sale: EmulatedSale, cents: number): EmulatedRefund {
  sale.refundedCents += cents;
  sale.status = sale.refundedCents === sale.amountCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  const refund = {
    id: mintId('', 17),
    saleId: sale.id,
    amountCents: cents,
    at: store.now().toISOString(),
  };
  store.state.refunds.push(refund);
  store.save();
  return refund;
}

export async function sendRefunded(
  store: EmulatorStore,
  webhooks: WebhookSender,
  refund: EmulatedRefund,
): Promise<void> {
  if (store.state.scenario === 'lost') return;
  const sale = store.state.sales.find(({ id }) => id === refund.saleId);
  await webhooks.send('PAYMENT.SALE.REFUNDED', {
    id: refund.id,
    sale_id: refund.saleId,
    ...(sale ? { billing_agreement_id: sale.subscriptionId } : {}),
    amount: { total: (refund.amountCents / 100).toFixed(2), currency: 'USD' },
    state: 'completed',
  });
}

/** Reading refunds, and making a refund by hand at PayPal. */
export function registerPayPalRefunds(
  app: FastifyInstance,
  store: EmulatorStore,
  webhooks: WebhookSender,
  prefix: string,
): void {
  const { state } = store;
  app.get<{ Params: { id: string } }>(`${prefix}/v1/payments/refund/:id`, async (request, reply) => {
    const found = state.refunds.find(({ id }) => id === request.params.id);
    if (!found) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
    return {
      id: found.id,
      sale_id: found.saleId,
      state: 'completed',
      amount: { total: (found.amountCents / 100).toFixed(2), currency: 'USD' },
      create_time: found.at,
    };
  });

  app.get<{ Querystring: { start_date?: string; end_date?: string; transaction_type?: string } }>(
    `${prefix}/v1/reporting/transactions`,
    async (request, reply) => {
      if (state.reporting === 'forbidden') return problem(reply, 403, 'NOT_AUTHORIZED');
      if (state.reporting === 'broken') return problem(reply, 400, 'INVALID_REQUEST');
      const { start_date: from, end_date: to, transaction_type: type } = request.query;
      if (!from || !to || Date.parse(to) - Date.parse(from) > 31 * DAY_MS)
        return problem(reply, 400, 'INVALID_REQUEST');
      const listed = type === 'T1107' ? state.refunds.filter(({ at }) => at >= from && at <= to) : [];
      return {
        transaction_details: listed.map((one) => ({
          transaction_info: {
            transaction_id: one.id,
            paypal_reference_id: one.saleId,
            paypal_reference_id_type: 'TXN',
            transaction_event_code: 'T1107',
            transaction_initiation_date: one.at,
            transaction_amount: money(-one.amountCents),
          },
        })),
        total_items: listed.length,
        total_pages: 1,
      };
    },
  );

  /** A refund by the shop's owner on PayPal's own pages, without our knowledge. */
  app.post<{ Params: { id: string }; Body: { cents?: number } | null }>(
    `${prefix}/by-hand/refund/:id`,
    async (request, reply) => {
      const sale = state.sales.find(({ id }) => id === request.params.id);
      const cents = request.body?.cents ?? 0;
      if (!sale) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
      if (cents <= 0 || cents > sale.amountCents - sale.refundedCents)
        return problem(reply, 422, 'UNPROCESSABLE_ENTITY');
      const refund = refundSale(store, sale, cents);
      await sendRefunded(store, webhooks, refund);
      return reply.code(201).send({ id: refund.id });
    },
  );
}
