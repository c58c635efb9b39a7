import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { handleJobs } from '../../../platform/handle-jobs.ts';
import { newId } from '../../../platform/ids.ts';
import { startJobWorker } from '../../../platform/jobs.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { recordingLog } from '../../../testing/database.ts';
import { publishingJobs } from '../jobs.ts';
import { requestConversion } from './conversion-queries.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('a user who sends many videos does not delay those of others', async () => {
  const [many, few] = [newId(), newId()];
  const videos = [
    ...['a1', 'a2', 'a3', 'a4'].map((hash) => ({ hash, sender: many })),
    { hash: 'b1', sender: few },
  ];
  await inTransaction(t.deps.db, async (tx) => {
    for (const { hash } of videos)
      await sql`insert into assets (hash, bytes, media_type, stored_at)
        values (${hash.padEnd(64, '0')}, 1, 'video/mp4', ${t.clock.now()})`.execute(tx);
    for (const { hash, sender } of videos)
      await requestConversion(tx, { hash: hash.padEnd(64, '0'), sender }, t.clock.now());
  });
  const converted: string[] = [];
  const { convertVideo } = publishingJobs;
  const worker = startJobWorker({
    ...{ db: t.deps.db, clock: t.clock, log: recordingLog(), pollMs: 10 },
    handlers: handleJobs(
      t.deps,
      { convertVideo },
      { convertVideo: async ({ asset }) => void converted.push(asset.slice(0, 2)) },
    ),
  });
  await vi.waitUntil(() => converted.length === videos.length, { timeout: 30_000 });
  await worker.stop();
  expect(converted.slice(0, 2)).toEqual(['a1', 'b1']);
});
