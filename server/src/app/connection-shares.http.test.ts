import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { one } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { type Person, type TestApp, testApp } from '../testing/app.ts';
import { buildBook } from '../testing/factories.ts';
import { PATIENT } from '../testing/held-row.ts';

const POOL_SIZE = 8;
let t: TestApp;
let held: Person;
let bookId: string;
beforeEach(async () => {
  t = await testApp({}, { database: { poolSize: POOL_SIZE, ...PATIENT } });
  held = await t.person();
  bookId = (await buildBook(t.deps.db)).id;
});
afterEach(() => t.close());

/** A call that waits for the row of this person, with the connection that it has. */
const buy = (remoteAddress: string) =>
  t.app.inject({
    method: 'POST',
    url: `/customer_portal/v1${commerceCalls.createFreeSubscription.path}`,
    headers: { authorization: `Bearer ${held.token}` },
    payload: { book_id: bookId },
    remoteAddress,
  });
const countWaiting = async () =>
  (
    await one(
      t.deps.db,
      sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).n;

it.each([
  ['one network', ['192.0.2.1']],
  ['one network of IPv6 under many addresses', ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1']],
  ['two networks', ['192.0.2.1', '198.51.100.1']],
])(
  'whoever comes from elsewhere is served while the calls of %s wait for the database',
  async (_, addresses) => {
    const reader = await t.person();
    const answers = await inTransaction(t.deps.db, async (tx) => {
      await sql`select 1 from users where id = ${held.id} for no key update`.execute(tx);
      const waiting = addresses.flatMap((address) =>
        Array.from({ length: 2 * POOL_SIZE }, () => buy(address)),
      );
      await expect.poll(countWaiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
      for (let turn = 0; turn < POOL_SIZE; turn += 1) {
        // A transaction that is idle for long is ended.
        await sql`select 1`.execute(tx);
        const answer = await t.app.inject({
          url: `/customer_portal/v1${commerceCalls.listPayments.path}`,
          headers: { authorization: `Bearer ${reader.token}` },
          remoteAddress: '203.0.113.7',
        });
        expect(answer.statusCode).toBe(200);
      }
      // Still as many: nobody of them was let go meanwhile.
      expect(await countWaiting()).toBeGreaterThanOrEqual(3);
      return waiting;
    });
    // The row is free: those that have a connection are answered, the others were told to come again.
    const statuses = new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode));
    expect([...statuses].every((status) => status === 422 || status === 503)).toBe(true);
    expect(statuses).toContain(422);
  },
);
