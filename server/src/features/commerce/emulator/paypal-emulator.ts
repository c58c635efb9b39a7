import type { FastifyInstance } from 'fastify';
import { money, problem } from './paypal-answers.ts';
import { refundSale, registerPayPalRefunds, sendRefunded } from './paypal-refunds.ts';
import type { WebhookSender } from './paypal-webhooks.ts';
import { type EmulatedSubscription, type EmulatorStore, mintId } from './state.ts';

/** The protocol's data, read as leniently as the provider reads it. */
type Json = ReturnType<typeof JSON.parse>;

/**
 * PayPal Subscriptions v1 as far as we use it: products, plans, subscriptions, their transactions, refunds. A
 * creating call with a known `PayPal-Request-Id` repeats its first answer.
 */
export function registerPayPalEmulator(
  app: FastifyInstance,
  store: EmulatorStore,
  webhooks: WebhookSender,
  { prefix, publicUrl }: { prefix: string; publicUrl: () => string },
): void {
  const { state } = store;

  app.post(`${prefix}/v1/oauth2/token`, async (request, reply) => {
    if (!request.headers.authorization?.startsWith('Basic '))
      return problem(reply, 401, 'AUTHENTICATION_FAILURE');
    return {
      access_token: mintId('A21', 40),
      token_type: 'Bearer',
      app_id: 'APP-EMULATOR',
      expires_in: 31_668,
    };
  });

  const once = <Answer>(key: unknown, make: () => Answer): Answer => {
    if (typeof key !== 'string') return make();
    state.answers[key] ??= make();
    store.save();
    return state.answers[key] as Answer;
  };

  app.post(`${prefix}/v1/catalogs/products`, async (request, reply) =>
    reply.code(201).send(once(request.headers['paypal-request-id'], () => ({ id: mintId('PROD-', 17) }))),
  );

  app.post<{ Body: Json }>(`${prefix}/v1/billing/plans`, async (request, reply) => {
    const body: Json = request.body ?? {};
    const cycles: Json[] = body.billing_cycles ?? [];
    const cents = (cycle: Json) => Math.round(Number(cycle.pricing_scheme.fixed_price.value) * 100);
    const regular = cycles.find((cycle) => cycle.tenure_type === 'REGULAR');
    const setupFee: Json = body.payment_preferences?.setup_fee;
    const trial = cycles.find((cycle) => cycle.tenure_type === 'TRIAL');
    if (!regular) return problem(reply, 400, 'INVALID_REQUEST');
    const made = once(request.headers['paypal-request-id'], () => {
      const id = mintId('P-', 24);
      state.plans.push({
        id,
        name: String(body.name),
        yearlyCents: cents(regular),
        firstYearCents: trial ? cents(trial) : null,
        ...(setupFee ? { setupFeeCents: Math.round(Number(setupFee.value) * 100) } : {}),
      });
      return { id, status: 'ACTIVE' };
    });
    return reply.code(201).send(made);
  });

  app.post<{ Body: Json }>(`${prefix}/v1/billing/subscriptions`, async (request, reply) => {
    const {
      plan_id: planId,
      custom_id: customId = '',
      start_time: startTime,
      application_context: context = {},
    } = (request.body ?? {}) as Json;
    if (planId === 'ERRSUB033') return problem(reply, 403, 'NOT_AUTHORIZED');
    if (!state.plans.some(({ id }) => id === planId)) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
    if (startTime !== undefined && !(Date.parse(startTime) > store.now().getTime()))
      return problem(reply, 422, 'UNPROCESSABLE_ENTITY');
    const made = once(request.headers['paypal-request-id'], () => {
      const subscription: EmulatedSubscription = {
        id: mintId('I-', 12),
        planId,
        customId,
        returnUrl: context.return_url,
        cancelUrl: context.cancel_url,
        createdAt: store.now().toISOString(),
        ...(startTime === undefined ? {} : { startTime }),
        status: 'APPROVAL_PENDING',
        startedAt: null,
        nextBillingAt: null,
        failedPayments: 0,
      };
      state.subscriptions.push(subscription);
      return { id: subscription.id };
    });
    await webhooks.send('BILLING.SUBSCRIPTION.CREATED', { id: made.id, plan_id: planId });
    const approve = `${publicUrl()}${prefix}/approve/${made.id}`;
    return reply.code(201).send({
      id: made.id,
      status: 'APPROVAL_PENDING',
      links: [{ rel: 'approve', href: approve, method: 'GET' }],
    });
  });

  const find = (id: string) => state.subscriptions.find((one) => one.id === id);

  app.get<{ Params: { id: string } }>(`${prefix}/v1/billing/subscriptions/:id`, async (request, reply) => {
    const found = find(request.params.id);
    if (!found) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
    const last = state.sales.findLast(
      (sale) => sale.subscriptionId === found.id && sale.status !== 'DECLINED',
    );
    return {
      id: found.id,
      status: found.status,
      plan_id: found.planId,
      custom_id: found.customId,
      create_time: found.createdAt,
      start_time: found.startedAt ?? found.createdAt,
      billing_info: {
        ...(found.nextBillingAt ? { next_billing_time: found.nextBillingAt } : {}),
        ...(last ? { last_payment: { amount: money(last.amountCents), time: last.at } } : {}),
        failed_payments_count: found.failedPayments,
      },
    };
  });

  app.post<{ Params: { id: string } }>(
    `${prefix}/v1/billing/subscriptions/:id/cancel`,
    async (request, reply) => {
      const found = find(request.params.id);
      if (!found) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
      if (found.status !== 'ACTIVE' && found.status !== 'SUSPENDED')
        return problem(reply, 422, 'UNPROCESSABLE_ENTITY');
      found.status = 'CANCELLED';
      found.nextBillingAt = null;
      store.save();
      await webhooks.send('BILLING.SUBSCRIPTION.CANCELLED', { id: found.id });
      return reply.code(204).send();
    },
  );

  app.get<{ Params: { id: string }; Querystring: { start_time?: string; end_time?: string } }>(
    `${prefix}/v1/billing/subscriptions/:id/transactions`,
    async (request, reply) => {
      const { start_time: from, end_time: to } = request.query;
      if (!from || !to) return problem(reply, 400, 'INVALID_REQUEST');
      const transactions = state.sales
        .filter((sale) => sale.subscriptionId === request.params.id && sale.at >= from && sale.at <= to)
        .map((sale) => ({
          id: sale.id,
          status: sale.status,
          time: sale.at,
          amount_with_breakdown: { gross_amount: money(sale.amountCents) },
        }));
      return { transactions };
    },
  );

  app.post<{ Params: { id: string }; Body: Json }>(
    `${prefix}/v1/payments/sale/:id/refund`,
    async (request, reply) => {
      const sale = state.sales.find(({ id }) => id === request.params.id);
      if (!sale) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
      const known = state.answers[String(request.headers['paypal-request-id'])] as { id: string } | undefined;
      if (known) return reply.code(201).send({ id: known.id, state: 'completed', sale_id: sale.id });
      const left = sale.amountCents - sale.refundedCents;
      const { amount } = (request.body ?? {}) as Json;
      const asked = amount ? Math.round(Number(amount.total) * 100) : left;
      if (asked <= 0 || asked > left) return problem(reply, 422, 'UNPROCESSABLE_ENTITY');
      const made = once(request.headers['paypal-request-id'], () => refundSale(store, sale, asked));
      await sendRefunded(store, webhooks, made);
      return reply.code(201).send({ id: made.id, state: 'completed', sale_id: sale.id });
    },
  );
  registerPayPalRefunds(app, store, webhooks, prefix);

  /** The certificate at the address that deliveries state. */
  app.get(`${prefix}/certificate.pem`, async (_request, reply) =>
    reply.type('application/x-pem-file').send(state.publicKey),
  );
}
