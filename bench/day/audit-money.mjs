/** Compares the providers' charges with our records: one order, one payment, one invoice, access; nothing twice. */

import { groupBy } from './group.mjs';

const TAKEN = new Set(['capturedPendingSettlement', 'settledSuccessfully']);

export async function checkBooks(audit, ledger, emulator) {
  const payments = await audit.all(`select p.*, o.state as order_state, o.amount_cents as order_cents,
      o.user_id as order_user, o.book_id, s.id as access, s.user_id as access_user, s.book_id as access_book,
      s.ends_at > p.created_at + interval '364 days' as a_year,
      (select count(*)::int from invoices i where i.payment_id = p.id and i.amount_cents = p.amount_cents) as invoices
    from payments p left join orders o on o.id = p.order_id left join subscriptions s on s.id = p.subscription_id`);
  const approved = payments.filter(({ state }) => state === 'approved');
  checkTaken(audit, emulator, payments);

  const known = new Map([
    ...emulator.charges.map((charge) => [charge.invoiceNumber, charge.amountCents]),
    ...emulator.sales.map((sale) => [sale.id, sale.amountCents]),
  ]);
  for (const payment of approved) {
    const name = payment.gateway === 'card' ? payment.attempt_key : payment.transaction_id;
    if (known.get(name) !== payment.amount_cents)
      audit.differ('payment that no provider took', `${payment.id} ${name}`);
    if (payment.refunded_cents > 0) continue;
    if (payment.order_state !== 'paid' || payment.order_cents !== payment.amount_cents)
      audit.differ('payment without its order', `${payment.id}: order ${payment.order_state}`);
    if (payment.invoices !== 1)
      audit.differ('payment without one invoice', `${payment.id}: ${payment.invoices}`);
    const isTheirs = payment.access_user === payment.user_id && payment.access_book === payment.book_id;
    if (!payment.access || !isTheirs || !payment.a_year)
      audit.differ('payment without access', `${payment.id}: subscription ${payment.access ?? 'none'}`);
  }
  audit.count('approved payments with order, invoice, access', approved.length);

  const standing = approved.filter(({ refunded_cents: back }) => back === 0);
  for (const [key, all] of groupBy(standing, ({ user_id, book_id }) => `${user_id} ${book_id}`))
    if (all.length > 1) audit.differ('paid twice', `${key}: ${all.map(({ id }) => id).join(', ')}`);
  for (const { id, state } of payments)
    if (state === 'started' || state === 'unknown') audit.differ('payment without an end', `${id}: ${state}`);

  const orders = await audit.all(`select o.id, o.state, o.subscription_id,
      (select count(*)::int from payments p where p.order_id = o.id and p.state = 'approved') as paid
    from orders o`);
  for (const order of orders)
    if (
      order.state === 'paid'
        ? order.paid !== 1 || !order.subscription_id
        : order.state !== 'returned' && order.paid > 0
    )
      audit.differ('order without one payment', JSON.stringify(order));
  audit.count('orders', orders.length);
  const gifts = await audit.all(`select s.id from subscriptions s where s.gateway in ('card', 'paypal')
    and not exists (select 1 from orders o where o.subscription_id = s.id and o.state in ('paid', 'returned'))`);
  for (const { id } of gifts) audit.differ('access without a payment', id);
  await checkAcknowledged(audit, ledger);
}

/** From the providers' side: they took nothing that our records lack. */
function checkTaken(audit, emulator, payments) {
  const of = (key) => groupBy(payments, (payment) => payment[key]);
  const byAttempt = of('attempt_key');
  const byTransaction = of('transaction_id');
  const charges = emulator.charges.filter(({ status }) => TAKEN.has(status));
  const sales = emulator.sales.filter(({ status }) => status === 'COMPLETED');
  for (const charge of charges) matches(audit, charge, byAttempt.get(charge.invoiceNumber));
  for (const sale of sales) matches(audit, sale, byTransaction.get(sale.id));
  audit.count('charges of cards at the provider', charges.length);
  audit.count('sales at PayPal', sales.length);
}

function matches(audit, { id, amountCents }, found = []) {
  const approved = found.filter(({ state }) => state === 'approved');
  if (approved.length !== 1 || approved[0].amount_cents !== amountCents)
    audit.differ(
      'taken and not in our books',
      `${id}, ${amountCents} cents: ${found.map(({ state }) => state).join() || 'nothing'}`,
    );
}

async function checkAcknowledged(audit, ledger) {
  const bought = ledger.filter(
    ({ w, ok, subscription }) => ok && subscription && ['free', 'card', 'paypal'].includes(w),
  );
  const rows = await audit.all(
    `select s.id, user_id, book_id, gateway, ends_at > now() as runs,
       exists (select 1 from orders o where o.subscription_id = s.id and o.state = 'paid') as paid
     from subscriptions s`,
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  for (const { w, u, book, subscription } of bought) {
    const row = kept.get(subscription);
    // A purchase begun with a code may also have been paid, which extends it.
    const isTheirs = row?.user_id === u && row.book_id === book && (row.gateway === w || row.paid);
    if (!row?.runs || !isTheirs)
      audit.differ('purchase', `${w} ${subscription}: ${row ? JSON.stringify(row) : 'nothing'}`);
  }
  audit.count('purchases acknowledged', bought.length);
}
