import { type AddressInfo, createServer, type Socket } from 'node:net';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { accountLetters } from '../features/accounts/jobs.ts';
import { publishingJobs } from '../features/publishing/jobs.ts';
import { one } from '../platform/database/database.ts';
import type { Storage } from '../platform/files/storage.ts';
import { enqueue, type JobWorker, startJobWorker } from '../platform/jobs.ts';
import { listKeptMails, smtpMailer } from '../platform/mail/mailer.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { checkout } from '../testing/checkout.ts';
import { buildBook } from '../testing/factories.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { jobLanes } from './job-handlers.ts';

const WAIT = { timeout: 15_000, interval: 20 };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The workers as the server starts them, until the test ends. */
function startLanes(t: TestApp): void {
  const { db, clock } = t.deps;
  const workers: JobWorker[] = jobLanes(t.deps).map((handlers) =>
    startJobWorker({ db, clock, handlers, log: recordingLog(), pollMs: 10 }),
  );
  closing.push(async () => {
    const stopped = Promise.all(workers.map((worker) => worker.stop()));
    t.deps.mailer.close();
    await stopped;
  });
}

const addLetter = async (t: TestApp) => {
  const { id, email } = await t.person();
  await enqueue(t.deps.db, accountLetters.sendWelcome({ user_id: id }));
  return email;
};

it('a mail server that accepts and says nothing holds up letters alone', async () => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => silent.close(() => resolve())));
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const t = await testApp({ mailer: smtpMailer({ url, from: 'us@vesalius.example', publicUrl: url }) });
  closing.push(() => t.close());
  const shop = checkout(t);
  const buyer = await t.person();
  const bookId = (await buildBook(t.deps.db)).id;
  const started = await shop.startPayPal({ as: buyer, bookId });
  const theirId = started.body.subscription_id as string;
  await shop.approve(theirId);
  const { body: mine } = await shop.comeBack({ as: buyer, bookId }, theirId);
  for (let count = 0; count < 41; count += 1) await addLetter(t);
  startLanes(t);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  await vi.waitFor(() => expect(connections).toBeGreaterThan(0), WAIT);

  const cancelled = await t.call(commerceCalls.updateBookSubscription, {
    as: buyer,
    params: { id: mine.id },
    body: { cancellation_reason: 'enough' },
  });
  expect(cancelled.status).toBe(200);
  const theirs = () => shop.emulator().state.subscriptions.find(({ id }) => id === theirId);
  await vi.waitFor(() => expect(theirs()).toMatchObject({ status: 'CANCELLED' }), WAIT);
  const { waiting } = await one(
    t.deps.db,
    sql<{ waiting: number }>`select count(*) as waiting from jobs
      where kind = 'accounts.send-welcome' and done_at is null`,
  );
  expect(waiting).toBe(41);
  expect(connections).toBeLessThanOrEqual(2);
});

it('pages that are prepared slowly hold up no letter', async () => {
  let stuck = 0;
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const t = await testApp();
  closing.push(() => t.close());
  const storage: Storage = {
    ...t.deps.storage,
    async find(key) {
      stuck += 1;
      await gate;
      return t.deps.storage.find(key);
    },
  };
  const app = { ...t, deps: { ...t.deps, storage } };
  for (let count = 0; count < 8; count += 1) {
    const { id } = await buildBook(t.deps.db, { pages: 1 });
    const runs = JSON.stringify([{ first: 1, last: 1, set: `${id}/1`, from: 1 }]);
    await sql`insert into page_sets (work_id, number, page_count, runs, begun_at)
      values (${id}, 1, 1, ${runs}::jsonb, now())`.execute(t.deps.db);
    await enqueue(t.deps.db, publishingJobs.prepareSharpPages({ book_id: id, revision: 1 }));
  }
  startLanes(app);
  closing.push(() => goOn());
  await vi.waitFor(() => expect(stuck).toBeGreaterThan(0), WAIT);
  const email = await addLetter(t);
  await vi.waitFor(async () => expect(await listKeptMails(t.deps.db, email)).toHaveLength(1), WAIT);
  // One book's pages at a time: previews, videos and texts have the other places.
  expect(stuck).toBe(1);
});

it('a release that is due does not wait behind pages and previews', async () => {
  const t = await testApp();
  closing.push(() => t.close());
  const lane = jobLanes(t.deps).find((handlers) => publishingJobs.publishFrozen.kind in handlers);
  for (const { kind } of [
    publishingJobs.prepareWorkPdf,
    publishingJobs.makePreview,
    publishingJobs.convertVideo,
  ])
    expect(lane).not.toHaveProperty([kind]);
});

it('what publishers wait for does not wait behind what is made again for readers', async () => {
  const t = await testApp();
  closing.push(() => t.close());
  const lane = jobLanes(t.deps).find((handlers) => publishingJobs.prepareWorkPdf.kind in handlers);
  for (const { kind } of [publishingJobs.prepareSharpPages, publishingJobs.readTextsAgain])
    expect(lane).not.toHaveProperty([kind]);
});

it('each kind of job is in one lane', async () => {
  const t = await testApp();
  closing.push(() => t.close());
  const kinds = jobLanes(t.deps).flatMap(Object.keys);
  expect(kinds).toHaveLength(new Set(kinds).size);
});
