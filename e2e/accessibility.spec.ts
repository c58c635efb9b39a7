import { expect, type Page, test } from '@playwright/test';
import { expectReflow, expectSpaced } from './support/layout.ts';
import { bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';
import { readable } from './support/reading.ts';
import { signedIn } from './support/session.ts';

const NARROW = { width: 320, height: 640 };

/** A book with tests, lectures, images and a study. */
async function subscriber(page: Page): Promise<string> {
  await register(page, newPerson('Louise', 'Braille'));
  const bookId = await bookIdOf(page, 'Chest Radiography: A Systematic Approach');
  await subscribeForFree(page, bookId);
  return bookId;
}

test('messages do not cover the button that closes a dialog', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The redirect home shows a message, over which the sign-in dialog opens.
  await page.goto('/certificates');
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  const message = page.getByText('You must register first to continue browsing');
  await expect(close).toBeVisible();
  await expect(message).toBeVisible();
  const isFree = () =>
    close.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isFree).toBe(true);
  const [button, toast] = [await close.boundingBox(), await message.boundingBox()];
  expect(toast?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0));
});

test('the screens of visitors and readers fit into 320 pixels', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(NARROW);
  for (const address of [
    '/',
    '/books',
    '/packages',
    '/SignIn',
    '/registration',
    '/accessibility',
    '/contact-us',
  ])
    await expectReflow(page, address);

  await page.setViewportSize({ width: 1440, height: 900 });
  const book = await subscriber(page);
  await page.setViewportSize(NARROW);
  for (const address of [
    '/subscriped-books',
    `/book-profile/${book}`,
    `/book-all-videos/${book}`,
    `/book-all-tests/${book}`,
    '/review',
    '/certificates',
    '/subscription-management',
    '/change-password',
    '/Topics',
  ])
    await expectReflow(page, address);
});

test('lectures, images and studies fit into 320 pixels, in Arabic, too', async ({ page }) => {
  test.setTimeout(240_000);
  const book = await subscriber(page);
  await page.goto(`/book-all-videos/${book}`);
  const links = page.locator('main a[href*="/supplementary/"]');
  await expect(links.first()).toBeVisible();
  const addresses = await links.evaluateAll((all) => [
    ...new Set(all.map((link) => link.getAttribute('href'))),
  ]);
  await page.setViewportSize(NARROW);
  for (const language of ['en', 'ar']) {
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    // Images, lectures and a study are among the first addresses.
    for (const address of addresses.slice(0, 5)) await expectReflow(page, address ?? '');
  }
});

test('the screens of authors and editors fit into 320 pixels, in Arabic, too', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(NARROW);
  await signedIn(page, 'author@vesalius.example');
  const book = await bookIdOf(page, 'Chest Radiography: A Systematic Approach');
  for (const language of ['en', 'ar']) {
    await page.goto('/');
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    for (const address of [
      '/books',
      `/book-all-tests/${book}`,
      `/book-results/${book}`,
      `/book-all-videos/${book}`,
    ])
      await expectReflow(page, address);
  }
  await signedIn(page, 'editor@vesalius.example');
  await expectReflow(page, `/editors/notes/${book}`);
});

test('nothing is cut off with the reader’s own text spacing', async ({ page }) => {
  test.setTimeout(240_000);
  const book = await bookIdOf(page, 'Chest Radiography: A Systematic Approach');
  const shop = ['/', '/books', '/packages', '/SignIn', '/registration', `/book-profile/${book}`];
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 640 });
    for (const address of shop) await expectSpaced(page, address);
  }
  await page.setViewportSize(NARROW);
  await signedIn(page, 'editor@vesalius.example');
  for (const address of [`/editors/notes/${book}`, `/book-all-tests/${book}`, `/book-all-videos/${book}`])
    await expectSpaced(page, address);
});

test('the screens of directors fit into 320 pixels', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await signedIn(page, 'director@vesalius.example');
  await page.goto('/');
  const overview = await page.locator('main a[href*="/overview"]').first().getAttribute('href');
  await expectReflow(page, overview ?? '');
  await expectReflow(page, (overview ?? '').replace('overview', 'StudentsList'));
  await expectReflow(page, (overview ?? '').replace('overview', 'Topics'));
});

test('the screens of staff fit into 320 pixels', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await signedIn(page, 'staff@vesalius.example');
  for (const name of [
    '',
    '/institutions',
    '/books',
    '/packages',
    '/programs',
    '/publishers',
    '/certificates',
    '/results',
    '/jobs',
    '/sales',
    '/payments',
    '/promo-codes',
    '/prices',
    '/reconciliation',
    '/audit',
  ])
    await expectReflow(page, `/admin${name}`);
});

test('a passage is highlighted, noted, changed and deleted by keyboard', async ({ page }) => {
  const book = await subscriber(page);
  await page.goto(`/book-viewer/${book}?page=12`);
  await readable(page, '12');
  await page.keyboard.press('F2');
  const choosing = page.getByRole('application', { name: 'Choosing words' });
  await expect(choosing).toBeFocused();
  await expect(page.locator('[data-caret]')).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  for (let word = 0; word < 3; word += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => page.evaluate(() => getSelection()?.toString().trim().split(/\s+/).length)).toBe(4);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Highlight in yellow' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(choosing).toBeFocused();
  await expect(page.locator('[data-highlight]').first()).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Pages of / })).toBeFocused();
  await page.locator('button[aria-label^="Highlight: "]').first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /Note on page/ });
  await expect(dialog.getByLabel('Your note')).toBeFocused();
  await page.keyboard.type('Written without a mouse');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  const note = page.getByRole('button', { name: 'Note: Written without a mouse' });
  await expect(note).toBeVisible();

  await note.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your note')).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('single-letter shortcuts stay off once turned off, and never act during typing', async ({ page }) => {
  const book = await subscriber(page);
  await page.goto('/accessibility');
  const keys = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await keys.focus();
  await page.keyboard.press('Space');
  await expect(keys).not.toBeChecked();
  await page.goto(`/book-viewer/${book}?page=12`);
  await readable(page, '12');
  await page.keyboard.type('bird');
  await expect(page.getByRole('textbox', { name: /Go to page/ })).toHaveValue('12');
  await expect(page.getByRole('tablist')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('textbox', { name: /Go to page/ })).toHaveValue('13');
  await expect(page.locator('[data-announcer]')).toHaveText(/Page 13 of \d+/);
});

test('texts of books declare their language on an Arabic page', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('lang', 'ar'));
  await page.goto('/books');
  await expect(page.locator('main article').first()).toBeVisible();
  const unmarked = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main [dir="auto"], main bdi')]
        .filter(
          (part) =>
            /[a-z]{3}/i.test(part.textContent ?? '') && !/\p{Script=Arabic}/u.test(part.textContent ?? ''),
        )
        .filter((part) => !part.closest('[lang="en"]'))
        .map((part) => part.textContent),
    );
  await expect.poll(unmarked).toEqual([]);
});
