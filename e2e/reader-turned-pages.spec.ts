import { expect, type Locator, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { bookIdOf, goToPage } from './support/main-job.ts';
import { enterAs, staffOf } from './support/staff.ts';

const TITLE = 'Chest Radiography: A Systematic Approach';
const ARABIC = 'الحمض والقاعدة: من غازات الدم إلى القرار';
const area = (page: Page): Locator => page.locator('[data-scroller]');
const next = (page: Page): Locator => page.getByRole('button', { name: 'Next screen' });
const previous = (page: Page): Locator => page.getByRole('button', { name: 'Previous screen' });

async function openTurned(page: Page, name: string, title: string, number: number): Promise<void> {
  const staff = await staffOf(page.request);
  const bookId = await bookIdOf(page, title);
  await enterAs(page, await staff.subscriber(name, bookId));
  await page.addInitScript(() => {
    const view = { mode: 'text', pagePanelOpen: false, text: { movement: 'turn' } };
    if (!localStorage.getItem('reader-view')) localStorage.setItem('reader-view', JSON.stringify(view));
  });
  await page.goto(`/book-viewer/${bookId}?page=${number}`);
  await expect(page.locator(`[data-flow-page="${number}"] [data-word]`).first()).toBeVisible();
  await expect(area(page)).toHaveAttribute('data-turned');
}

/** The words on the screen by page and number, and those that an edge of it cuts. */
const onScreen = (page: Page) =>
  area(page).evaluate((element) => {
    const frame = element.getBoundingClientRect();
    const shown: string[] = [];
    const cut: string[] = [];
    for (const word of element.querySelectorAll('[data-flow-text] [data-word]')) {
      if (word.closest('[role="group"]')) continue;
      const middles = [...word.getClientRects()].map((box) => (box.top + box.bottom) / 2);
      const isShown = (middle: number) => middle > frame.top && middle < frame.bottom;
      if (!middles.some(isShown)) continue;
      const name = `${word.closest('[data-flow-page]')?.getAttribute('data-flow-page')}/${word.getAttribute('data-word')}`;
      shown.push(name);
      const half = Number.parseFloat(getComputedStyle(word).lineHeight) / 2;
      const isCut = (middle: number) =>
        isShown(middle) && (middle - half < frame.top - 1.5 || middle + half > frame.bottom + 1.5);
      if (middles.some(isCut)) cut.push(`${name} ${word.textContent}`);
    }
    return { shown, cut, height: frame.height };
  });
const firstWord = async (page: Page): Promise<string> => (await onScreen(page)).shown[0] ?? '';
const settled = (page: Page, number: number) =>
  expect(page.locator(`[data-flow-page="${number}"] [data-word]`).first()).toBeAttached();

test('every word is on a screen, none is cut, and going back shows the same screens', async ({ page }) => {
  await openTurned(page, 'Laennec', TITLE, 12);
  await settled(page, 13);
  const words = await page
    .locator('[data-flow-page="12"] [data-flow-text] [data-word]:not([role="group"] *)')
    .count();
  const seen: string[] = [];
  const firsts: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await expect(area(page).locator('[aria-busy="true"]')).toHaveCount(0);
    const { shown, cut } = await onScreen(page);
    expect(cut).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
    firsts.push(shown[0] ?? '');
    seen.push(...shown);
    await page.keyboard.press(turn % 2 === 0 ? 'ArrowRight' : 'PageDown');
    await expect.poll(() => firstWord(page)).not.toBe(shown[0]);
  }
  // Words that are on two screens would be read twice.
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((name) => name.startsWith('12/'))).toHaveLength(words);
  for (const first of firsts.toReversed()) {
    await page.keyboard.press('PageUp');
    await expect.poll(() => firstWord(page)).toBe(first);
  }
  expect((await axeOn(page).disableRules(['heading-order']).analyze()).violations).toEqual([]);
});

