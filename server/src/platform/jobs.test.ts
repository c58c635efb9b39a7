import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { recordingLog, type TestDatabase, testDatabase } from '../testing/database.ts';
import { createFixedClock } from './clock.ts';
import { many, one } from './database/database.ts';
import { inTransaction } from './database/transaction.ts';
import { defineJob, JobCannotSucceed, type JobHandlers } from './define-job.ts';
import { HOUR_MS } from './durations.ts';
import { handleJobs } from './handle-jobs.ts';
import { cleanUpJobs } from './job-clean-up.ts';
import { countJobs, deleteOldJobs, leaseDueJobs, listDeadJobs, reviveDeadJobs } from './job-queries.ts';
import { enqueue, enqueueForMany, retryDelayMs, runDueJobs, startJobWorker } from './jobs.ts';

let database: TestDatabase;
const clock = createFixedClock('2027-01-15T12:00:00Z');
/** However slow the machine is. */
const WAIT = { timeout: 30_000, interval: 20 };

beforeAll(async () => {
  database = await testDatabase({ poolSize: 10 });
});
beforeEach(async () => {
  clock.reset();
  await sql`delete from jobs`.execute(database.db);
});
afterAll(() => database.close());

const anything = (kind: string) => defineJob(kind, z.unknown());
const add = (kind: string, options: object = {}) => enqueue(database.db, anything(kind)({}, options));
const due = (handlers: JobHandlers, leaseMs = 60_000) =>
  runDueJobs({ db: database.db, handlers, clock, log: recordingLog(), leaseMs });
const worker = (handlers: JobHandlers, options: object = {}) =>
  startJobWorker({ db: database.db, handlers, clock, log: recordingLog(), pollMs: 10, ...options });

test('a job exists exactly if its transaction commits', async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await enqueue(tx, anything('a')({}));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  const seen: unknown[] = [];
  const a = async (payload: unknown) => void seen.push(payload);
  expect(await due({ a })).toBe(0);

  await inTransaction(database.db, (tx) => enqueue(tx, anything('a')({ bookId: 7, list: [1] })));
  expect(await due({ a })).toBe(1);
  expect(await due({ a })).toBe(0);
  expect(seen).toEqual([{ bookId: 7, list: [1] }]);
});

test('a dedupe key is enqueued once', async () => {
  expect(await add('a', { dedupeKey: 'reminder:1' })).toMatch(/^[0-9a-f-]{36}$/);
  expect(await add('a', { dedupeKey: 'reminder:1' })).toBeNull();
  expect(await add('a', { dedupeKey: 'reminder:2' })).not.toBeNull();
});

test('a job waits for its time by the product clock', async () => {
  await add('a', { runAt: new Date(clock.now().getTime() + HOUR_MS) });
  expect(await due({ a: async () => {} })).toBe(0);
  clock.advance(HOUR_MS);
  expect(await due({ a: async () => {} })).toBe(1);
});

test('a job that a job enqueues runs in the same go', async () => {
  await add('a');
  const handlers = { a: () => add('b'), b: async () => {} };
  expect(await due(handlers)).toBe(2);
});

test('a failed job comes again later and later, then is dead, kept and can be retried', async () => {
  await add('a', { maxAttempts: 3 });
  const run = vi.fn(async () => {
    throw new Error('mail server away');
  });
  expect(await due({ a: run })).toBe(1);
  expect(await due({ a: run })).toBe(0);
  for (const _ of [2, 3]) {
    clock.advance(HOUR_MS);
    expect(await due({ a: run })).toBe(1);
  }
  clock.advance(24 * HOUR_MS);
  expect(await due({ a: run })).toBe(0);
  const [dead] = await listDeadJobs(database.db);
  expect(dead).toMatchObject({ kind: 'a', attempts: 3, lastError: 'mail server away' });
  expect(await countJobs(database.db, clock.now())).toMatchObject({ due: 0, dead: 1 });

  expect(await reviveDeadJobs(database.db, dead!.id)).toHaveLength(1);
  expect(await reviveDeadJobs(database.db, dead!.id)).toHaveLength(0);
  expect(await due({ a: async () => {} })).toBe(1);
  expect(await listDeadJobs(database.db)).toEqual([]);
});

test('the pauses double and end at four hours, spread by a quarter', () => {
  for (const [attempts, seconds] of [
    [1, 10],
    [4, 80],
    [12, 14_400],
  ] as const) {
    expect(retryDelayMs(attempts) / 1000).toBeGreaterThanOrEqual(seconds * 0.75);
    expect(retryDelayMs(attempts) / 1000).toBeLessThanOrEqual(seconds * 1.25);
  }
});

