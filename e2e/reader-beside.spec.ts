import { expect, test } from '@playwright/test';
import { bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

const TITLE = 'Clinical Nephrology at the Bedside';
const LECTURE = 'What Drives Glomerular Filtration';

test.beforeEach(async ({ page }) => {
  test.setTimeout(240_000);
  await register(page, newPerson('Ada', 'Lovelace'));
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  await page.goto(`/book-viewer/${bookId}?page=8`);
  await expect(page.locator('canvas[data-loaded]').first()).toBeVisible();
});

test('a lecture opens beside its page, and the page stays in its place', async ({ page }) => {
  await page
    .getByRole('complementary', { name: 'On this page' })
    .getByRole('link', { name: LECTURE })
    .click();
  const beside = page.getByRole('complementary', { name: 'Beside the page' });
  await expect(beside.getByRole('heading', { name: LECTURE })).toBeVisible();
  await expect(page).toHaveURL(/\/book-viewer\/.*page=8/);
  const sheet = page.locator('[data-page="8"] canvas[data-loaded]').first();
  await expect(sheet).toBeInViewport();
  await beside.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('complementary', { name: 'On this page' })).toBeVisible();
  await expect(sheet).toBeInViewport();
});

test('on a phone a lecture covers the page, and plays on in a corner while one reads', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole('button', { name: 'Lectures' }).click();
  await page.getByRole('link', { name: LECTURE }).click();
  const beside = page.getByRole('complementary', { name: 'Beside the page' });
  await expect(beside.getByRole('heading', { name: LECTURE })).toBeVisible();
  await beside.getByRole('button', { name: 'Play' }).first().click();
  await beside.getByRole('button', { name: 'Go on reading' }).click();
  await expect(beside.getByRole('heading', { name: LECTURE })).toBeHidden();
  const video = beside.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  await page.getByRole('button', { name: 'Notes' }).click();
  await page.keyboard.press('Escape');
  await beside.getByRole('button', { name: 'Make larger' }).click();
  // A step back closes what covers the page, and stays in the book.
  await page.goBack();
  await expect(beside).toBeHidden();
  await expect(page).toHaveURL(/\/book-viewer\//);
});
