import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { recordingLog, type TestDatabase, testDatabase } from '../testing/database.ts';
import { createFixedClock } from './clock.ts';
import { defineJob, TurnEnded } from './define-job.ts';
import { handleJobs } from './handle-jobs.ts';
import { enqueueAll, startJobWorker } from './jobs.ts';

let database: TestDatabase;
const clock = createFixedClock('2027-01-15T12:00:00Z');
beforeAll(async () => {
  database = await testDatabase({ poolSize: 4 });
});
afterAll(() => database.close());

it('jobs of which one runs at a time leave room for others, and are all done', async () => {
  const jobs = {
    heavy: defineJob('test.heavy', z.object({ number: z.number() }), { concurrency: 1 }),
    letter: defineJob('test.letter', z.object({})),
  };
  const running = { now: 0, most: 0, done: 0, letters: 0 };
  let finish: () => void = () => {};
  const letterSent = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const handlers = handleJobs({ db: database.db, clock }, jobs, {
    heavy: async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await letterSent;
      running.now -= 1;
      running.done += 1;
    },
    letter: async () => {
      running.letters += 1;
      finish();
    },
  });
  const heavy = [1, 2, 3, 4, 5].map((number) => jobs.heavy({ number }));
  const worker = startJobWorker({ db: database.db, handlers, clock, log: recordingLog(), pollMs: 10 });
  await enqueueAll(database.db, heavy);
  await vi.waitUntil(() => running.now === 1, { timeout: 30_000 });
  await enqueueAll(database.db, [jobs.letter({})]);
  await vi.waitUntil(() => running.done === heavy.length, { timeout: 30_000 });
  expect(running).toMatchObject({ most: 1, letters: 1 });
  await worker.stop();
});

it('values of a field take turns, however many jobs one of them has', async () => {
  const pages = defineJob('test.pages', z.object({ work: z.string(), number: z.number() }), {
    concurrency: 1,
    inTurnBy: 'work',
  });
  const done: string[] = [];
  const handlers = handleJobs(
    { db: database.db, clock },
    { pages },
    {
      pages: async ({ work, number }) => {
        done.push(`${work} ${number}`);
      },
    },
  );
  const of = (work: string, count: number) =>
    Array.from({ length: count }, (_, number) => pages({ work, number }));
  await enqueueAll(database.db, [...of('crowd', 4), ...of('one', 2), ...of('other', 1)]);
  const worker = startJobWorker({ db: database.db, handlers, clock, log: recordingLog(), pollMs: 10 });
  await vi.waitUntil(() => done.length === 7, { timeout: 30_000 });
  expect(done).toEqual(['crowd 0', 'one 0', 'other 0', 'crowd 1', 'one 1', 'crowd 2', 'crowd 3']);
  await worker.stop();
});

it('a job whose turn is over continues after the one that waits, and uses up no attempt', async () => {
  const pages = defineJob('test.turns', z.object({ work: z.string() }), {
    ...{ concurrency: 1, inTurnBy: 'work', turnMs: 20 },
  });
  const done: string[] = [];
  let turns = 0;
  const handlers = handleJobs(
    { db: database.db, clock },
    { pages },
    {
      pages: async ({ work }, { job, turn }) => {
        if (work === 'slow' && !done.includes('quick')) {
          turns += 1;
          await vi.waitUntil(() => turn?.aborted, { timeout: 30_000 });
          throw new TurnEnded();
        }
        done.push(work);
        expect(job.maxAttempts - job.attempts).toBe(0);
      },
    },
  );
  const worker = startJobWorker({ db: database.db, handlers, clock, log: recordingLog(), pollMs: 10 });
  await enqueueAll(database.db, [pages({ work: 'slow' }, { maxAttempts: 1 })]);
  await vi.waitUntil(() => turns === 1, { timeout: 30_000 });
  await enqueueAll(database.db, [pages({ work: 'quick' }, { maxAttempts: 1 })]);
  await vi.waitUntil(() => done.length === 2, { timeout: 30_000 });
  expect(done).toEqual(['quick', 'slow']);
  expect(turns).toBe(1);
  await worker.stop();
});
