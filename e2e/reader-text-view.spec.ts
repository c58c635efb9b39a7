import { expect, type Locator, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { spaceText } from './support/layout.ts';
import { bookIdOf, goToPage, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

const TITLE = 'Chest Radiography: A Systematic Approach';
const sheet = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: `Page ${label}`, exact: true });
const changeView = (page: Page) => page.getByRole('button', { name: 'Text view' }).click();
/** The words of a page, as long as they are those of the text view. */
const paragraph = (page: Page, label: string, words: string): Locator =>
  sheet(page, label).getByRole('paragraph').filter({ hasText: words });

test('a highlight made in one view is in the other, at the same page', async ({ page }) => {
  test.setTimeout(240_000);
  await register(page, newPerson('Wilhelm', 'Conrad'));
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  await page.goto(`/book-viewer/${bookId}?page=12`);
  await expect(sheet(page, '12').locator('canvas[data-loaded]').first()).toBeVisible();
  await changeView(page);
  const passage = paragraph(page, '12', 'A border is visible only where two densities meet.');
  await expect(passage).toBeInViewport();
  await expect(page.getByRole('textbox', { name: /^Go to page/ })).toHaveValue('12');

  await passage.locator('[data-word]').filter({ hasText: 'densities' }).dblclick();
  await page.getByRole('button', { name: 'Highlight in green' }).click();
  await expect(passage.locator('mark')).toHaveText(/^densities\s*$/);
  await changeView(page);
  const button = sheet(page, '12').getByRole('button', { name: 'Highlight: densities' });
  await expect(button).toBeInViewport();

  // Made in the pages, found in the text.
  await expect(sheet(page, '12').locator('[data-word]').first()).toBeAttached();
  await sheet(page, '12').locator('[data-word]').filter({ hasText: 'attenuation' }).first().dblclick();
  await page.getByRole('button', { name: 'Highlight in pink' }).click();
  await expect(sheet(page, '12').getByRole('button', { name: 'Highlight: attenuation' })).toBeAttached();
  await page.reload();
  await changeView(page);
  await expect(sheet(page, '12').locator('mark')).toHaveText([/^densities\s*$/, /^attenuation\s*$/]);

  // The place is kept by word: after scrolling in the text, the pages open at the same page and come back to it.
  await goToPage(page, '14');
  await expect(sheet(page, '14')).toBeInViewport();
  await changeView(page);
  await expect(sheet(page, '14').locator('canvas[data-loaded]').first()).toBeVisible();
  await expect(page).toHaveURL(/\?page=14$/);
  await changeView(page);
  await expect(sheet(page, '14')).toBeInViewport();
  // The pages in the document begin within a chapter: the levels of their headings are those of the book.
  expect((await axeOn(page).disableRules(['heading-order']).analyze()).violations).toEqual([]);
});

test('the preview ends at the same page, and its text is not sent', async ({ page }) => {
  const bookId = await bookIdOf(page, TITLE);
  const asked: number[] = [];
  page.on('request', (request) => {
    const file = /\/page-files\/.+\/(\d+)\/text\.json/.exec(request.url());
    if (file) asked.push(Number(file[1]));
  });
  await page.goto(`/book-viewer/${bookId}?page=15`);
  await changeView(page);
  await expect(sheet(page, '15').getByRole('paragraph').first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'This is where the preview ends' })).toBeAttached();
  await page.getByRole('textbox', { name: /^Go to page/ }).fill('16');
  await page.keyboard.press('Enter');
  await expect(sheet(page, 'i')).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  expect(Math.max(...asked)).toBeLessThanOrEqual(15);
});

test('at 320 pixels a phone is offered the text once, and nothing scrolls sideways at any size', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const bookId = await bookIdOf(page, TITLE);
  await page.goto(`/book-viewer/${bookId}?page=12`);
  await page.getByRole('button', { name: 'Show as text' }).click();
  const sideways = () =>
    page.evaluate(() => {
      const area = document.querySelector('[data-scroller]');
      const isWide = (element: Element) =>
        element.getBoundingClientRect().right > window.innerWidth + 1 && !element.closest('[role="group"]');
      return {
        beyond: (area?.scrollWidth ?? 0) - (area?.clientWidth ?? 0),
        words: [...document.querySelectorAll('[data-flow-text] [data-word]')].filter(isWide).length,
      };
    });
  const passage = paragraph(page, '12', 'A border is visible');
  await expect(passage).toBeVisible();
  expect(await sideways()).toEqual({ beyond: 0, words: 0 });
  for (let step = 0; step < 10; step += 1) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Larger text' }).click();
  }
  await expect(page.locator('[data-scroller]')).toHaveAttribute('style', /--text-size: 4/);
  expect(await sideways()).toEqual({ beyond: 0, words: 0 });
  const images: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('1x.webp')) images.push(request.url());
  });
  await page.reload();
  await expect(passage).toBeVisible();
  expect(images).toEqual([]);
  await expect(page.getByRole('button', { name: 'Show as text' })).toBeHidden();
  await spaceText(page);
  expect(await sideways()).toEqual({ beyond: 0, words: 0 });
  await context.close();
});

test('at 400 percent the text has most of the window, and the bars return for the keyboard', async ({
  page,
}) => {
  const bookId = await bookIdOf(page, TITLE);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`/book-viewer/${bookId}?page=2`);
  await page.getByRole('button', { name: 'Show as text' }).click();
  const area = page.locator('[data-scroller]');
  await expect(area.getByRole('paragraph').first()).toBeVisible();
  const heightOf = () => area.evaluate((element) => element.clientHeight);
  await expect.poll(heightOf).toBeGreaterThan(0.55 * 256);
  await area.hover();
  await page.mouse.wheel(0, 120);
  await expect.poll(heightOf).toBe(256);
  await area.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'More' })).toBeInViewport({ ratio: 1 });
  await area.focus();
  await area.hover();
  // A movement right after the last change is not taken for the reader's.
  await expect(async () => {
    await page.mouse.wheel(0, -30);
    expect(await heightOf()).toBeLessThan(256);
  }).toPass();
});
