import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { checkout } from '../../../testing/checkout.ts';
import { buildBook } from '../../../testing/factories.ts';
import { mintNumber } from '../emulator/state.ts';

describe('staff and payments', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let staff: Person;
  beforeAll(async () => {
    t = await testApp();
    shop = checkout(t);
    staff = await t.person({ role: 'staff' });
  });
  afterAll(() => t.close());
  type Name = keyof typeof commerceAdminCalls;
  const call = (name: Name, more: object = {}) => t.call(commerceAdminCalls[name], { as: staff, ...more });

  it.each(Object.keys(commerceAdminCalls) as Name[])('%s is for the staff alone', async (name) => {
    const params = { id: newId() };
    expect((await t.call(commerceAdminCalls[name], { params })).status).toBe(401);
    const reader = await t.person();
    expect((await t.call(commerceAdminCalls[name], { as: reader, portal: 'admin', params })).status).toBe(
      403,
    );
  });

  it('changes a price for new subscribers', async () => {
    const book = await buildBook(t.deps.db, { priceCents: 10000 });
    const early = await t.person();
    await shop.pay({ as: early, bookId: book.id, amount: 100 });
    const set = (id: string, price: number, previous_price: number, more: object = {}) =>
      call('updatePrice', { params: { id }, body: { price, previous_price, ...more } });
    expect((await set(book.id, 120.5, 100)).status).toBe(204);
    expect((await shop.pay({ as: await t.person(), bookId: book.id, amount: 100 })).status).toBe(409);
    expect((await shop.pay({ as: await t.person(), bookId: book.id, amount: 120.5 })).status).toBe(200);
    expect((await shop.subscriptions(early))[0].renewal_price).toBe(100);
    expect((await set(newId(), 1, 2)).status).toBe(404);
    expect(await shop.count('audit_log', `action = 'price.change'`)).toBe(1);
  });

  it('does not overwrite a price that changed meanwhile, also concurrently', async () => {
    const book = await buildBook(t.deps.db, { priceCents: 10000 });
    const set = (price: number) =>
      call('updatePrice', { params: { id: book.id }, body: { price, previous_price: 100 } });
    const answers = await Promise.all([set(110), set(120)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('price_changed');
  });

  it('makes something free only after a confirmation', async () => {
    const book = await buildBook(t.deps.db, { priceCents: 10000 });
    const give = (more: object) =>
      call('updatePrice', { params: { id: book.id }, body: { price: 0, previous_price: 100, ...more } });
    const refused = await give({});
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['price']);
    expect((await give({ free: true })).status).toBe(204);
  });

  it('makes promo codes, counts their use, and ends them', async () => {
    const book = await buildBook(t.deps.db);
    const name = `SPRING${mintNumber(5)}`;
    const body = { name, kind: 'percentage', value: 50, max_uses: 2, mail_domain: 'example.org' };
    const made = await call('createPromoCode', { body });
    expect(made.status).toBe(201);
    expect((await call('createPromoCode', { body })).body.code).toBe('promo_code_taken');
    expect((await call('createPromoCode', { body: { ...body, value: 101 } })).status).toBe(422);
    const nowhere = { ...body, name: `${name}X`, book_id: '0198c0de-0000-7000-8000-000000000000' };
    expect((await call('createPromoCode', { body: nowhere })).status).toBe(422);
    await shop.pay({ as: await t.person(), bookId: book.id, promo: name, amount: 99.5 });
    const listed = (await call('listPromoCodes')).body.data.find(
      (one: { id: string }) => one.id === made.body.id,
    );
    expect(listed).toMatchObject({ uses: 1, paid: 99.5, is_active: true });
    await call('endPromoCode', { params: { id: made.body.id } });
    const late = await shop.pay({ as: await t.person(), bookId: book.id, promo: name, amount: 99.5 });
    expect(late.body.code).toBe('promo_code_invalid');
  });

  const paid = async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    await shop.pay({ as, bookId: book.id });
    await shop.runJobs();
    const { data } = (await call('listAllPayments', { query: { search_term: as.email } })).body;
    return { as, payment: data[0] };
  };

  it('finds a payment by what a customer quotes', async () => {
    const { payment } = await paid();
    await paid();
    const idsOf = async (search_term: string) =>
      (await call('listAllPayments', { query: { search_term } })).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(payment.invoice_number).toMatch(/^V-2026-\d{6}$/);
    expect(await idsOf(payment.invoice_number)).toEqual([payment.id]);
    expect(await idsOf(payment.invoice_number.toLowerCase())).toEqual([payment.id]);
    expect(await idsOf(payment.transaction_id.slice(0, -1))).toContain(payment.id);
    expect(await idsOf(payment.attempt_key.slice(0, 8))).toEqual([payment.id]);
    expect(await idsOf(payment.last_four)).toContain(payment.id);
    expect(await idsOf(`$${payment.amount}.00`)).toContain(payment.id);
    expect(await idsOf('V-2026-999999')).toEqual([]);
    expect(await idsOf('9998.00')).toEqual([]);
  });
  const refund = (id: string, body: object) =>
    call('refundPayment', {
      params: { id },
      body: { refund_id: newId(), ends_access: false, reason: 'asked for it', ...body },
    });

  const partsOf = (cents: number) =>
    shop
      .emulator()
      .state.charges.filter(
        ({ status, amountCents }) => status === 'refundPendingSettlement' && amountCents === cents,
      );

  it('refunds a part once it has settled, once per id, and never more than was paid', async () => {
    const { as, payment } = await paid();
    const refundable = async () => (await call('getRefundable', { params: { id: payment.id } })).body;
    expect(await refundable()).toMatchObject({
      left: 199,
      whole_only: true,
      credited_to: [],
      access: { subscription_end_date: expect.stringMatching(/^2027-/), renews: true },
    });
    expect((await refund(payment.id, { amount: 50 })).body.code).toBe('refund_unsettled');
    for (const charge of shop.emulator().state.charges)
      if (charge.status === 'capturedPendingSettlement') charge.status = 'settledSuccessfully';
    const id = newId();
    // Requested five times concurrently, and once more later.
    const pressed = await Promise.all(
      Array.from({ length: 5 }, () => refund(payment.id, { amount: 50, refund_id: id })),
    );
    expect(pressed.map(({ body }) => body.state)).toEqual(Array(5).fill('done'));
    expect((await refund(payment.id, { amount: 50, refund_id: id })).body).toEqual({
      state: 'done',
      made_by: { id: staff.id, name: expect.stringContaining(' ') },
    });
    const other = { as: await t.person({ role: 'staff' }), params: { id: payment.id } };
    const same = { refund_id: id, amount: 50, ends_access: false, reason: 'asked again' };
    // Whoever repeats it reads who made it.
    const repeated = await t.call(commerceAdminCalls.refundPayment, { ...other, body: same });
    expect(repeated.body.made_by.id).toBe(staff.id);
    const { body: listed } = await call('listAllPayments', { query: { state: 'refunded' } });
    expect(listed.data.find((row: { id: string }) => row.id === payment.id).refunds).toMatchObject([
      { amount: 50, made_by: { id: staff.id }, reason: 'asked for it' },
    ]);
    expect(partsOf(5000)).toHaveLength(1);
    // A repeated id with other options is refused, and not answered as done.
    for (const other of [{ ends_access: true }, { ends_credited: true }]) {
      const answer = await refund(payment.id, { amount: 50, refund_id: id, ...other });
      expect(answer.body.code).toBe('refund_differs');
    }
    const audited = (
      await t.call(adminCalls.listAuditLog, { as: staff, query: { action: 'payment.refund' } })
    ).body.data;
    expect(
      audited.filter(({ subject_id }: { subject_id: string }) => subject_id === payment.id),
    ).toMatchObject([{ detail: { refund_id: id, amount: 50, ends_access: false, reason: 'asked for it' } }]);
    // A refund's id cannot be used for another one.
    expect((await refund(payment.id, { amount: 51, refund_id: id })).body.code).toBe('refund_differs');
    const another = (await paid()).payment;
    expect((await refund(another.id, { amount: 50, refund_id: id })).body.code).toBe('not_refundable');
    // Five who do not know of each other: nobody refunds what another one has.
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => refund(another.id, { amount: 199 })));
    expect(atOnce.map(({ body }) => body.state ?? body.code).sort()).toEqual([
      'done',
      ...Array(4).fill('not_refundable'),
    ]);
    expect((await refund(payment.id, { amount: 150 })).body.code).toBe('not_refundable');
    expect(await refundable()).toMatchObject({ left: 149, whole_only: false, credited_to: [] });
    expect((await shop.payments(as))[0]).toMatchObject({ refunded: 50 });
    expect((await shop.subscriptions(as))[0]).toMatchObject({ is_active: true, renews: true });
  });

  it.each([
    ['timeout_after_charge', 'arrived'],
    ['timeout_before_charge', 'never arrived'],
  ] as const)('after %s of a refund it asks, and gives back once: it %s', async (scenario, _what) => {
    const { as, payment } = await paid();
    const { state } = shop.emulator();
    for (const charge of state.charges)
      if (charge.status === 'capturedPendingSettlement') charge.status = 'settledSuccessfully';
    const refunds = () => partsOf(4200);
    const before = refunds().length;
    const id = newId();
    state.scenario = scenario;
    expect((await refund(payment.id, { amount: 42, refund_id: id })).body.code).toBe('provider_failed');
    state.scenario = 'succeed';
    // Requested again meanwhile: nothing is sent a second time.
    expect((await refund(payment.id, { amount: 42, refund_id: id })).body).toMatchObject({
      state: 'pending',
      made_by: { id: staff.id },
    });
    t.clock.advance(4 * MINUTE_MS);
    await shop.runJobs();
    expect(refunds()).toHaveLength(before + 1);
    expect((await refund(payment.id, { amount: 42, refund_id: id })).status).toBe(200);
    expect((await shop.payments(as))[0]).toMatchObject({ refunded: 42 });
    expect(refunds()).toHaveLength(before + 1);
  });

  it('refunds the full amount and ends the access if requested', async () => {
    const { as, payment } = await paid();
    expect((await refund(payment.id, { amount: 199, ends_access: true })).status).toBe(200);
    expect((await shop.subscriptions(as))[0]).toMatchObject({ is_active: false, renews: false });
  });

  it('sums sales by month, item and code, and defuses cells of the CSV', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db, { title: '=cmd() book' });
    await shop.pay({ as, bookId: book.id });
    const byMonth = (await call('getSales', { query: { by: 'month' } })).body;
    const byItem = (await call('getSales', { query: { by: 'item' } })).body;
    const byCode = (await call('getSales', { query: { by: 'code' } })).body;
    expect(byMonth.data.at(-1).name).toBe('2026-03');
    expect(byMonth).toMatchObject({ from: '2025-04-01', to: '2026-03-01' });
    for (const { total } of [byItem, byCode]) expect(total).toEqual(byMonth.total);
    const csv = await call('downloadSales', { query: { by: 'item' } });
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text).toContain("'=cmd() book");
    expect(
      (await call('getSales', { query: { from: '2020-01-01', to: '2020-12-31' } })).body.total.gross,
    ).toBe(0);
  });

  it('sums each edition of a title separately', async () => {
    const first = await buildBook(t.deps.db, { title: 'Two editions', priceCents: 10000 });
    const second = await buildBook(t.deps.db, { title: 'Two editions', priceCents: 20000 });
    await sql`update books set edition = '2nd' where id = ${second.id}`.execute(t.deps.db);
    await shop.pay({ as: await t.person(), bookId: first.id, amount: 100 });
    await shop.pay({ as: await t.person(), bookId: second.id, amount: 200 });
    const { body } = await call('getSales', { query: { by: 'item' } });
    expect(body.data.filter(({ name }: { name: string }) => name === 'Two editions')).toMatchObject([
      { item_id: second.id, edition: '2nd', payments: 1, gross: 200 },
      { item_id: first.id, edition: '1', payments: 1, gross: 100 },
    ]);
    const { text } = await call('downloadSales', { query: { by: 'item' } });
    expect(text).toContain(`Two editions,1,200.00,0.00,200.00,2nd,${second.id}`);
    expect(text).toContain(`Two editions,1,100.00,0.00,100.00,1,${first.id}`);
  });

  it('counts a refund on its own day: a past month never changes', async () => {
    const { payment } = await paid();
    const monthly = async () => (await call('getSales', { query: { by: 'month' } })).body;
    const daily = async () => (await call('getSales', { query: { by: 'day' } })).body;
    const march = (await monthly()).data.find((one: { name: string }) => one.name === '2026-03');
    t.clock.advance(40 * DAY_MS);
    staff = await t.person({ role: 'staff' });
    expect((await refund(payment.id, { amount: 199 })).status).toBe(200);
    const after = await monthly();
    expect(after.data).toEqual([
      march,
      { name: '2026-04', item_id: null, edition: null, payments: 0, gross: 0, refunded: 199, net: -199 },
    ]);
    expect((await daily()).data.at(-1)).toMatchObject({ name: '2026-04-10', refunded: 199 });
    expect((await daily()).total).toEqual(after.total);
    const april = { from: '2026-04-01', to: '2026-04-30' };
    for (const by of ['day', 'item', 'code'])
      expect((await call('getSales', { query: { by, ...april } })).body.total).toMatchObject({
        payments: 0,
        refunded: 199,
        net: -199,
      });
    expect((await call('downloadSales', { query: { by: 'month' } })).text).toContain(
      '2026-04,0,0.00,199.00,-199.00',
    );
    t.clock.reset();
    staff = await t.person({ role: 'staff' });
  });

  it('a refund made at PayPal and read later changes no past month', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    const { body } = await shop.startPayPal({ as, bookId: book.id });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId: book.id }, body.subscription_id);
    await shop.runJobs();
    const monthly = async () => (await call('getSales', { query: { by: 'month' } })).body.data;
    shop.emulator().state.scenario = 'lost';
    t.clock.set(new Date('2026-03-31T22:00:00Z'));
    const sale = shop.emulator().state.sales.find((one) => one.subscriptionId === body.subscription_id);
    await t.app.inject({
      method: 'POST',
      url: `/payment-emulator/paypal/by-hand/refund/${sale?.id}`,
      payload: { cents: 500 },
    });
    t.clock.set(new Date('2026-04-01T02:00:00Z'));
    staff = await t.person({ role: 'staff' });
    const [march] = await monthly();
    await call('runReconciliation');
    expect(await monthly()).toEqual([
      march,
      { name: '2026-04', item_id: null, edition: null, payments: 0, gross: 0, refunded: 5, net: -5 },
    ]);
    shop.emulator().state.scenario = 'succeed';
    t.clock.reset();
    staff = await t.person({ role: 'staff' });
  });

  it('lists payments that the provider took and we do not know, until they are resolved', async () => {
    await paid();
    expect((await call('runReconciliation')).body).toEqual({ differences: 0 });
    const strange = {
      id: mintNumber(11),
      invoiceNumber: 'NOTOURS',
      amountCents: 100,
      lastFour: '0027',
      cardFingerprint: '',
      at: t.clock.now().toISOString(),
      status: 'capturedPendingSettlement',
    } as const;
    shop.emulator().state.charges.push(strange);
    expect((await call('runReconciliation')).body).toEqual({ differences: 1 });
    expect((await call('runReconciliation')).body).toEqual({ differences: 1 });
    expect((await call('listDifferences')).body.data).toMatchObject([
      { kind: 'missing_here', subject: strange.id, closed_at: null },
    ]);
    shop.emulator().state.charges.pop();
    t.clock.advance(1000);
    await call('runReconciliation');
    expect((await call('listDifferences')).body.data).toMatchObject([{ closed_at: expect.any(String) }]);
  });

  it('lets time pass in test mode', async () => {
    const before = new Date((await call('getTestClock')).body.now).getTime();
    const after = await call('advanceTestClock', { body: { days: 10 } });
    expect(new Date(after.body.now).getTime()).toBe(before + 10 * DAY_MS);
  });
});
