import { expect, type Locator, type Page, test } from '@playwright/test';
import { cutLine } from './support/cut-line.ts';
import { bookIdOf, goToPage } from './support/main-job.ts';
import { keepBook } from './support/reading.ts';
import { enterAs, staffOf } from './support/staff.ts';

const TITLE = 'Applied Neuroanatomy for the Ward';
const textOf = (page: Page, number: number): Locator =>
  page.locator(`[data-flow-page="${number}"] [data-flow-text]`);

/** Opens the book as text, as a subscriber. */
async function openText(page: Page, name: string, origin = '', number = 12): Promise<void> {
  const staff = await staffOf(page.request);
  const bookId = await bookIdOf(page, TITLE);
  await enterAs(page, await staff.subscriber(name, bookId));
  await page.goto(`${origin}/book-viewer/${bookId}?page=${number}`);
  await page.getByRole('button', { name: 'Text view' }).click();
  await expect(textOf(page, number).locator('[data-word]').first()).toBeVisible();
}

test('the caret visits the words that are shown, and is in view', async ({ page }) => {
  await openText(page, 'Augusta');
  await page.keyboard.press('F2');
  const caret = page.locator('[data-caret] [data-word]');
  await expect(caret).toBeVisible();
  await page.keyboard.press('Control+Home');
  const shown = await textOf(page, 12).locator('[data-word]').allInnerTexts();
  const visited: string[] = [];
  const bar = page.getByRole('application', { name: 'Choosing words' });
  for (const word of shown) {
    await expect(caret).toHaveText(word.trim());
    visited.push(await caret.innerText());
    const [at, covered] = [await caret.boundingBox(), await bar.boundingBox()];
    expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual((covered?.y ?? 0) + 1);
    await page.keyboard.press('ArrowRight');
  }
  expect(visited.map((word) => word.trim())).toEqual(shown.map((word) => word.trim()));
  await expect(page.locator('[data-flow-page="13"] [data-caret]')).toBeVisible();

  // A line down is the next line of the layout.
  await page.keyboard.press('Home');
  const before = await caret.boundingBox();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => ((await caret.boundingBox())?.x ?? 0) - (before?.x ?? 0)).toBeLessThan(2);
});

test('the first Tab leads past the bar, and F6 through the parts of the screen', async ({ page }) => {
  await openText(page, 'Ludovica');
  await page.reload();
  await expect(textOf(page, 12).locator('[data-word]').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#pages')).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(page.locator('header[data-region] :focus')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.locator('#pages')).toBeFocused();
});

test('an offline book is text with its figures, its search and its typeface', async ({ page, baseURL }) => {
  test.setTimeout(240_000);
  const line = await cutLine(baseURL as string);
  await openText(page, 'Camillo', line.origin);
  await keepBook(page);
  await page.context().setOffline(true);
  await line.cut();
  await goToPage(page, '20');
  await expect(textOf(page, 20).locator('[data-word]').first()).toBeVisible();
  await page.reload();
  await expect(textOf(page, 20).locator('[data-word]').first()).toBeVisible();

  const figures = page.locator('[data-flow-text] img');
  for (let number = 20; (await figures.count()) === 0; number += 1) await goToPage(page, String(number));
  await figures.first().scrollIntoViewIfNeeded();
  await expect
    .poll(() => figures.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);

  await page.getByRole('button', { name: 'Search in the book' }).click();
  await page.getByRole('searchbox').fill('nerve');
  await page.locator('[data-hits] button').last().click();
  await expect(page.locator('mark[data-hit="current"]')).toBeInViewport();

  await page.getByRole('button', { name: /^Text size/ }).click();
  await page.getByRole('menuitem', { name: 'Text settings' }).click();
  await page.getByRole('radio', { name: 'For low vision' }).check();
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].some((face) => /Atkinson/.test(face.family) && face.status === 'loaded'),
    );
  await expect.poll(loaded).toBe(true);
});

test('Tab waits on a page that loads, and goes on from there', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/1[6-9]\/text\.json/, async (route) => {
    await released;
    await route.continue();
  });
  await openText(page, 'Vincenz');
  await page.locator('[data-scroller]').focus();
  const loading = page.locator('[data-flow-page] > [aria-busy="true"]:focus');
  await expect(async () => {
    if ((await loading.count()) === 0) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-scroller]') !== null)).toBe(true);
    expect(await loading.count()).toBe(1);
  }).toPass();
  const waiting = await loading.evaluate((element) =>
    Number(element.closest('[data-flow-page]')?.getAttribute('data-flow-page')),
  );
  release();
  await expect(textOf(page, waiting).locator('[data-word]').first()).toBeVisible();
  await expect(page.locator(`[data-flow-page="${waiting}"] :focus`)).toHaveCount(1);
});
