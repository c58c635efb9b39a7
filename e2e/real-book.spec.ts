import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { buildRealBook, findMaterial } from './real-book/build-folder.mjs';
import { plain } from './support/answer-key.ts';
import { answerSurvey, bookIdOf, passFinalTest, solveTests, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

test('a real textbook of 450 pages is imported beside the running server and used up to its certificate', async ({
  page,
}) => {
  test.skip(findMaterial() === null, 'the real material is not on this machine');
  test.skip(!process.env.E2E_DATA_DIR, 'the data folder of the server is not known');
  test.setTimeout(900_000);

  const folder = await mkdtemp(join(tmpdir(), 'vesalius-real-book-'));
  const { manifest, answers } = await buildRealBook(folder);
  const key = new Map([...answers].map(([question, answer]) => [plain(question), plain(answer)]));
  const study = manifest.supplementaries
    .flatMap(({ materials }) => materials)
    .find(({ type }) => type === 'dicom');
  try {
    await test.step('the folder becomes a book', async () => {
      const { stdout } = await run(process.execPath, ['scripts/import-book.mjs', folder], {
        cwd: root,
        env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
        maxBuffer: 10_000_000,
      });
      expect(stdout).toContain(manifest.title);
    });
    await test.step('a physician signs up and subscribes', () =>
      register(page, newPerson('Ibrahim', 'Al-Rashid')));
    const bookId = await bookIdOf(page, manifest.title);
    await subscribeForFree(page, bookId);

    await test.step('reads a page far inside', async () => {
      // By the address, because this book's labels differ from its page numbers.
      await page.goto(`/book-viewer/${bookId}?page=300`);
      await expect(page.locator('section[data-page="300"]')).toBeInViewport();
      await expect(page.locator('section[data-page="300"] [data-loaded]')).toBeVisible();
    });
    await test.step('opens the CT series', async () => {
      await page.goto(`/book-all-videos/${bookId}`);
      await page
        .getByRole('link', { name: new RegExp(study?.title ?? '') })
        .first()
        .click();
      await expect(page.locator('[data-slice]').first()).toBeVisible();
    });
    await test.step('solves the quizzes and chapter tests', () => solveTests(page, bookId, key));
    await test.step('passes the final test of forty questions', () => passFinalTest(page, bookId, key));
    await test.step('answers the survey and has the certificate', async () => {
      await page.goto(`/book-viewer/${bookId}?page=450`);
      await answerSurvey(page);
      await page.goto('/certificates');
      await page
        .getByRole('button', { name: /Open the certificate for/ })
        .first()
        .click();
      await expect(page.getByRole('img', { name: /Certificate of Ibrahim Al-Rashid/ })).toBeVisible();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
