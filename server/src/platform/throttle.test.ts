import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { forgetAttempts, placeOf, returnAttempt, type ThrottlePolicy, takeAttempt } from './throttle.ts';

const policy: ThrottlePolicy = { name: 'test', free: 3, firstMs: 1000, longestMs: 8000, forgetMs: 60_000 };
const start = new Date('2026-03-01T09:00:00Z').getTime();
const at = (seconds: number) => new Date(start + seconds * 1000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Seconds to wait, or 0 when the attempt is let through. */
async function attempt(subject: string, seconds: number): Promise<number> {
  try {
    await takeAttempt(database.db, policy, subject, at(seconds));
    return 0;
  } catch (error) {
    return (error as { retryAfterSeconds: number }).retryAfterSeconds;
  }
}

describe('a throttle', () => {
  it('lets the free attempts through and then makes each wait twice as long as the one before', async () => {
    const waits = [];
    for (const second of [0, 0, 0, 0, 1, 1, 3, 3, 7]) waits.push(await attempt('a', second));
    expect(waits).toEqual([0, 0, 0, 1, 0, 2, 0, 4, 0]);
  });

  it('never makes anybody wait longer than its longest pause', async () => {
    let second = 0;
    for (let count = 0; count < 12; count += 1) {
      expect(await attempt('b', second)).toBe(0);
      second += 8;
    }
    expect(await attempt('b', second - 8)).toBe(8);
  });

  it('forgets after a time without attempts', async () => {
    for (let count = 0; count < 3; count += 1) await attempt('c', 0);
    expect(await attempt('c', 0)).toBe(1);
    expect(await attempt('c', 61)).toBe(0);
    expect(await attempt('c', 61)).toBe(0);
  });

  it('counts attempts that come at the same time', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempt('d', 0)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('lets a free attempt through that read its clock before the one that came to the row first', async () => {
    expect([await attempt('h', 0.02), await attempt('h', 0)]).toEqual([0, 0]);
    await returnAttempt(database.db, policy, 'h');
    expect(await attempt('h', 0.01)).toBe(0);
  });

  it('counts subjects apart and forgets one on request', async () => {
    for (let count = 0; count < 4; count += 1) await attempt('e', 0);
    expect(await attempt('f', 0)).toBe(0);
    await forgetAttempts(database.db, policy, 'e');
    expect(await attempt('e', 0)).toBe(0);
  });

  it('takes back a single attempt', async () => {
    for (let count = 0; count < 3; count += 1) await attempt('g', 0);
    await returnAttempt(database.db, policy, 'g');
    expect([await attempt('g', 0), await attempt('g', 0)]).toEqual([0, 1]);
  });

  it('clears away what is forgotten', async () => {
    await attempt('h', 0);
    for (let count = 0; count < 20; count += 1) await attempt(`late ${count}`, 1_000_000 + count * 61);
    const { rows } = await sql<{ count: number }>`select count(*) from throttles`.execute(database.db);
    expect(rows[0]?.count).toBeLessThan(4);
  });
});

describe('the place of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (ip, place) => expect(placeOf(ip)).toBe(place));
});