test('a job that cannot succeed is dead at once', async () => {
  await add('a');
  await due({ a: () => Promise.reject(new JobCannotSucceed('no such address')) });
  expect(await listDeadJobs(database.db)).toMatchObject([{ attempts: 1, lastError: 'no such address' }]);
});

test('a kind without a handler here waits for a worker that has one', async () => {
  await add('b');
  expect(await due({ a: async () => {} })).toBe(0);
  expect(await due({ b: async () => {} })).toBe(1);
});

test('a dead worker loses its lease, and the last attempt ends as dead', async () => {
  await add('a', { maxAttempts: 2 });
  const take = () => leaseDueJobs(database.db, { kinds: ['a'], now: clock.now(), leaseMs: 60_000, limit: 1 });
  const leaseEnds = () =>
    sql`update jobs set locked_until = clock_timestamp() - interval '1 ms'`.execute(database.db);
  expect(await take()).toHaveLength(1);
  expect(await take()).toHaveLength(0);
  await leaseEnds();
  expect(await take()).toMatchObject([{ attempts: 2 }]);
  await leaseEnds();
  const run = vi.fn();
  await due({ a: run });
  expect(run).not.toHaveBeenCalled();
  expect(await listDeadJobs(database.db)).toHaveLength(1);
});

test('a lease that was taken while the clock was ahead holds nothing up', async () => {
  await add('a');
  const take = () => leaseDueJobs(database.db, { kinds: ['a'], now: clock.now(), leaseMs: 50, limit: 1 });
  expect(await take()).toHaveLength(1);
  await sql`update jobs set locked_until = locked_until + interval '40 days'`.execute(database.db);
  expect(await take()).toHaveLength(1);
  await sql`delete from jobs`.execute(database.db);
});

test('a job may take longer than its lease', async () => {
  await add('a');
  let [begun, finished] = [0, 0];
  const lease = () =>
    one(
      database.db,
      sql<{ until: Date; now: Date }>`select locked_until as until, clock_timestamp() as now from jobs`,
    );
  const handlers = {
    a: async () => {
      begun += 1;
      const { until } = await lease();
      await vi.waitFor(async () => expect((await lease()).now > until).toBe(true), WAIT);
      finished += 1;
    },
  };
  const workers = [worker(handlers, { leaseMs: 1_500 }), worker(handlers, { leaseMs: 1_500 })];
  await vi.waitFor(() => expect(finished).toBe(1), WAIT);
  await Promise.all(workers.map((each) => each.stop()));
  expect([begun, finished]).toEqual([1, 1]);
});

