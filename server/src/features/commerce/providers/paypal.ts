import { z } from 'zod';
import type { Secret } from '../../../config/config.ts';
import { OutcomeUnknown, PermissionMissing, ProviderRefused } from './card-provider.ts';
import type { PayPalProvider, PayPalSale, PlanTerms } from './paypal-provider.ts';
import { listRefunds } from './paypal-refund-list.ts';
import { webhookVerifier } from './paypal-webhook.ts';

export interface PayPalOptions {
  /** `https://api-m.paypal.com`, its sandbox, or the emulator. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly webhookId: string;
  readonly now: () => Date;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** A token is renewed this long before it ends (seconds). */
const TOKEN_MARGIN = 300;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
const Subscription = z.object({
  id: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  plan_id: z.string(),
  custom_id: z.string().default(''),
  start_time: z.string().optional(),
  create_time: z.string().optional(),
  billing_info: z
    .object({
      next_billing_time: z.string().optional(),
      last_payment: z.object({ amount: z.object({ value: z.string() }) }).optional(),
    })
    .optional(),
});
const Created = z.object({
  id: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
const Transactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']),
        amount_with_breakdown: z.object({ gross_amount: z.object({ value: z.string() }) }),
        time: z.string(),
      }),
    )
    .default([]),
});

/** The client of PayPal. Every creating call sends `PayPal-Request-Id`: the same key returns the same result. */
export function payPal(options: PayPalOptions): PayPalProvider {
  const verifyWebhook = webhookVerifier(options);
  let token: { value: string; until: number } | null = null;

  async function raw(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    try {
      const response = await (options.fetch ?? fetch)(`${options.baseUrl}${path}`, {
        ...init,
        signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    } catch (error) {
      throw new OutcomeUnknown(`PayPal did not answer ${path.split('?')[0]}`, {
        cause: (error as Error).name,
      });
    }
  }

  async function bearer(): Promise<string> {
    const now = options.now().getTime() / 1000;
    if (token && token.until > now) return token.value;
    const basic = Buffer.from(`${options.clientId}:${options.clientSecret.reveal()}`).toString('base64');
    const { status, body } = await raw('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    if (status !== 200) throw new ProviderRefused(`PayPal refused our keys (${status})`);
    const { access_token, expires_in } = Token.parse(body);
    token = { value: access_token, until: now + expires_in - TOKEN_MARGIN };
    return access_token;
  }

  async function call(method: string, path: string, body?: object, key?: string) {
    for (let again = true; ; again = false) {
      const answer = await raw(path, {
        method,
        headers: {
          authorization: `Bearer ${await bearer()}`,
          'content-type': 'application/json',
          ...(key ? { 'paypal-request-id': key } : {}),
          prefer: 'return=representation',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (answer.status === 401 && again) {
        token = null;
        continue;
      }
      if (answer.status >= 500 || answer.status === 429)
        throw new OutcomeUnknown(`PayPal answered ${answer.status} to ${path.split('?')[0]}`);
      return answer;
    }
  }

  function expect(answer: { status: number; body: unknown }, ...allowed: number[]): unknown {
    if (allowed.includes(answer.status)) return answer.body;
    const { name = 'UNKNOWN' } = (answer.body ?? {}) as { name?: string };
    const Refusal = answer.status === 403 ? PermissionMissing : ProviderRefused;
    throw new Refusal(`PayPal refused with ${answer.status} ${name}`);
  }

  let productId: Promise<string> | null = null;
  const product = () => {
    productId ??= call(
      'POST',
      '/v1/catalogs/products',
      { name: 'Digital medical book, yearly', type: 'DIGITAL', category: 'EDUCATIONAL_AND_TEXTBOOKS' },
      'vesalius-product',
    ).then((answer) => Created.parse(expect(answer, 200, 201)).id);
    return productId.catch((error) => {
      productId = null;
      throw error;
    });
  };

  return {
    async createPlan(key, terms) {
      const body = planBody(await product(), terms);
      return Created.parse(expect(await call('POST', '/v1/billing/plans', body, key), 200, 201)).id;
    },
    async createSubscription(key, { planId, startsAt, customId, email, returnUrl, cancelUrl }) {
      const body = {
        plan_id: planId,
        ...(startsAt ? { start_time: startsAt.toISOString() } : {}),
        custom_id: customId,
        subscriber: { email_address: email },
        application_context: {
          brand_name: 'Vesalius',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'SUBSCRIBE_NOW',
          payment_method: { payer_selected: 'PAYPAL', payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
          return_url: returnUrl,
          cancel_url: cancelUrl,
        },
      };
      const created = Created.parse(
        expect(await call('POST', '/v1/billing/subscriptions', body, key), 200, 201),
      );
      const approve = created.links.find(({ rel }) => rel === 'approve');
      if (!approve) throw new ProviderRefused('PayPal gave no address to approve at');
      return { id: created.id, approveUrl: approve.href };
    },
    async findSubscription(id) {
      const answer = await call('GET', `/v1/billing/subscriptions/${encodeURIComponent(id)}`);
      if (answer.status === 404 || answer.status === 400) return null;
      const row = Subscription.parse(expect(answer, 200));
      const { next_billing_time: next, last_payment: last } = row.billing_info ?? {};
      return {
        id: row.id,
        status: row.status,
        planId: row.plan_id,
        customId: row.custom_id,
        startedAt: new Date(row.start_time ?? row.create_time ?? options.now()),
        nextBillingAt: next ? new Date(next) : null,
        lastPaymentCents: last ? toCents(last.amount.value) : null,
      };
    },
    async cancelSubscription(id, reason) {
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/cancel`;
      const answer = await call('POST', path, { reason: reason.slice(0, 128) });
      // 422 SUBSCRIPTION_STATUS_INVALID: it is canceled already, which was the request.
      expect(answer, 200, 204, 422);
    },
    async listSales(id, from, to): Promise<PayPalSale[]> {
      const range = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() });
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/transactions?${range}`;
      const { transactions } = Transactions.parse(expect(await call('GET', path), 200));
      return transactions.map((row) => ({
        id: row.id,
        status: row.status,
        amountCents: toCents(row.amount_with_breakdown.gross_amount.value),
        at: new Date(row.time),
      }));
    },
    async refundSale(key, saleId, amountCents) {
      const amount = amountCents === null ? {} : { amount: { total: toValue(amountCents), currency: 'USD' } };
      const path = `/v1/payments/sale/${encodeURIComponent(saleId)}/refund`;
      return { refundId: Created.parse(expect(await call('POST', path, amount, key), 200, 201)).id };
    },
    async findRefund(id) {
      const answer = await call('GET', `/v1/payments/refund/${encodeURIComponent(id)}`);
      if (answer.status === 404 || answer.status === 400) return null;
      const row = Refund.parse(expect(answer, 200));
      if (row.state !== 'completed') return null;
      const at = new Date(row.create_time ?? options.now());
      return { id: row.id, saleId: row.sale_id, amountCents: Math.abs(toCents(row.amount.total)), at };
    },
    listRefunds: (from, to) => listRefunds(async (path) => expect(await call('GET', path), 200), from, to),
    verifyWebhook,
  };
}

const Refund = z.object({
  id: z.string(),
  sale_id: z.string(),
  state: z.string().default('completed'),
  amount: z.object({ total: z.string() }),
  create_time: z.string().optional(),
});
const toValue = (cents: number) => (cents / 100).toFixed(2);
const toCents = (value: string) => Math.round(Number(value) * 100);

/** `total_cycles` 0 = unlimited; PayPal's default of 1 would bill once only. */
function planBody(productId: string, terms: PlanTerms) {
  const cycle = (tenure: 'TRIAL' | 'REGULAR', sequence: number, cycles: number, cents: number) => ({
    frequency: { interval_unit: 'YEAR', interval_count: 1 },
    tenure_type: tenure,
    sequence,
    total_cycles: cycles,
    pricing_scheme: { fixed_price: { value: toValue(cents), currency_code: 'USD' } },
  });
  const first = terms.firstYearCents;
  return {
    product_id: productId,
    name: terms.name.slice(0, 127),
    billing_cycles:
      first === undefined
        ? [cycle('REGULAR', 1, 0, terms.yearlyCents)]
        : [cycle('TRIAL', 1, 1, first), cycle('REGULAR', 2, 0, terms.yearlyCents)],
    payment_preferences: {
      auto_bill_outstanding: true,
      // Billed at the approval even if the subscription begins later.
      ...(terms.upfrontCents === undefined
        ? {}
        : { setup_fee: { value: toValue(terms.upfrontCents), currency_code: 'USD' } }),
      setup_fee_failure_action: 'CANCEL',
      payment_failure_threshold: 2,
    },
  };
}
