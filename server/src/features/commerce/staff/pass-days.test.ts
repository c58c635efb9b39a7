import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleShop } from '../../../testing/bundle-shop.ts';

let s: Awaited<ReturnType<typeof bundleShop>>;
beforeAll(async () => {
  s = await bundleShop();
});
afterAll(() => s.t.close());

it('a year of the test clock renews by card as a real year does, instead of ending', async () => {
  await s.byCard({ bookId: s.inside });
  let isOver = false;
  const work = (async () => {
    while (!isOver) await s.shop.runJobs();
  })();
  const { status } = await s.t.call(commerceAdminCalls.advanceTestClock, {
    as: s.staff,
    body: { days: 400 },
  });
  isOver = true;
  await work;
  expect(status).toBe(200);
  expect(s.charged()).toEqual([20_000, 20_000]);
  await sql`update sessions set last_seen_at = ${s.t.clock.now()}, expires_at = '2100-01-01'`.execute(
    s.t.deps.db,
  );
  expect(await s.own('Inside')).toMatchObject({ is_active: true, renews: true });
});
