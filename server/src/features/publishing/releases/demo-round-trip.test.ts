import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { importBook } from '../import-book.ts';
import { listReleaseFiles } from '../store/release-queries.ts';
import { exportBook, exportWorkingCopy } from './export-book.ts';

const DEMO = join(import.meta.dirname, '../../../../../demo');
const books = readdirSync(DEMO, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(DEMO, entry.name)).includes('book.yaml'))
  .map(({ name }) => name);

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = mkdtempSync(join(tmpdir(), 'vesalius-round-trip-'));
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A child program that reports each page as made: page images are not part of a book folder. */
async function emptyPages(pdf: string): Promise<string> {
  const pages = (await PDFDocument.load(await readFile(pdf))).getPageCount();
  const file = join(folder, `empty-pages-${pages}.mjs`);
  writeFileSync(
    file,
    `process.on('message', ({ ask, page }) => {
      if (ask === 'facts') process.send({ tell: 'facts', facts: { pages: ${pages}, labels: [], outline: [] } });
      else process.send({ tell: 'page', prepared: { page, width: 1, height: 1, text: '', missingFonts: [], files: [] } });
    });`,
  );
  return file;
}

it.each(books)(
  '%s goes to a working copy, to a folder, to a release, to a folder and to the same release',
  { timeout: 120_000 },
  async (name) => {
    const source = join(DEMO, name);
    const pageWork = { childProgram: await emptyPages(join(source, 'book.pdf')) };
    const draft = await importBook(t.deps, source, { pageWork, draft: true });
    const { bookId } = draft;
    const releases = () =>
      many(
        t.deps.db,
        sql<{ manifest: unknown; runs: unknown }>`select manifest, page_runs as runs from releases
          where book_id = ${bookId} and published_at is not null order by revision`,
      );
    expect(await releases()).toEqual([]);
    const ofDraft = join(folder, `${name}-draft`);
    await exportWorkingCopy(t.deps, bookId, ofDraft);
    const first = await importBook(t.deps, ofDraft, { pageWork });
    expect(first.bookId).toBe(bookId);
    const ofRelease = join(folder, name);
    await exportBook(t.deps, first, ofRelease);
    const second = await importBook(t.deps, ofRelease, { pageWork });
    // The original folder gives the same release.
    const third = await importBook(t.deps, source, { pageWork });
    const [before, ...after] = await releases();
    expect(after).toEqual([before, before]);
    const filesOf = ({ revision }: { revision: number }) => listReleaseFiles(t.deps.db, { bookId, revision });
    expect(await filesOf(second)).toEqual(await filesOf(first));
    expect(await filesOf(third)).toEqual(await filesOf(first));
    const untouched = await many(
      t.deps.db,
      sql`select from works where id = ${bookId} and version = released_version and not exists (
        select from work_operations o join releases r on r.book_id = o.work_id and r.revision = ${first.revision}
        where o.work_id = works.id and o.made_at > r.published_at)`,
    );
    expect(untouched).toHaveLength(1);
  },
);
