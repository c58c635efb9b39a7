import { expect, type Page, test } from '@playwright/test';
import { bookIdOf } from './support/main-job.ts';
import { enterAs, staffOf } from './support/staff.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 664 },
  { width: 320, height: 640 },
];
/** The last page of the book, on which its survey opens. */
const LAST_PAGE = 34;
/** Enough tab stops from the top of a page through a test to the bottom. */
const MAX_STOPS = 90;

async function enterAsReaderOf(page: Page, title: string): Promise<string> {
  const staff = await staffOf(page.request);
  const bookId = await bookIdOf(page, title);
  await enterAs(page, await staff.subscriber('Louis', bookId));
  return bookId;
}

/**
 * The focused element, and whether any part of it is visible (WCAG 2.4.11): one of its corners or its center belongs to
 * it.
 */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // The visible part of a hidden input is its label.
    const shown = element.matches('input') ? (element.closest('label') ?? element) : element;
    const box = shown.getBoundingClientRect();
    // For an element larger than the window, the part inside the window.
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
    ];
    const isOwn = (at: Element | null) => at !== null && (shown.contains(at) || at.contains(shown));
    const isSeen = points.some(([x, y]) => isOwn(document.elementFromPoint(x ?? 0, y ?? 0)));
    const name = shown.getAttribute('aria-label') ?? shown.textContent?.trim().slice(0, 60);
    return { what: `${element.tagName} "${name}" at ${Math.round(top)}-${Math.round(bottom)}`, isSeen };
  });

/** Tabs until the first stop comes again, or the focus leaves the page. */
async function covered(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (!now) break;
    if (!now.isSeen) hidden.push(`${key} ${stop}: ${now.what}`);
  }
  return hidden;
}

async function expectNothingCovered(page: Page, context: string): Promise<void> {
  expect([...(await covered(page, 'Tab')), ...(await covered(page, 'Shift+Tab'))], context).toEqual([]);
}

test('the focused element is not covered by the bars of a test or a page', async ({ page }) => {
  test.setTimeout(600_000);
  const book = await enterAsReaderOf(page, 'Chest Radiography: A Systematic Approach');
  await page.goto(`/book-all-tests/${book}`);
  const first = page.getByRole('main').getByRole('link', { name: /^(Pre-test|Quiz) Start:/ });
  const paper = await first.first().getAttribute('href');
  const other = await bookIdOf(page, 'The ECG in Practice');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const address of [paper ?? '', `/book-profile/${other}`, '/profile-info/me', '/books']) {
      await page.goto(address);
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectNothingCovered(page, `${address} at ${size.width} x ${size.height}`);
    }
  }
});

test('a message that stays does not cover the focused element in a low window', async ({ page }) => {
  test.setTimeout(300_000);
  await page.addInitScript(() => localStorage.setItem('messages-stay', 'on'));
  // 400 percent of 1280 x 1024.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/certificates');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('You must register first to continue browsing')).toBeVisible();
  await expectNothingCovered(page, 'the home page at 320 x 256');
  await expect(page.getByText('You must register first to continue browsing')).toBeVisible();
});

for (const size of SIZES)
  test(`a message lies beside a dialog, not on it, at ${size.width} x ${size.height}`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('messages-stay', 'on'));
    await page.setViewportSize(size);
    await page.goto('/certificates');
    const dialog = page.getByRole('dialog');
    const message = page.locator('[data-toast]');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
    await expect(message).toContainText('You must register first');
    await expect(async () => {
      const [under, over] = [await dialog.boundingBox(), await message.boundingBox()];
      if (!under || !over) throw new Error('not shown');
      const isBeside =
        over.y >= under.y + under.height ||
        over.y + over.height <= under.y ||
        over.x >= under.x + under.width ||
        over.x + over.width <= under.x;
      expect(isBeside).toBe(true);
    }).toPass();
    // It can be reached by its key, and closed.
    await page.keyboard.press('F8');
    await expect(message.getByRole('button', { name: 'Close' })).toBeFocused();
  });

test('the focused element is not covered by the bars of the survey', async ({ page }) => {
  test.setTimeout(300_000);
  const book = await enterAsReaderOf(page, 'Applied Neuroanatomy for the Ward');
  // The chapter tests would open before the survey; another journey covers them.
  await page.route('**/customer_portal/v1/tests?**', (route) =>
    route.fulfill({ json: { data: [], metadata: { count: 0, currentPage: 1, pages: 1 } } }),
  );
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(`/book-viewer/${book}?page=${LAST_PAGE}`);
    const survey = page.getByRole('dialog', { name: /Survey/ });
    await expect(survey.getByRole('textbox').first()).toBeVisible();
    await expectNothingCovered(page, `the survey at ${size.width} x ${size.height}`);
  }
});
