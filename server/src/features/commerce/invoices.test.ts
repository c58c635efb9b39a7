import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from '../../config/config.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { commerceJobs } from './jobs.ts';

describe('tax on invoices', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  beforeAll(async () => {
    t = await testApp();
    const { TAX_RATES } = readConfig({ TAX_RATES: 'BE=21, FR=5.5' });
    Object.assign(t.deps.config, { TAX_RATES });
    shop = checkout(t);
  });
  afterAll(() => t.close());
  const invoices = async (as: Person) =>
    Promise.all(
      (await shop.payments(as)).map(
        async ({ invoice_id: id }: { invoice_id: string }) =>
          (await t.call(commerceCalls.getInvoice, { as, params: { id } })).body,
      ),
    );

  it('a refund that ends the access is on the receipt, with both days', async () => {
    const as = await t.person();
    const staff = await t.person({ role: 'staff' });
    await shop.pay({ as, bookId: (await buildBook(t.deps.db)).id });
    await shop.runJobs();
    expect((await invoices(as))[0]).toMatchObject({ refunded_at: null, access_ends_at: null });
    const [{ id }] = await shop.payments(as);
    const body = { refund_id: newId(), amount: 199, ends_access: true, reason: 'They asked for it.' };
    const refunded = await t.call(commerceAdminCalls.refundPayment, { as: staff, params: { id }, body });
    expect(refunded.status).toBe(200);
    const now = t.clock.now().toISOString();
    expect((await invoices(as))[0]).toMatchObject({ refunded: 199, refunded_at: now, access_ends_at: now });
    expect((await shop.payments(as))[0].refunds).toEqual([{ amount: 199, at: now }]);
  });

  it('staff find the payer by the number of the receipt', async () => {
    const [as, other] = [await t.person(), await t.person()];
    const { id: bookId } = await buildBook(t.deps.db);
    for (const payer of [other, as]) await shop.pay({ as: payer, bookId });
    const [{ number }] = await invoices(as);
    const staff = await t.person({ role: 'staff' });
    for (const search_term of [number, number.toLowerCase()]) {
      const { body } = await t.call(adminCalls.listPeople, { as: staff, query: { search_term } });
      expect(body.data).toMatchObject([{ id: as.id, found_by: { kind: 'receipt', text: number } }]);
    }
  });

  it('staff open the receipt of a buyer as the buyer has it, and the log keeps who did', async () => {
    const as = await t.person();
    const staff = await t.person({ role: 'staff' });
    await shop.pay({ as, bookId: (await buildBook(t.deps.db)).id });
    const [{ id }] = await shop.payments(as);
    const receiptFor = (person: Person, payment = id) =>
      t.call(commerceAdminCalls.getReceipt, { as: person, params: { id: payment } });
    expect((await receiptFor(staff)).body).toEqual((await invoices(as))[0]);
    expect((await receiptFor(staff, newId())).status).toBe(404);
    for (const other of [
      as,
      await t.person({ role: 'program_director' }),
      await t.person({ role: 'author' }),
    ])
      expect((await receiptFor(other)).status).toBe(403);
    const query = { action: 'payment.read-receipt' as const };
    const { body } = await t.call(adminCalls.listAuditLog, { as: staff, query });
    expect(body.data).toMatchObject([{ actor_id: staff.id, subject_id: id }]);
    expect(body.data).toHaveLength(1);
  });

  it('is included in the amount, by the country of the billing address, and repeated at each renewal', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    expect((await shop.pay({ as, bookId: book.id })).status).toBe(200);
    const [mail] = await mailsTo(t, as.email);
    expect(mail?.text).toContain('$34.54');
    await shop.passDays(366);
    const [renewal, first] = await invoices(as);
    // 19900 x 21 / 121 = 3453.7
    for (const invoice of [renewal, first])
      expect(invoice).toMatchObject({
        total: 199,
        tax: 34.54,
        tax_rate: 21,
        buyer: { name: 'Ada Reader', lines: ['1 Main Street', '3000 Leuven', 'Belgium'] },
      });
    expect(renewal.number).not.toBe(first.number);
  });

  it('uses the country of the account if there is no address, and is zero elsewhere', async () => {
    const as = await t.person();
    await sql`update users set country_id = (select id from countries where code = 'FR') where id = ${as.id}`.execute(
      t.deps.db,
    );
    const book = await buildBook(t.deps.db);
    const { body } = await shop.startPayPal({ as, bookId: book.id });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId: book.id }, body.subscription_id);
    expect(await invoices(as)).toMatchObject([{ total: 199, tax: 10.37, tax_rate: 5.5 }]);

    const other = await t.person();
    const second = await shop.startPayPal({ as: other, bookId: book.id });
    await shop.approve(second.body.subscription_id);
    await shop.comeBack({ as: other, bookId: book.id }, second.body.subscription_id);
    expect(await invoices(other)).toMatchObject([{ total: 199, tax: 0, tax_rate: 0 }]);
  });

  it('names who sold on the day of issue, also after the configuration has changed', async () => {
    const as = await t.person();
    const name = (SELLER_NAME: string) =>
      Object.assign(t.deps.config, { SELLER_NAME, SELLER_ADDRESS: ['Old Street 1'], SELLER_TAX_ID: 'X1' });
    name('Old Books Ltd');
    await shop.pay({ as, bookId: (await buildBook(t.deps.db)).id });
    name('New Books Ltd');
    const seller = { name: 'Old Books Ltd', lines: ['Old Street 1'], tax_id: 'X1' };
    expect(await invoices(as)).toMatchObject([{ seller }]);
    await shop.passDays(366);
    expect(await invoices(as)).toMatchObject([{ seller: { name: 'New Books Ltd' } }, { seller }]);
    Object.assign(t.deps.config, { SELLER_NAME: undefined, SELLER_ADDRESS: [], SELLER_TAX_ID: undefined });
  });

  it('of a time without a configured seller names nobody, then the first that is configured', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    await shop.pay({ as, bookId: book.id });
    expect(await invoices(as)).toMatchObject([{ seller: null }]);
    const { SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID } = readConfig({
      SELLER_NAME: 'Books GmbH',
      SELLER_ADDRESS: 'Am Markt 1; 10115 Berlin',
      SELLER_TAX_ID: 'DE123456789',
    });
    Object.assign(t.deps.config, { SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID });
    expect(await invoices(as)).toMatchObject([
      { seller: { name: 'Books GmbH', lines: ['Am Markt 1', '10115 Berlin'], tax_id: 'DE123456789' } },
    ]);
    await enqueue(t.deps.db, commerceJobs.storeSellers({}));
    await mailsTo(t, as.email);
    Object.assign(t.deps.config, { SELLER_NAME: 'Later GmbH' });
    expect(await invoices(as)).toMatchObject([{ seller: { name: 'Books GmbH', tax_id: 'DE123456789' } }]);
    Object.assign(t.deps.config, { SELLER_NAME: undefined });
  });

  it('shows the credit for books of a bundle separately from the discount of a code', async () => {
    const as = await t.person();
    const [first, second] = [await buildBook(t.deps.db), await buildBook(t.deps.db)];
    const bookIds = [first.id, second.id];
    const { id: packageId } = await buildPackage(t.deps.db, { priceCents: 30_000, bookIds });
    await shop.pay({ as, bookId: first.id });
    const promo = await shop.buildCode({ value: 50 });
    // 300, less 150 for the first book, less half.
    expect((await shop.pay({ as, packageId, promo, amount: 75 })).status).toBe(200);
    const ofBundle = { price: 300, credit: 150, discount: 225, total: 75 };
    expect(await invoices(as)).toContainEqual(expect.objectContaining(ofBundle));
  });

  it.each(['BE', 'BE=', 'be=21', 'BE=121', 'BE=21;FR=5'])(
    'a rate written as %s is refused at the start',
    (text) => {
      expect(() => readConfig({ TAX_RATES: text })).toThrow(ConfigurationError);
    },
  );
});
