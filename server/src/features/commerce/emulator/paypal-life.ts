import { DAY_MS } from '../../../platform/durations.ts';
import type { WebhookSender } from './paypal-webhooks.ts';
import { type EmulatedSale, type EmulatedSubscription, type EmulatorStore, mintId } from './state.ts';

/**
 * The life of an emulated subscription: the buyer approves, years pass, payments fail. The scenario decides how the
 * events arrive: at once, twice, never, or the sale before the activation.
 */
export async function approve(
  store: EmulatorStore,
  webhooks: WebhookSender,
  subscription: EmulatedSubscription,
): Promise<void> {
  if (subscription.status !== 'APPROVAL_PENDING') return;
  if (store.state.scenario === 'late') {
    // PayPal has taken half an hour between approval and activation.
    subscription.status = 'APPROVED';
    store.save();
    return;
  }
  await activate(store, webhooks, subscription);
}

export async function activate(
  store: EmulatorStore,
  webhooks: WebhookSender,
  subscription: EmulatedSubscription,
): Promise<void> {
  const now = store.now();
  subscription.status = 'ACTIVE';
  const { startTime } = subscription;
  const plan = store.state.plans.find(({ id }) => id === subscription.planId);
  subscription.startedAt = startTime ?? now.toISOString();
  subscription.nextBillingAt = startTime ?? yearAfter(now).toISOString();
  const first = startTime ? plan?.setupFeeCents : (plan?.firstYearCents ?? plan?.yearlyCents);
  const sale = first ? addSale(store, subscription, now, first) : null;
  store.save();
  const activated = () =>
    webhooks.send('BILLING.SUBSCRIPTION.ACTIVATED', { id: subscription.id, status: 'ACTIVE' });
  const sold = async () => {
    if (sale) await webhooks.send('PAYMENT.SALE.COMPLETED', saleResource(sale));
  };
  const { scenario } = store.state;
  if (scenario === 'lost') return;
  if (scenario === 'sale_first') {
    await sold();
    await activated();
    return;
  }
  await activated();
  await sold();
  if (scenario === 'twice' && sale) await webhooks.sendTwice('PAYMENT.SALE.COMPLETED', saleResource(sale));
}

/** Lets time pass: every due payment is tried, and the clock keeps its new time. */
export async function advance(
  store: EmulatorStore,
  webhooks: WebhookSender,
  milliseconds: number,
): Promise<void> {
  store.state.clockOffset += milliseconds;
  for (const charge of store.state.charges)
    if (charge.status === 'capturedPendingSettlement') charge.status = 'settledSuccessfully';
  for (const subscription of store.state.subscriptions) {
    while (
      subscription.status === 'ACTIVE' &&
      subscription.nextBillingAt &&
      new Date(subscription.nextBillingAt) <= store.now()
    )
      await bill(store, webhooks, subscription, new Date(subscription.nextBillingAt));
  }
  store.save();
}

async function bill(
  store: EmulatorStore,
  webhooks: WebhookSender,
  subscription: EmulatedSubscription,
  due: Date,
) {
  if (store.state.scenario === 'decline') {
    subscription.failedPayments += 1;
    if (subscription.failedPayments >= 2) subscription.status = 'SUSPENDED';
    // PayPal retries after five days, twice in a cycle.
    subscription.nextBillingAt = new Date(due.getTime() + 5 * DAY_MS).toISOString();
    await webhooks.send('BILLING.SUBSCRIPTION.PAYMENT.FAILED', { id: subscription.id });
    if (subscription.status === 'SUSPENDED')
      await webhooks.send('BILLING.SUBSCRIPTION.SUSPENDED', { id: subscription.id });
    return;
  }
  const plan = store.state.plans.find(({ id }) => id === subscription.planId);
  const sale = addSale(store, subscription, due, plan?.yearlyCents ?? 0);
  subscription.nextBillingAt = yearAfter(due).toISOString();
  if (store.state.scenario !== 'lost') await webhooks.send('PAYMENT.SALE.COMPLETED', saleResource(sale));
}

function addSale(
  store: EmulatorStore,
  subscription: EmulatedSubscription,
  at: Date,
  amountCents: number,
): EmulatedSale {
  const sale: EmulatedSale = {
    id: mintId('', 17),
    subscriptionId: subscription.id,
    amountCents,
    at: at.toISOString(),
    refundedCents: 0,
    status: 'COMPLETED',
  };
  store.state.sales.push(sale);
  return sale;
}

const saleResource = (sale: EmulatedSale) => ({
  id: sale.id,
  state: 'completed',
  billing_agreement_id: sale.subscriptionId,
  amount: { total: (sale.amountCents / 100).toFixed(2), currency: 'USD' },
  create_time: sale.at,
});

function yearAfter(time: Date): Date {
  const next = new Date(time);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next;
}
