import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../config/config.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { checkout } from '../../../testing/checkout.ts';
import { buildBook } from '../../../testing/factories.ts';
import { runTask, type TaskProcess } from '../../../testing/processes.ts';

/** The product with the emulator in a separate process: everything between them uses the network. */
describe('the payment emulator as a process of its own', () => {
  let first: TestApp;
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let bundle: Awaited<ReturnType<typeof bundleForNode>>;
  let emulator: TaskProcess;
  const port = randomInt(20_000, 60_000);
  const base = `http://127.0.0.1:${port}`;
  let webhookUrl: string;

  const start = async () => {
    emulator = runTask(bundle.file, [], {
      EMULATOR_PORT: String(port),
      EMULATOR_WEBHOOK_URL: webhookUrl,
      EMULATOR_FILE: join(first.deps.config.dataDir, 'emulator.json'),
    });
    await emulator.said('payment emulator at');
  };
  beforeAll(async () => {
    bundle = await bundleForNode(join(import.meta.dirname, 'cli.ts'));
    first = await testApp();
    t = await testApp({
      config: {
        ...first.deps.config,
        AUTHORIZENET_URL: `${base}/payment-emulator/authorize-net/xml/v1/request.api`,
        AUTHORIZENET_LOGIN_ID: 'emulator',
        AUTHORIZENET_TRANSACTION_KEY: new Secret('emulator'),
        PAYPAL_BASE_URL: `${base}/payment-emulator/paypal`,
        PAYPAL_CLIENT_ID: 'emulator',
        PAYPAL_CLIENT_SECRET: new Secret('emulator'),
        PAYPAL_WEBHOOK_ID: 'WH-EMULATED-0001',
      },
    });
    // Sets both clocks to the same time.
    t.clock.advance(Date.now() - t.clock.now().getTime());
    shop = checkout(t);
    webhookUrl = `${await t.app.listen({ port: 0, host: '127.0.0.1' })}/webhooks/paypal`;
    await start();
  });
  afterAll(async () => {
    emulator?.child.kill('SIGTERM');
    await emulator?.ended;
    bundle?.remove();
    await t?.close();
    await first?.close();
  });
  const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 15_000, interval: 200 });
  const approve = (id: string) =>
    fetch(`${base}/payment-emulator/paypal/approve/${id}/yes`, { method: 'POST', redirect: 'manual' });
  const byHand = (saleId: string, cents: number) =>
    fetch(`${base}/payment-emulator/paypal/by-hand/refund/${saleId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cents }),
    });
  const control = (body: object) =>
    fetch(`${base}/payment-emulator/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('charges a card, and declines one', async () => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    expect((await shop.pay({ as, bookId: book.id })).status).toBe(200);
    expect((await shop.pay({ as: await t.person(), bookId: book.id, zip: '46282' })).status).toBe(402);
  });

  it('signs its events, and a PayPal subscription is granted by them alone', async () => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    const { body } = await shop.startPayPal({ as, bookId: book.id });
    await approve(body.subscription_id);
    await eventually(async () => {
      await shop.runJobs();
      expect(await shop.subscriptions(as)).toHaveLength(1);
    });
  });

  const paidByPayPal = async () => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    const { body } = await shop.startPayPal({ as, bookId: book.id });
    await approve(body.subscription_id);
    await eventually(async () => {
      await shop.runJobs();
      expect(await shop.payments(as)).toHaveLength(1);
    });
    const staff = await t.person({ role: 'staff' });
    const listed = await t.call(commerceAdminCalls.listAllPayments, {
      as: staff,
      query: { search_term: as.email },
    });
    return { as, staff, saleId: listed.body.data[0].transaction_id as string };
  };

  it('a partial refund at PayPal is read from its event, once', async () => {
    const { as, saleId } = await paidByPayPal();
    expect((await byHand(saleId, 2500)).status).toBe(201);
    await eventually(async () => {
      await shop.runJobs();
      expect((await shop.payments(as))[0]).toMatchObject({ refunded: 25 });
    });
    await byHand(saleId, 1000);
    await eventually(async () => {
      await shop.runJobs();
      expect((await shop.payments(as))[0]).toMatchObject({ refunded: 35 });
    });
    expect((await shop.subscriptions(as))[0]).toMatchObject({ is_active: true, renews: true });
  });

  it('is found by the comparison if the event was lost, which leaves no difference', async () => {
    const { as, staff, saleId } = await paidByPayPal();
    await control({ scenario: 'lost' });
    await byHand(saleId, 4000);
    await shop.runJobs();
    expect((await shop.payments(as))[0]).toMatchObject({ refunded: 0 });
    const compared = await t.call(commerceAdminCalls.runReconciliation, { as: staff });
    expect(compared).toMatchObject({ status: 200, body: { differences: 0 } });
    expect((await shop.payments(as))[0]).toMatchObject({ refunded: 40 });
    await control({ scenario: 'succeed' });
  });

  it('keeps its state when it is killed and restarted', async () => {
    const { saleId } = await paidByPayPal();
    emulator.child.kill('SIGKILL');
    await emulator.ended;
    expect(
      (await shop.pay({ as: await t.person(), bookId: (await buildBook(t.deps.db)).id })).body.code,
    ).toBe('payment_pending');
    await start();
    expect((await byHand(saleId, 100)).status).toBe(201);
  });
});
