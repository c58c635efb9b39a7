import { expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { bookIdOf } from './support/main-job.ts';

const TITLE = 'Chest Radiography: A Systematic Approach';
const PICTURES = /\/page-files\/.+\.webp/;

/** The server's response while its object store fails. */
const failPictures = (page: Page) =>
  page.route(PICTURES, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { code: 'unavailable', message: 'The service is restarting or very busy.' },
    }),
  );
const sheet = (page: Page, label: string) => page.getByRole('region', { name: `Page ${label}`, exact: true });

test('a reader sees a message when a page cannot be loaded, and the page appears automatically when the store is back', async ({
  page,
}) => {
  const bookId = await bookIdOf(page, TITLE);
  await failPictures(page);
  await page.goto(`/book-viewer/${bookId}`);
  const first = sheet(page, 'i');
  await expect(first.getByRole('alert')).toHaveText(/Page 1 is not available right now\. Trying again …/);
  await expect(first.getByRole('button', { name: 'Try now' })).toBeVisible();
  const { violations } = await axeOn(page).include('[data-page="1"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.unroute(PICTURES);
  await expect(first.locator('canvas[data-loaded]').first()).toBeVisible({ timeout: 60_000 });
  await expect(first.getByRole('alert')).toBeHidden();
});

for (const language of ['en', 'ar'] as const)
  test(`an unknown address redirects home with a message (${language})`, async ({ page }) => {
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveURL(/\/$/);
    const sentence = {
      en: 'This page does not exist. Here is the home page instead.',
      ar: 'هذه الصفحة غير موجودة. هذه هي الصفحة الرئيسية بدلًا منها.',
    }[language];
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
