import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many, one } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildSubscription } from '../../../testing/factories.ts';
import { reanchorAnnotations } from '../../reader/reanchor-annotations.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';

/** Trial material beside the repository; REAL_DATA names another folder. */
const MATERIAL = process.env.REAL_DATA ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const BUILDER = resolve(import.meta.dirname, '../../../../../e2e/real-book/build-folder.mjs');

describe.skipIf(!existsSync(join(MATERIAL, 'cardiopulmonary/book.pdf')))(
  'the textbook of 450 pages, published anew and restored',
  () => {
    let t: TestApp;
    let bookId: string;
    let staff: Person;
    let reader: Person;
    const PLACE = 212;
    let quizIds: string[] = [];
    beforeAll(async () => {
      t = await testApp();
      const folder = await mkdtemp(join(tmpdir(), 'vesalius-real-'));
      const child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
      try {
        const { buildRealBook } = await import(pathToFileURL(BUILDER).href);
        await buildRealBook(folder, MATERIAL);
        ({ bookId } = await importBook(t.deps, folder, { pageWork: { childProgram: child.file } }));
      } finally {
        child.remove();
        rmSync(folder, { recursive: true });
      }
      staff = await t.person({ role: 'staff' });
      reader = await t.person();
      await buildSubscription(t.deps.db, { userId: reader.id, bookId });
    }, 900_000);
    afterAll(() => t.close());

    const runJobs = () =>
      runDueJobs({
        ...{ db: t.deps.db, clock: t.deps.clock, log: t.deps.log },
        handlers: Object.fromEntries(
          Object.entries(publishingJobHandlers(t.deps)).filter(
            ([kind]) => kind === publishingJobs.publishFrozen.kind,
          ),
        ),
      });
    const call = (name: keyof typeof workReleasesCalls, options: Record<string, unknown>) =>
      t.call(workReleasesCalls[name], { as: staff, params: { id: bookId }, ...options });
    async function set(path: string[], value: unknown): Promise<number> {
      const desk = { params: { id: bookId } };
      const { version } = (await t.call(studioCalls.getWork, { as: staff, ...desk })).body;
      const changes = [{ id: newId(), operations: [{ op: 'set', path, value }] }];
      const { body } = await t.call(studioCalls.changeWork, {
        ...{ as: staff, ...desk, body: { base_version: version, changes } },
      });
      expect(body.outcomes).toMatchObject([{ state: 'applied' }]);
      return body.version;
    }
    /** Everything that a reader did, as the reader sees it. */
    async function readersOwn() {
      await reanchorAnnotations(t.deps, bookId);
      const own = { as: reader, query: { book_id: bookId } };
      const notes = (await t.call(readerCalls.listAnnotations, own)).body.data;
      const pages = (await t.call(readerCalls.getBookPages, { as: reader, params: { id: bookId } })).body;
      const answered = [];
      for (const id of quizIds)
        answered.push((await t.call(assessmentsCalls.getQuiz, { as: reader, params: { id } })).body);
      return {
        notes: notes.map(({ note, rects, orphaned }: Record<string, unknown>) => ({ note, rects, orphaned })),
        ...{ place: pages.progress, answered },
      };
    }

    it('keeps its readers’ notes, positions and attempts', async () => {
      const { text } = await one(
        t.deps.db,
        sql<{
          text: string;
        }>`select text from book_pages where book_id = ${bookId} and page_number = ${PLACE}`,
      );
      const quote = text.split(/\s+/).slice(40, 46).join(' ');
      const written = await t.call(readerCalls.createAnnotation, {
        as: reader,
        body: { book_id: bookId, note: { pageNumber: PLACE, quote, text: 'To be looked up' } },
      });
      expect(written.status).toBe(201);
      await t.call(readerCalls.updateCurrentProgress, {
        as: reader,
        query: { book_id: bookId, page: PLACE },
      });
      const quizzes = await many(
        t.deps.db,
        sql<{
          id: string;
          key: string;
        }>`select id, key from quizzes where book_id = ${bookId} order by key limit 2`,
      );
      quizIds = quizzes.map(({ id }) => id);
      for (const id of quizIds) {
        const { body } = await t.call(assessmentsCalls.getQuiz, { as: reader, params: { id } });
        const answers = body.questions.map((question: { id: string; answer_choices: { id: string }[] }) => ({
          question_id: question.id,
          answer_choice_id: question.answer_choices[0]?.id,
        }));
        const answer = { book_quiz_id: id, answers };
        expect((await t.call(assessmentsCalls.submitQuiz, { as: reader, body: answer })).status).toBe(200);
      }
      const before = await readersOwn();
      expect(before).toMatchObject({ notes: [{ orphaned: false }], place: { page: PLACE } });
      expect(before.answered.map(({ solved }) => solved)).toEqual([true, true]);

      await set(['title'], 'The Heart, the Vessels and the Lungs');
      const version = await set(['brief'], 'Blood, heart, vessels, lymph and lungs, in five chapters.');
      expect((await call('publishWork', { body: { version, over: 1 } })).status).toBe(202);
      await runJobs();
      expect((await call('listReleases', {})).body.publication).toMatchObject({ revision: 2, pending: null });
      expect(await readersOwn()).toEqual(before);

      await t.call(workReleasesCalls.restoreRelease, {
        ...{ as: staff, params: { id: bookId, revision: '1' }, body: { over: 2 } },
      });
      await runJobs();
      expect((await call('listReleases', {})).body.data[0]).toMatchObject({ revision: 3, restored_from: 1 });
      expect(await readersOwn()).toEqual(before);
    }, 300_000);
  },
);