test('the place is kept by word', async ({ page }) => {
  await openTurned(page, 'Corvisart', TITLE, 12);
  await settled(page, 13);
  await next(page).click();
  await next(page).click();
  const word = await firstWord(page);
  const holds = () => expect.poll(async () => (await onScreen(page)).shown.slice(0, 20)).toContain(word);

  await page.setViewportSize({ width: 900, height: 700 });
  await holds();
  await page.getByRole('button', { name: 'Larger text' }).click();
  await holds();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Smaller text' }).click();
  await expect.poll(() => firstWord(page)).toBe(word);

  await page.reload();
  await expect.poll(() => firstWord(page)).toBe(word);

  // Scrolling and back, and the pages as they are printed and back.
  await page.getByRole('button', { name: /^Text size/ }).click();
  await page.getByRole('menuitem', { name: 'Text settings' }).click();
  await page.getByRole('radio', { name: 'Continuous scroll' }).check();
  await expect(next(page)).toBeHidden();
  await page.getByRole('radio', { name: 'Turned pages' }).check();
  await page.keyboard.press('Escape');
  await holds();
  await page.getByRole('button', { name: 'Text view' }).click();
  await expect(page.locator('canvas[data-loaded]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Text view' }).click();
  await holds();
});

test('hits, pages and the focus come onto the screen', async ({ page }) => {
  await openTurned(page, 'Auenbrugger', TITLE, 12);
  await goToPage(page, '20');
  await expect.poll(() => firstWord(page)).toMatch(/^20\//);

  await page.getByRole('button', { name: 'Search in the book' }).click();
  await page.getByRole('searchbox').fill('pneumothorax');
  await expect(page.locator('[data-hits] button').nth(3)).toBeVisible();
  for (let hit = 0; hit < 4; hit += 1) {
    await page.keyboard.press('F3');
    await expect(page.locator('[data-hits] [aria-current="true"]')).toHaveCount(1);
    await expect(page.locator('mark[data-hit="current"]').first()).toBeInViewport({ ratio: 1 });
    expect((await onScreen(page)).cut).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await area(page).focus();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if (!(await focused.evaluate((element) => element.closest('[data-scroller]') !== null))) break;
    await expect(focused).toBeInViewport();
    await expect.poll(async () => (await onScreen(page)).cut).toEqual([]);
  }
});

test('a right-to-left book turns the other way', async ({ page }) => {
  await openTurned(page, 'Rhazes', ARABIC, 6);
  await settled(page, 7);
  const word = await firstWord(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => firstWord(page)).not.toBe(word);
  expect((await onScreen(page)).cut).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => firstWord(page)).toBe(word);
  const [on, back] = [await next(page).boundingBox(), await previous(page).boundingBox()];
  expect(on?.x ?? 0).toBeLessThan(back?.x ?? 0);
});

test('at 320 pixels a swipe and a tap turn, and too large a text scrolls and says so', async ({
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
  await openTurned(page, 'Skoda', TITLE, 12);
  await settled(page, 13);
  const word = await firstWord(page);
  await page.touchscreen.tap(310, 300);
  await expect.poll(() => firstWord(page)).not.toBe(word);
  await page.touchscreen.tap(8, 300);
  await expect.poll(() => firstWord(page)).toBe(word);
  const cdp = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 300 }] });
  await touch('touchStart', 250);
  for (const x of [200, 150, 100]) await touch('touchMove', x);
  await touch('touchEnd', 100);
  await expect.poll(() => firstWord(page)).not.toBe(word);
  const { cut } = await onScreen(page);
  expect(cut).toEqual([]);
  expect(await area(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Text settings' }).click();
  for (let step = 0; step < 9; step += 1)
    await page.getByRole('dialog').getByRole('button', { name: 'Larger text' }).click();
  await expect(page.getByText(/fewer than ten lines/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(next(page)).toBeHidden();
  await expect(area(page)).not.toHaveAttribute('data-turned');
  await context.close();
});

test('the preview ends with its lock, on a screen of its own', async ({ page }) => {
  const bookId = await bookIdOf(page, TITLE);
  await page.addInitScript(() =>
    localStorage.setItem(
      'reader-view',
      JSON.stringify({ mode: 'text', pagePanelOpen: false, text: { movement: 'turn' } }),
    ),
  );
  await page.goto(`/book-viewer/${bookId}?page=15`);
  const lock = page.getByRole('complementary', { name: 'This is where the preview ends' });
  await expect(page.locator('[data-flow-page="15"] [data-word]').first()).toBeVisible();
  await expect(async () => {
    if ((await next(page).getAttribute('aria-disabled')) !== 'true') await next(page).click();
    await expect(lock).toBeInViewport({ ratio: 0.99, timeout: 500 });
  }).toPass();
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
});
