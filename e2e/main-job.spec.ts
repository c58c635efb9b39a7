import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { answerKey } from './support/answer-key.ts';
import {
  answerSurvey,
  bookIdOf,
  goToPage,
  passFinalTest,
  solveTests,
  subscribeForFree,
} from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

const TITLE = 'Applied Neuroanatomy for the Ward';
const FOLDER = join(import.meta.dirname, '../demo/applied-neuroanatomy');

test('a physician goes from the landing page to a certificate that a stranger verifies', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const person = newPerson();
  const key = answerKey(FOLDER);

  await test.step('finds the book and reads its first pages', async () => {
    await page.goto('/');
    await page
      .getByRole('link', { name: new RegExp(TITLE) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await page.getByRole('link', { name: /Read the first 15 pages/ }).click();
    await expect(
      page
        .getByRole('button', { name: /Enroll/ })
        .or(page.getByRole('link', { name: /Enroll/ }))
        .first(),
    ).toBeVisible();
  });
  const bookId = await bookIdOf(page, TITLE);

  await test.step('signs up and follows the link in the mail', () => register(page, person));
  await test.step('subscribes with a code that makes it free', () => subscribeForFree(page, bookId));

  await test.step('reads: goes to a page, zooms, comes back to it after a reload', async () => {
    await page.goto(`/book-viewer/${bookId}`);
    await goToPage(page, '20');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Contents and notes' }).click();
    await expect(page.getByText('The Spinal Cord').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Page 20', exact: true })).toBeInViewport();
  });

  await test.step('watches a lecture and opens a DICOM study', async () => {
    await page.goto(`/book-all-videos/${bookId}`);
    await page
      .getByRole('link', { name: /One Field Defect/ })
      .first()
      .click();
    const video = page.locator('video');
    await expect(video).toBeVisible();
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(1);
    await page.goto(`/book-all-videos/${bookId}`);
    await page
      .getByRole('link', { name: /CT of the head/ })
      .first()
      .click();
    await expect(page.getByLabel(/Slice 1 of|slice 1 of|1 of/i).first()).toBeVisible();
    await expect(page.locator('[data-slice]').first()).toBeVisible();
  });

  await test.step('solves quizzes, pre-tests and post-tests', () => solveTests(page, bookId, key));
  await test.step('passes the final test', () => passFinalTest(page, bookId, key));

  await test.step('answers the survey on the last page and gets the certificate', async () => {
    await page.goto(`/book-viewer/${bookId}?page=34`);
    await answerSurvey(page);
    await page.goto('/certificates');
    await page
      .getByRole('button', { name: new RegExp(`Open the certificate for ${TITLE}`) })
      .first()
      .click();
    await expect(page.getByRole('img', { name: /Certificate of Helena Marković/ })).toBeVisible();
  });

  await test.step('a stranger verifies its number', async () => {
    const link = await page.getByRole('link', { name: 'Open the public page' }).getAttribute('href');
    const stranger = await browser.newPage(baseURL ? { baseURL } : {});
    await stranger.goto(link ?? '');
    await expect(stranger.getByText('Helena Marković').first()).toBeVisible();
    await expect(stranger.getByText(TITLE).first()).toBeVisible();
    await stranger.close();
  });
});