test('a worker that lost its lease is told so and does not mark the job as done', async () => {
  const id = await add('a');
  const reason = due(
    {
      a: async (_, { signal }) => {
        await sql`update jobs set attempts = attempts + 1 where id = ${id}`.execute(database.db);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    },
    60,
  );
  await reason;
  expect(await one(database.db, sql`select done_at as "doneAt" from jobs`)).toEqual({ doneAt: null });
});

test('two workers never run one job twice', async () => {
  for (let index = 0; index < 200; index += 1) await add('a', { payload: index });
  const runs = new Map<unknown, number>();
  let atOnce = 0;
  const handlers = {
    a: async (payload: unknown) => {
      atOnce += 1;
      runs.set(payload, (runs.get(payload) ?? 0) + 1);
      expect(atOnce).toBeLessThanOrEqual(6);
      await sleep(Math.random() * 4);
      atOnce -= 1;
    },
  };
  const workers = [worker(handlers, { concurrency: 3 }), worker(handlers, { concurrency: 3 })];
  await vi.waitFor(() => expect(runs.size).toBe(200), WAIT);
  await Promise.all(workers.map((each) => each.stop()));
  expect([...runs.values()].every((count) => count === 1)).toBe(true);
  expect(await many(database.db, sql`select id from jobs where done_at is null`)).toEqual([]);
});

test('stopping finishes what runs and takes nothing new', async () => {
  for (let index = 0; index < 5; index += 1) await add('a');
  let [begun, finished] = [0, 0];
  let goOn = () => {};
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const handlers = {
    a: async () => {
      begun += 1;
      await told;
      finished += 1;
    },
  };
  const running = worker(handlers, { concurrency: 2 });
  await vi.waitFor(() => expect(begun).toBe(2), WAIT);
  const stopped = running.stop();
  goOn();
  await stopped;
  expect([begun, finished]).toEqual([2, 2]);
  expect(await countJobs(database.db, clock.now())).toMatchObject({ due: 3 });
});

test('stopping interrupts a job that listens, which goes on elsewhere with all of its attempts', async () => {
  await add('long', { maxAttempts: 1 });
  let began = 0;
  let goesOn = false;
  const handlers: JobHandlers = {
    long: async (_payload, { signal }) => {
      began += 1;
      // Ends by the signal alone: a stop that does not tell it would wait for ever.
      if (!goesOn)
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
    },
  };
  const stopping = worker(handlers);
  await vi.waitFor(() => expect(began).toBe(1));
  await stopping.stop();
  expect(await countJobs(database.db, clock.now())).toMatchObject({ due: 1, dead: 0 });
  goesOn = true;
  expect(await due(handlers)).toBe(1);
  expect(await countJobs(database.db, clock.now())).toMatchObject({ due: 0, dead: 0 });
});

test('a failure that comes while the process stops is a failure', async () => {
  await add('fails', { maxAttempts: 1 });
  let fail: (() => void) | undefined;
  const running = worker({
    fails: () =>
      new Promise((_resolve, reject) => {
        fail = () => reject(new Error('the provider said no'));
      }),
  });
  await vi.waitFor(() => expect(fail).toBeDefined());
  const stopped = running.stop();
  fail?.();
  await stopped;
  expect(await listDeadJobs(database.db)).toMatchObject([{ lastError: 'the provider said no' }]);
});

test('old finished jobs go, those with a key stay longer', async () => {
  await add('a');
  await add('a', { dedupeKey: 'once' });
  await due({ a: async () => {} });
  expect(await deleteOldJobs(database.db, clock.now())).toBe(0);
  clock.advance(15 * 24 * HOUR_MS);
  expect(await deleteOldJobs(database.db, clock.now())).toBe(1);
  clock.advance(400 * 24 * HOUR_MS);
  expect(await deleteOldJobs(database.db, clock.now())).toBe(1);
});

test('a job of a kind that nobody does is reported after a day, and can be tried again', async () => {
  await add('known');
  await add('gone');
  await add('gone-later', { runAt: new Date(Date.now() + 30 * 24 * HOUR_MS) });
  const log = recordingLog();
  const cleanUp = () => cleanUpJobs({ db: database.db, kinds: ['known'], clock, log });
  // While a release is rolled out, an older process meets the jobs of the newer one.
  clock.set(new Date());
  await cleanUp();
  expect(await listDeadJobs(database.db)).toEqual([]);
  clock.advance(25 * HOUR_MS);
  await cleanUp();
  const [dead, ...others] = await listDeadJobs(database.db);
  expect(others).toEqual([]);
  expect(dead).toMatchObject({ kind: 'gone', lastError: 'no part of this release does such jobs' });
  expect(log.lines).toMatchObject([{ level: 'error', fields: { kind: 'gone', job: dead?.id } }]);
  await reviveDeadJobs(database.db, dead?.id ?? '');
  expect(await due({ gone: async () => {} })).toBe(1);
});

test('a payload of another shape is not handled, and trying again would not help', async () => {
  const jobs = { greet: defineJob('test.greet', z.object({ name: z.string() })) };
  const greeted: string[] = [];
  const handlers = handleJobs({ db: database.db, clock }, jobs, {
    greet: async ({ name }) => greeted.push(name),
  });
  await enqueue(database.db, jobs.greet({ name: 'Galen' }));
  await add('test.greet');
  expect(await due(handlers)).toBe(2);
  expect(greeted).toEqual(['Galen']);
  expect(await listDeadJobs(database.db)).toMatchObject([
    {
      kind: 'test.greet',
      attempts: 1,
      lastError: expect.stringContaining('the payload is none of test.greet'),
    },
  ]);
});

test('a daily job runs once a day, also after a day on which it failed', async () => {
  const jobs = { tidy: defineJob('test.tidy', z.object({}), { dailyAtHour: 4 }) };
  const days: string[] = [];
  const handlers = handleJobs({ db: database.db, clock }, jobs, {
    tidy: async () => {
      days.push(clock.now().toISOString().slice(0, 10));
      if (days.length === 1) throw new JobCannotSucceed('a bad day');
    },
  });
  const { next } = handlers['test.tidy']!;
  // Two processes that start.
  await enqueue(database.db, next!(clock.now()));
  await enqueue(database.db, next!(clock.now()));
  expect(await due(handlers)).toBe(0);
  for (let day = 0; day < 3; day += 1) {
    clock.advance(24 * HOUR_MS);
    expect(await due(handlers)).toBe(1);
  }
  expect(days).toEqual(['2027-01-16', '2027-01-17', '2027-01-18']);
});

test('an hourly job runs once an hour, and knows the first hour that an outage left out', async () => {
  const jobs = { look: defineJob('test.look', z.object({ hour: z.iso.datetime() }), { isHourly: true }) };
  const hours: string[] = [];
  const handlers = handleJobs({ db: database.db, clock }, jobs, {
    look: async ({ hour }) => hours.push(hour.slice(11, 16)),
  });
  clock.set(new Date('2027-02-01T09:20:00Z'));
  const { next } = handlers['test.look']!;
  await enqueue(database.db, next!(clock.now()));
  await enqueue(database.db, next!(clock.now()));
  expect(await due(handlers)).toBe(0);
  for (const time of ['10:00', '10:59', '14:30', '15:00']) {
    clock.set(new Date(`2027-02-01T${time}:00Z`));
    await due(handlers);
  }
  expect(hours).toEqual(['10:00', '11:00', '15:00']);
});

test('letters to many let those go first that somebody waits for', async () => {
  const seen: string[] = [];
  const handlers = {
    welcome: async () => void seen.push('welcome'),
    reset: async () => void seen.push('reset'),
  };
  await enqueueForMany(
    database.db,
    [4, 5, 6].map((number) => anything('welcome')({ number })),
  );
  await add('reset');
  await due(handlers);
  expect(seen).toEqual(['reset', 'welcome', 'welcome', 'welcome']);
});

test('letters to many let those go first that are tried again, and none of them that fails goes before those', async () => {
  const seen: string[] = [];
  const failsOnce =
    (name: string) =>
    async (_: unknown, { job }: { job: { attempts: number } }) => {
      if (job.attempts === 1) throw new Error('the mail server is away');
      seen.push(name);
    };
  const handlers: JobHandlers = {
    receipt: failsOnce('receipt'),
    reset: async () => void seen.push('reset'),
    welcome: async () => void seen.push('welcome'),
    'welcome-again': failsOnce('welcome again'),
  };
  await enqueueForMany(database.db, [anything('welcome-again')({})]);
  await add('receipt');
  expect(await due(handlers)).toBe(2);
  await enqueueForMany(
    database.db,
    Array.from({ length: 3000 }, (_, number) => anything('welcome')({ number })),
  );
  clock.advance(60_000);
  await add('reset');
  const one = startJobWorker({
    db: database.db,
    handlers,
    clock,
    log: recordingLog(),
    concurrency: 1,
    pollMs: 10,
  });
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(20), WAIT);
  await one.stop();
  expect(seen.slice(0, 2).sort()).toEqual(['receipt', 'reset']);
  expect(seen.slice(2, 20)).toEqual(Array.from({ length: 18 }, () => 'welcome'));
  await sql`delete from jobs`.execute(database.db);
});

