import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceJobs } from './jobs.ts';
import { payPalOf } from './payment-providers.ts';
import { insertProviderEvent } from './subscription-queries.ts';

const Event = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(200),
  resource: z.object({ id: z.string().optional(), billing_agreement_id: z.string().optional() }).default({}),
});
/** Events whose resource is the refund itself. */
const REFUND_EVENTS = ['PAYMENT.SALE.REFUNDED', 'PAYMENT.SALE.REVERSED'];
const LARGEST_DELIVERY = 256_000;

/**
 * `/webhooks/paypal`. A delivery without PayPal's signature over its exact bytes gets 401 and does nothing. A signed
 * one is stored once, together with a job that asks PayPal for the state: the event only triggers the check and is
 * never trusted.
 */
export function registerPayPalWebhook(app: FastifyInstance, deps: Deps): void {
  // In a separate scope, where JSON stays the received text: the signature is over its bytes.
  void app.register((scope, _options, done) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, parsed) =>
      parsed(null, text),
    );
    scope.post<{ Body: string }>(
      '/webhooks/paypal',
      { bodyLimit: LARGEST_DELIVERY },
      async (request, reply) => {
        const paypal = payPalOf(deps);
        const raw = typeof request.body === 'string' ? request.body : '';
        const headers = request.headers as Record<string, string | undefined>;
        if (!(await paypal.verifyWebhook(headers, raw))) throw new ProductError('signature_invalid');
        const parsed = Event.safeParse(safeJson(raw));
        if (!parsed.success) throw new ProductError('malformed');
        await receivePayPalEvent(deps, parsed.data);
        return reply.code(200).send({});
      },
    );
    done();
  });
}

/** Stores the event once, with the job that asks PayPal; a delivery is answered only after its job is stored. */
export async function receivePayPalEvent(deps: Deps, event: z.output<typeof Event>): Promise<void> {
  const { resource, event_type: type } = event;
  const subject = type.startsWith('BILLING.SUBSCRIPTION.')
    ? (resource.id ?? null)
    : (resource.billing_agreement_id ?? null);
  await inTransaction(deps.db, async (tx) => {
    const isNew = await insertProviderEvent(tx, {
      id: event.id,
      gateway: 'paypal',
      type,
      subject,
      at: deps.clock.now(),
    });
    if (!isNew) return;
    if (REFUND_EVENTS.includes(type) && resource.id)
      await enqueue(tx, commerceJobs.readPayPalRefund({ refund_id: resource.id }));
    if (subject) await enqueue(tx, commerceJobs.syncPayPal({ provider_subscription_id: subject }));
  });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
