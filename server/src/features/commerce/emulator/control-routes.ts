import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '../../../platform/durations.ts';
import { activate, advance } from './paypal-life.ts';
import type { WebhookSender } from './paypal-webhooks.ts';
import type { EmulatorStore } from './state.ts';

const Control = z.object({
  scenario: z
    .enum([
      'succeed',
      'decline',
      'hold',
      'server_error',
      'timeout_before_charge',
      'timeout_after_charge',
      'late',
      'twice',
      'lost',
      'sale_first',
    ])
    .optional(),
  /** Advances the providers' clock; what becomes due is charged. */
  advance_days: z.number().int().min(0).max(4000).optional(),
  /** Activates subscriptions that were approved late. */
  activate_approved: z.boolean().optional(),
});

/** Lets a user make the next payment succeed, fail, arrive late or arrive twice. */
export function registerControl(
  app: FastifyInstance,
  store: EmulatorStore,
  webhooks: WebhookSender,
  prefix: string,
): void {
  app.get(`${prefix}/control`, async () => ({
    scenario: store.state.scenario,
    now: store.now().toISOString(),
    subscriptions: store.state.subscriptions.map(({ id, status, nextBillingAt }) => ({
      id,
      status,
      nextBillingAt,
    })),
    charges: store.state.charges.map(({ id, invoiceNumber, amountCents, status }) => ({
      id,
      invoiceNumber,
      amountCents,
      status,
    })),
  }));
  app.post(`${prefix}/control`, async (request, reply) => {
    const asked = Control.safeParse(request.body ?? {});
    if (!asked.success) return reply.code(422).send({ message: asked.error.message });
    const { scenario, advance_days: days, activate_approved: activateApproved } = asked.data;
    if (scenario) store.state.scenario = scenario;
    if (activateApproved)
      for (const one of store.state.subscriptions)
        if (one.status === 'APPROVED') await activate(store, webhooks, one);
    if (days) await advance(store, webhooks, days * DAY_MS);
    store.save();
    return { scenario: store.state.scenario, now: store.now().toISOString() };
  });
}