test('what was put off while the clock was ahead is due when the clock is right again', async () => {
  const seen: string[] = [];
  const daily = defineJob('daily', z.object({}), { dailyAtHour: 3 });
  const deps = { db: database.db, clock };
  let isDown = true;
  const handlers: JobHandlers = {
    ...handleJobs(deps, { daily }, { daily: async () => void seen.push('daily') }),
    reset: async () => {
      if (isDown) throw new Error('the mail server is away');
      seen.push('reset');
    },
    later: async () => void seen.push('later'),
  };
  await add('reset');
  await add('later', { runAt: new Date(clock.now().getTime() + 30 * 24 * HOUR_MS) });
  clock.advance(40 * 24 * HOUR_MS);
  await enqueue(database.db, handlers.daily!.next!(clock.now()));
  await due({ reset: handlers.reset! });
  isDown = false;
  clock.reset();
  // The clock was ahead for days: the run of tomorrow is done already.
  const tomorrow = handlers.daily!.next!(clock.now());
  await enqueue(database.db, tomorrow);
  await sql`update jobs set done_at = now() where dedupe_key = ${tomorrow.dedupeKey}`.execute(database.db);
  expect(await due(handlers)).toBe(0);
  const running = worker(handlers);
  await vi.waitFor(() => expect([...seen].sort()).toEqual(['daily', 'reset']), WAIT);
  await running.stop();
  const isWaiting = sql<{ n: number }>`select count(*)::int as n from jobs
    where dedupe_key = ${tomorrow.dedupeKey} and done_at is null`;
  expect(await one(database.db, isWaiting)).toEqual({ n: 1 });
});
