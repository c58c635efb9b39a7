import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  type Counter,
  counterOf,
  countersOfPlace,
  countWhen,
  forgetAttempts,
  returnAttempts,
  type ThrottlePolicy,
  takeAttempts,
} from './throttle.ts';

const policy: ThrottlePolicy = { name: 'test', free: 3, firstMs: 1000, longestMs: 8000, forgetMs: 60_000 };
const start = new Date('2026-03-01T09:00:00Z').getTime();
const at = (seconds: number) => new Date(start + seconds * 1000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Seconds to wait, or 0 when the attempt is let through. */
async function attempt(subject: string | readonly Counter[], seconds: number): Promise<number> {
  const counters = typeof subject === 'string' ? [counterOf(policy, subject)] : subject;
  try {
    await takeAttempts(database.db, counters, at(seconds));
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
    for (let count = 0; count < 7; count += 1) {
      expect(await attempt('b', second)).toBe(0);
      second += 8;
    }
    expect(await attempt('b', second - 8)).toBe(8);
  });

  it('forgets everything a while after the first attempt, so that rare failures never add up', async () => {
    for (let count = 0; count < 3; count += 1) await attempt('c', 0);
    expect(await attempt('c', 0)).toBe(1);
    expect(await attempt('c', 61)).toBe(0);
    expect(await attempt('c', 61)).toBe(0);
    for (let second = 0; second < 600; second += 25) expect(await attempt('rare', second)).toBe(0);
  });

  it('counts attempts that come at the same time', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempt('d', 0)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('lets a free attempt through that read its clock before the one that came to the row first', async () => {
    expect([await attempt('h', 0.02), await attempt('h', 0)]).toEqual([0, 0]);
    await returnAttempts(database.db, [counterOf(policy, 'h')]);
    expect(await attempt('h', 0.01)).toBe(0);
  });

  it('counts subjects apart and forgets one on request', async () => {
    for (let count = 0; count < 4; count += 1) await attempt('e', 0);
    expect(await attempt('f', 0)).toBe(0);
    await forgetAttempts(database.db, counterOf(policy, 'e'));
    expect(await attempt('e', 0)).toBe(0);
  });

  it('takes back a single attempt', async () => {
    for (let count = 0; count < 3; count += 1) await attempt('g', 0);
    await returnAttempts(database.db, [counterOf(policy, 'g')]);
    expect([await attempt('g', 0), await attempt('g', 0)]).toEqual([0, 1]);
  });

  it('counts an attempt on all of its counters or on none', async () => {
    const person = counterOf(policy, 'i');
    const place = counterOf({ ...policy, name: 'place', free: 5 }, 'i');
    for (let count = 0; count < 3; count += 1) expect(await attempt([person, place], 0)).toBe(0);
    for (let count = 0; count < 9; count += 1) expect(await attempt([person, place], 0)).toBe(1);
    // The place has counted three of the twelve, and lets two others through.
    expect([await attempt([place], 0), await attempt([place], 0), await attempt([place], 0)]).toEqual([
      0, 0, 1,
    ]);
  });

  it('never lets two attempts wait for each other that have the same counters in another order', async () => {
    const some = ['one', 'two', 'three', 'four'].map((subject) =>
      counterOf({ ...policy, free: 1000 }, subject),
    );
    const work = Array.from({ length: 60 }, (_, index) => {
      const mine = index % 2 === 0 ? some : some.toReversed();
      return attempt(mine, 0).then(() => returnAttempts(database.db, mine));
    });
    await expect(Promise.all(work)).resolves.toHaveLength(60);
  });

  it('counts what fails, and takes back what does not', async () => {
    const clock = { now: () => at(0) };
    const counters = [counterOf(policy, 'j')];
    const wrong = new Error('wrong');
    const act = (work: () => Promise<unknown>) =>
      countWhen({ db: database.db, clock }, counters, (error) => error === wrong, work);
    for (let count = 0; count < 20; count += 1) await act(async () => 'right');
    for (let count = 0; count < 20; count += 1)
      await expect(act(() => Promise.reject(new Error('not his fault')))).rejects.toThrow('not his fault');
    for (let count = 0; count < 3; count += 1)
      await expect(act(() => Promise.reject(wrong))).rejects.toBe(wrong);
    await expect(act(async () => 'right')).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('blocks nobody because its clock was wrong once, and counts on from the right time', async () => {
    const ahead = 40 * 86_400;
    for (let count = 0; count < 20; count += 1) await attempt('jumped', ahead);
    expect(await attempt('jumped', ahead)).toBe(1);
    expect([await attempt('jumped', 0), await attempt('jumped', 0), await attempt('jumped', 0)]).toEqual([
      0, 0, 0,
    ]);
    expect(await attempt('jumped', 0)).toBe(1);
  });

  it('clears away what is forgotten', async () => {
    await sql`delete from throttles where forget_at > ${at(86_400)}`.execute(database.db);
    await attempt('h', 0);
    for (let count = 0; count < 20; count += 1) await attempt(`late ${count}`, 1_000_000 + count * 61);
    const { rows } = await sql<{ count: number }>`select count(*) from throttles`.execute(database.db);
    expect(rows[0]?.count).toBeLessThan(4);
  });
});

describe('a place', () => {
  const passed = async (ips: readonly string[]) => {
    let count = 0;
    for (const ip of ips) if ((await attempt(countersOfPlace(policy, ip), 0)) === 0) count += 1;
    return count;
  };
  it('is an IPv4 address, or an IPv6 network however many addresses it has', async () => {
    expect(await passed(Array.from({ length: 10 }, () => '203.0.113.9'))).toBe(3);
    expect(await passed(Array.from({ length: 10 }, (_, n) => `2001:db8:7:1::${n + 1}`))).toBe(3);
  });

  it('has no more than twice or four times as much when somebody owns the networks around it', async () => {
    expect(await passed(Array.from({ length: 20 }, (_, n) => `2001:db8:8:12${(n % 90) + 10}::1`))).toBe(6);
    const all = Array.from({ length: 40 }, (_, n) => `2001:db8:9:${(n + 1).toString(16)}00::1`);
    expect(await passed(all)).toBe(12);
  });
});
