import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defineJob } from '../../../platform/define-job.ts';
import { handleJobs } from '../../../platform/handle-jobs.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue, startJobWorker } from '../../../platform/jobs.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildWork } from '../../../testing/factories.ts';
import { recordingLog } from '../../../testing/recording-log.ts';
import { publishingJobs } from '../jobs.ts';
import { UnreadablePdf } from '../pages/protocol.ts';
import { prepareWorkPdf } from './prepare-work-pdf.ts';

const PAGES = 8;
let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = mkdtempSync(join(tmpdir(), 'vesalius-turns-'));
});
afterAll(async () => {
  await t.close();
  child.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A work with a PDF of so many pages. */
async function workWithPdf(pages: number) {
  const { id } = await buildWork(t.deps.db);
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1)
    document.addPage([300, 400]).drawRectangle({ x: 10 + page, y: 20, width: 40, height: 60 });
  document.setTitle(id);
  const content = Buffer.from(await document.save());
  const hash = createHash('sha256').update(content).digest('hex');
  await t.deps.storage.put(`assets/${hash}`, content);
  await sql`insert into assets (hash, bytes, media_type, stored_at)
    values (${hash}, ${content.length}, 'application/pdf', ${t.clock.now()})`.execute(t.deps.db);
  return { id, hash };
}

/** The program that prepares pages, with a pause before each. */
function slowChild(): string {
  const path = join(folder, 'slow.mjs');
  writeFileSync(
    path,
    `const on = process.on.bind(process);
     let line = Promise.resolve();
     process.on = (event, act) => event !== 'message' ? on(event, act) : on(event, (question) => {
       line = line.then(() => new Promise((go) => setTimeout(go, question.page ? 300 : 0))).then(() => act(question));
     });
     await import(${JSON.stringify(pathToFileURL(child.file).href)});`,
  );
  return path;
}

it('a PDF whose pages are slow lets that of another sender go first, and is ready after it', async () => {
  const slow = await workWithPdf(PAGES);
  const quick = await workWithPdf(2);
  const { kind, schema, inTurnBy, concurrency } = publishingJobs.prepareWorkPdf;
  expect({ inTurnBy, concurrency }).toEqual({ inTurnBy: 'sender', concurrency: 1 });
  const pdfs = defineJob(kind, schema, { concurrency: 1, inTurnBy: 'sender', turnMs: 200 });
  const programs = { [slow.id]: slowChild(), [quick.id]: child.file };
  let turns = 0;
  const handlers = handleJobs(
    t.deps,
    { pdfs },
    {
      pdfs: ({ work_id: workId, asset: assetHash }, { signal, turn }) => {
        turns += 1;
        const pageWork = { childProgram: programs[workId]!, children: 1 };
        const inTurns = workId === slow.id && turn ? { turn } : {};
        return prepareWorkPdf(t.deps, { workId, assetHash }, { signal, ...inTurns, pageWork });
      },
    },
  );
  const count = async (workId: string) =>
    (await sql`select 1 from pdf_pages where work_id = ${workId}`.execute(t.deps.db)).rows.length;
  const isReady = async (workId: string) =>
    (await sql`select 1 from page_sets where work_id = ${workId} and runs is not null`.execute(t.deps.db))
      .rows.length === 1;
  const jobOf = ({ id, hash }: typeof slow) => pdfs({ work_id: id, asset: hash, sender: newId() });
  await enqueue(t.deps.db, jobOf(slow));
  const { db, clock } = t.deps;
  const worker = startJobWorker({ db, clock, handlers, log: recordingLog(), pollMs: 10 });
  await vi.waitUntil(async () => (await count(slow.id)) > 0, { timeout: 200_000 });
  await enqueue(t.deps.db, jobOf(quick));
  await vi.waitUntil(() => isReady(quick.id), { timeout: 200_000 });
  expect(await isReady(slow.id)).toBe(false);
  const before = await count(slow.id);
  expect(before).toBeLessThan(PAGES);
  await vi.waitUntil(() => isReady(slow.id), { timeout: 200_000 });
  expect(await count(slow.id)).toBe(PAGES);
  // The slow one twice: the second time it continues.
  expect(turns).toBe(3);
  await worker.stop();
});

it('a PDF has a time in all, which grows with its pages', async () => {
  const pdf = await workWithPdf(3);
  const prepare = () =>
    prepareWorkPdf(
      t.deps,
      { workId: pdf.id, assetHash: pdf.hash },
      { pageWork: { childProgram: child.file, children: 1 } },
    );
  const over = new AbortController();
  over.abort();
  const oneTurn = { turn: over.signal, pageWork: { childProgram: child.file, children: 1 } };
  await expect(prepareWorkPdf(t.deps, { workId: pdf.id, assetHash: pdf.hash }, oneTurn)).rejects.toThrow();
  const took = (minutes: number) =>
    sql`update pdf_pages set took_ms = ${minutes * 60_000} where work_id = ${pdf.id} and page = 1`.execute(
      t.deps.db,
    );
  await took(12);
  const refusal = await prepare().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(UnreadablePdf);
  expect(String(refusal)).toMatch(/longer than 11 minutes in all\. The slowest is page 1 \(720 s\)/);
  await took(10);
  await prepare();
});
