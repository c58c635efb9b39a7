import { type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { bookIdOf, goToPage, subscribeForFree } from './support/main-job.ts';
import { type NewPerson, newPerson, register } from './support/people.ts';
import { signedIn } from './support/session.ts';
import { enterAs, signInByCall, staffOf } from './support/staff.ts';

const TITLE = 'Chest Radiography: A Systematic Approach';
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

async function subscriber(page: Page): Promise<{ person: NewPerson; bookId: string }> {
  const person = newPerson('Rosalind', 'Franklin');
  await register(page, person);
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  return { person, bookId };
}

const sheet = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: `Page ${label}`, exact: true });
const field = (page: Page): Locator => page.getByRole('textbox', { name: /^Go to page/ });

/** Waits until the page is shown and its words can be selected. */
async function readable(page: Page, label: string): Promise<Locator> {
  await expect(sheet(page, label)).toBeInViewport();
  await expect(sheet(page, label).locator('canvas[data-loaded]').first()).toBeVisible();
  await expect(sheet(page, label).locator('[data-word]').first()).toBeAttached();
  return sheet(page, label);
}

/** The position is stored when the server has answered; paging quickly does not count as reading. */
const placeKept = (page: Page, pageNumber: number) =>
  page.waitForResponse(
    (answer) =>
      answer.url().includes('update_current_progress') &&
      answer.url().includes(`page=${pageNumber}`) &&
      answer.ok(),
  );

test('reading resumes where it stopped, on another device; back and reload keep the position', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const { person, bookId } = await subscriber(page);
  await page.goto(`/book-viewer/${bookId}`);
  await readable(page, 'i');
  const kept = placeKept(page, 18);
  await goToPage(page, '18');
  await kept;
  await expect(page).toHaveURL(/\?page=18$/);

  await goToPage(page, '12');
  await expect(page).toHaveURL(/\?page=12$/);
  const again = placeKept(page, 18);
  await page.goBack();
  await readable(page, '18');
  await page.reload();
  await readable(page, '18');
  await expect(field(page)).toHaveValue('18');
  // Whether or not page 12 counted as read, the position is page 18 again.
  await Promise.race([again, expect.poll(() => storedPage(page, bookId), { timeout: 30_000 }).toBe(18)]);

  const phone = await browser.newContext(PHONE);
  const other = await phone.newPage();
  await signedIn(other, person.email, person.password);
  await other.goto(`/book-viewer/${bookId}`);
  await readable(other, '18');
  await phone.close();
});

async function storedPage(page: Page, bookId: string): Promise<number> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? sessionStorage.getItem('user') ?? '{}').token as string,
  );
  const answer = await page.request.get(`/customer_portal/v1/books/${bookId}/pages`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).progress.page;
}

test('the first image waits for no response: it is inside the document, or requested in parallel', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { bookId } = await subscriber(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const file = /\/page-files\/[^/]+\/\d+\/(\d+\/1x\.webp)(\?grant=)?/.exec(request.url());
    if (file) asked.push(`${file[1]}${file[2] ? ' by grant' : ' by token'}`);
  });
  await page.goto(`/book-viewer/${bookId}?page=12`);
  await readable(page, '12');
  expect(asked.filter((file) => file.startsWith('12/'))).toEqual([]);

  asked.length = 0;
  await page.goto(`/book-viewer/${bookId}?page=18`);
  await readable(page, '18');
  expect(asked.filter((file) => file.startsWith('18/'))).toEqual(['18/1x.webp by token']);

  // A visitor who requests page 18 gets page 1, and no token is sent for it.
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  asked.length = 0;
  await page.goto(`/book-viewer/${bookId}?page=18`);
  await readable(page, 'i');
  expect(asked.filter((file) => file.endsWith('by token'))).toEqual([]);
});

test('pages are reached by number, label and keys; changing the view keeps the position', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { bookId } = await subscriber(page);
  await page.goto(`/book-viewer/${bookId}?page=5`);
  await readable(page, 'v');
  await expect(field(page)).toHaveValue('v');
  await goToPage(page, 'vii');
  await expect(page).toHaveURL(/\?page=7$/);
  await goToPage(page, '20');
  await field(page).fill('nowhere');
  await field(page).press('Enter');
  await expect(page.getByText('This book has no page “nowhere”.')).toBeVisible();

  const pages = page.getByRole('region', { name: `Pages of ${TITLE}` });
  await pages.focus();
  await page.keyboard.press('ArrowRight');
  await expect(field(page)).toHaveValue('21');
  await page.keyboard.press('p');
  await expect(field(page)).toHaveValue('20');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Two pages side by side')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await pages.focus();
  const width = async () => (await sheet(page, '20').boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(before * 1.02);
  await page.keyboard.press('0');
  await expect.poll(width).toBeCloseTo(before, 0);
  await page.keyboard.press('r');
  await expect.poll(async () => ratio(await sheet(page, '20').boundingBox())).toBeGreaterThan(1);
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('r');
  await expect.poll(async () => ratio(await sheet(page, '20').boundingBox())).toBeLessThan(1);

  await page.keyboard.press('d');
  await expect
    .poll(async () => {
      const [left, right] = await Promise.all([
        sheet(page, '20').boundingBox(),
        sheet(page, '21').boundingBox(),
      ]);
      return left && right && left.y === right.y && left.x < right.x;
    })
    .toBe(true);
  await page.keyboard.press('d');
  await expect(field(page)).toHaveValue('20');
  await page.keyboard.press('Home');
  await expect(field(page)).toHaveValue('i');
});

const ratio = (box: { width: number; height: number } | null) => (box ? box.width / box.height : 0);

test('a phrase is found in the complete book, marked on its page, and stepped through', async ({ page }) => {
  test.setTimeout(240_000);
  const { bookId } = await subscriber(page);
  await page.goto(`/book-viewer/${bookId}?page=3`);
  await readable(page, 'iii');
  await page.getByRole('region', { name: `Pages of ${TITLE}` }).focus();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search in the book' });
  await expect(search).toBeFocused();
  // Case and accents do not matter.
  await search.fill('“SILHÓUETTE SIGN”');
  const hits = page.locator('[data-hits] button');
  await expect(hits.first()).toContainText(/silhouette sign/i);
  for (const hit of await hits.all()) await expect(hit.locator('mark')).toHaveText(/silhouette sign/i);
  const marked = page.locator('[data-hit="current"]').first();
  await hits.first().click();
  await expect(marked).toBeInViewport();
  const first = await field(page).inputValue();
  await page.getByRole('button', { name: 'Next result' }).click();
  await page.getByRole('button', { name: 'Next result' }).click();
  await expect(field(page)).not.toHaveValue(first);
  await expect(marked).toBeInViewport();
  await search.fill('xylophone');
  await expect(page.getByText('Nothing found for “xylophone”.')).toBeVisible();
});

test('a passage is highlighted and gets a note; both keep their position through zoom and reload', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { bookId } = await subscriber(page);
  await page.goto(`/book-viewer/${bookId}?page=18`);
  const text = await readable(page, '18');
  await dragOver(page, text, 30, 40);
  const menu = page.getByRole('toolbar', { name: 'For the selected text' });
  for (const color of ['yellow', 'green', 'blue', 'pink'])
    await expect(menu.getByRole('button', { name: `Highlight in ${color}` })).toBeVisible();
  const stored = page.waitForResponse((answer) => isWrite(answer.request().method(), answer.url()));
  await menu.getByRole('button', { name: 'Highlight in green' }).click();
  expect((await stored).ok()).toBe(true);
  const highlight = text.getByRole('button', { name: /^Highlight: / });
  await expect(highlight).toBeAttached();
  const place = await placeOn(text, highlight);

  await page.getByRole('region', { name: `Pages of ${TITLE}` }).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('-');
  await expect.poll(async () => near(await placeOn(text, highlight), place)).toBe(true);

  await dragOver(page, text, 60, 66);
  await menu.getByRole('button', { name: 'Write a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Note on page 18' });
  await dialog.getByLabel('Your note').fill('Ask about this on the ward round');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(text.getByRole('button', { name: /^Note: Ask about/ })).toBeVisible();

  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await expect
    .poll(async () => {
      await page.reload();
      await readable(page, '18');
      return text.getByRole('button', { name: /^Note: Ask about/ }).count();
    })
    .toBe(1);
  await expect.poll(async () => near(await placeOn(text, highlight), place)).toBe(true);

  // On a rotated page, the clicked note opens, not the one that was there before.
  await page.getByRole('region', { name: `Pages of ${TITLE}` }).focus();
  await page.keyboard.press('r');
  await expect.poll(async () => ratio(await text.boundingBox())).toBeGreaterThan(1);
  await text.locator('[data-word="35"]').click();
  const passage = page.getByRole('dialog', { name: 'Note on page 18' });
  await expect(passage.getByRole('button', { name: 'Highlight in green' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await passage.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(passage).toBeHidden();

  await page.getByRole('button', { name: 'Contents and notes' }).click();
  await page.getByRole('tab', { name: 'Notes' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText('Ask about this on the ward round')).toBeVisible();
  const markdown = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as Markdown' }).click();
  expect((await markdown).suggestedFilename()).toMatch(/\.md$/);
  const csv = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await csv).suggestedFilename()).toMatch(/\.csv$/);
});

test('a selection that starts or ends beside the text ends with the words it passed', async ({ page }) => {
  test.setTimeout(240_000);
  const { bookId } = await subscriber(page);
  await page.goto(`/book-viewer/${bookId}?page=18`);
  const text = await readable(page, '18');
  await text.locator('[data-word="30"]').scrollIntoViewIfNeeded();
  const line = await lineOf(text, 30);
  const middle = line.top + line.height / 2;

  // From the first word of a line into the right margin.
  await dragBetween(page, { x: line.left + 2, y: middle }, { x: line.pageRight - 6, y: middle });
  expect(await selectedText(page)).toBe(line.words);
  const menu = page.getByRole('toolbar', { name: 'For the selected text' });
  await expect(menu).toBeVisible();
  const stored = page.waitForRequest((request) => isWrite(request.method(), request.url()));
  await menu.getByRole('button', { name: 'Highlight in green' }).click();
  expect((await stored).postDataJSON().note.quote).toBe(line.words);

  // From the left margin to the end of the line.
  await dragBetween(page, { x: line.pageLeft + 6, y: middle }, { x: line.right - 2, y: middle });
  expect(await selectedText(page)).toBe(line.words);
  await expect(menu).toBeVisible();
});

interface Point {
  readonly x: number;
  readonly y: number;
}
async function dragBetween(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 6 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}
const selectedText = (page: Page): Promise<string> =>
  page.evaluate(() => (getSelection()?.toString() ?? '').replace(/\s+/g, ' ').trim());

/** The line of a word: its words, its position, and the edges of the page. */
const lineOf = (text: Locator, word: number) =>
  text.evaluate((sheet, index) => {
    const words = [...sheet.querySelectorAll<HTMLElement>('[data-word]')];
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const middleOf = (element: Element) => boxOf(element).top + boxOf(element).height / 2;
    const given = words[index] as HTMLElement;
    const line = words.filter((each) => Math.abs(middleOf(each) - middleOf(given)) < boxOf(given).height / 2);
    const { left: pageLeft, right: pageRight } = boxOf(sheet);
    return {
      words: line.map((each) => each.textContent?.trim()).join(' '),
      left: Math.min(...line.map((each) => boxOf(each).left)),
      right: Math.max(...line.map((each) => boxOf(each).right)),
      top: boxOf(given).top,
      height: boxOf(given).height,
      ...{ pageLeft, pageRight },
    };
  }, word);

test('a note that the server refuses is reverted, with a message beside it', async ({ page }) => {
  test.setTimeout(240_000);
  const { bookId } = await subscriber(page);
  await page.goto(`/book-viewer/${bookId}?page=18`);
  const text = await readable(page, '18');
  await page.route('**/annotations**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await dragOver(page, text, 30, 34);
  await page.getByRole('button', { name: 'Highlight in blue' }).click();
  const said = page.getByText(/^The note is not saved\./);
  await expect(said).toBeInViewport();
  expect((await said.boundingBox())?.height).toBeGreaterThan(10);
  await expect(text.getByRole('button', { name: /^Highlight: / })).toHaveCount(0);
});

test('the menu ends within a low screen, and scrolls to its last item', async ({ page }) => {
  const bookId = await bookIdOf(page, TITLE);
  await page.goto(`/book-viewer/${bookId}`);
  await page.setViewportSize({ width: 320, height: 166 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeInViewport({ ratio: 1 });
  const last = menu.getByRole('menuitem').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('on a phone touch highlights a selection, and everything else is in a sheet', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const { person, bookId } = await subscriber(page);
  const context = await browser.newContext(PHONE);
  const phone = await context.newPage();
  await signedIn(phone, person.email, person.password);
  await phone.goto(`/book-viewer/${bookId}?page=18`);
  const text = await readable(phone, '18');
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await selectWords(text, 34, 38);
  const bar = phone.getByRole('toolbar', { name: 'For the selected text' });
  await expect(bar).toBeInViewport();
  await bar.getByRole('button', { name: 'Highlight in pink' }).tap();
  await expect(text.getByRole('button', { name: /^Highlight: / })).toBeAttached();
  await expect(bar).toBeHidden();

  const tools = phone.getByRole('navigation', { name: 'Reading tools' });
  await tools.getByRole('button', { name: 'Notes' }).tap();
  await expect(phone.getByRole('dialog', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1);
  await phone.getByRole('button', { name: 'Close the panel' }).tap();
  await expect(phone.getByRole('dialog')).toBeHidden();
  // A step back also closes a sheet, and stays in the book.
  await tools.getByRole('button', { name: 'Lectures' }).tap();
  await expect(phone.getByRole('dialog', { name: 'Lectures' })).toBeVisible();
  await phone.goBack();
  await expect(phone.getByRole('dialog')).toBeHidden();
  await expect(phone).toHaveURL(/\?page=18$/);
  await tools.getByRole('button', { name: 'Tests' }).tap();
  await expect(phone.getByRole('dialog', { name: 'Tests' }).getByText('Chapter tests')).toBeVisible();
  await phone.getByRole('button', { name: 'Close the panel' }).tap();
  await expect(phone.getByRole('dialog')).toBeHidden();
  await tools.getByRole('button', { name: 'Book' }).tap();
  await phone
    .getByRole('dialog', { name: 'Book' })
    .getByRole('button', { name: /The Image and Its/ })
    .tap();
  await readable(phone, '10');
  // Navigating from a sheet is one history entry, and one step leads back.
  await phone.goBack();
  await readable(phone, '18');
  await phone.goForward();
  await readable(phone, '10');

  // Two fingers, from a distance of 80 pixels to 160.
  const width = async () => (await sheet(phone, '10').boundingBox())?.width ?? 0;
  const before = await width();
  await pinch(phone, 80, 160);
  await expect.poll(width).toBeGreaterThan(before * 1.5);
  await context.close();
});

test('on a phone pages have no white margins; with them, a double tap lets the tapped column fill the width, and the next one takes it back', async ({
  browser,
}) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto(`/book-viewer/${await bookIdOf(page, TITLE)}?page=6`);
  const leaf = page.locator('[data-page="6"]');
  const word = leaf.locator('[data-word]').nth(30);
  await expect(word).toBeAttached();
  /** From the first to the last word of the page, in the window. */
  const span = () =>
    leaf.locator('[data-word]').evaluateAll((words) => {
      const boxes = words.map((each) => each.getBoundingClientRect());
      return {
        left: Math.min(...boxes.map(({ left }) => left)),
        right: Math.max(...boxes.map(({ right }) => right)),
      };
    });
  expect((await span()).right - (await span()).left).toBeGreaterThan(350);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Fit width' }).click();
  await expect.poll(async () => (await span()).left).toBeGreaterThan(30);
  const before = await span();
  const doubleTap = async () => {
    const box = await word.boundingBox();
    if (!box) throw new Error('the word is not shown');
    for (let tap = 0; tap < 2; tap += 1)
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await doubleTap();
  await expect.poll(async () => (await span()).left).toBeLessThan(before.left / 2);
  const filled = await span();
  expect(filled.left).toBeGreaterThanOrEqual(0);
  expect(filled.right).toBeLessThanOrEqual(390);
  expect(filled.right - filled.left).toBeGreaterThan(350);
  await doubleTap();
  await expect.poll(async () => (await span()).left).toBeCloseTo(before.left, 0);
  await context.close();
});

test('a visitor can read the preview and not one byte more', async ({ page }) => {
  const asked: number[] = [];
  page.on('request', (request) => {
    const number = /\/page-files\/[^/]+\/\d+\/(\d+)\//.exec(request.url())?.[1];
    if (number) asked.push(Number(number));
  });
  const bookId = await bookIdOf(page, TITLE);
  await page.goto(`/book-viewer/${bookId}`);
  await readable(page, 'i');
  for (const name of ['Lectures', 'Tests'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  const bar = page.getByRole('complementary', { name: 'Preview', exact: true });
  const enroll = { name: 'Enroll for $219 a year' };
  await expect(bar.getByRole('link', enroll)).toBeInViewport();

  await page.locator('[data-scroller]').evaluate((area) => area.scrollTo(0, area.scrollHeight));
  const next = page.getByRole('button', { name: 'Continue: page 4 of 15 free pages' });
  await expect(next).toBeInViewport();
  await expect(field(page)).toHaveValue('iii');
  await expect(page.getByRole('link', enroll)).toBeInViewport();
  await expect(bar).toBeHidden();
  await next.click();
  await expect(bar).toContainText('Free page 4 of 15 · 11 more');
  await expect(bar).toBeInViewport();
  await goToPage(page, '15');
  await readable(page, '15');
  await page.locator('[data-scroller]').evaluate((area) => area.scrollTo(0, area.scrollHeight));
  await expect(page.getByText('This is where the preview ends')).toBeInViewport();

  await field(page).fill('16');
  await field(page).press('Enter');
  await readable(page, 'i');
  await expect(
    page.getByText('Pages after 15 are for subscribers. You are back on page 1.'),
  ).toBeInViewport();
  await page.goto(`/book-viewer/${bookId}?page=40`);
  await readable(page, 'i');
  await expect(page).toHaveURL(/\?page=1$/);

  await page.getByRole('button', { name: 'Search in the book' }).click();
  await page.getByRole('searchbox', { name: 'Search in the book' }).fill('lung');
  await expect(page.getByText('Only the 15 free pages are searched.')).toBeVisible();
  expect(Math.max(...asked)).toBeLessThanOrEqual(15);
});

test('a subscription ends while the book is open: the reader returns to the preview, with the reason', async ({
  page,
}) => {
  const staff = await staffOf(page.request);
  const bookId = await bookIdOf(page, TITLE);
  const user = await staff.subscriber('Dorothea', bookId);
  await enterAs(page, user);
  await page.goto(`/book-viewer/${bookId}?page=20`);
  await readable(page, '20');

  await staff.endSubscription(user.id);
  // The position on page 20 may be sent only now: then it is refused before page 22 is shown, with the same result.
  await field(page).fill('22');
  await field(page).press('Enter');
  const bar = page.getByRole('complementary', { name: 'Preview', exact: true });
  await expect(bar).toContainText(/Your subscription ended on .+ Your place, notes and results are kept\./, {
    timeout: 20_000,
  });
  await expect(bar.getByRole('link', { name: 'Subscribe again for $219 a year' })).toBeInViewport();
  await readable(page, 'i');
  await expect(page).toHaveURL(/\?page=1$/);
  await expect(page.getByRole('button', { name: 'Tests', exact: true })).toBeDisabled();
});

test('an author reads everything without stored progress', async ({ page }) => {
  await signedIn(page, 'author@vesalius.example');
  const token = await signedIn(page, 'author@vesalius.example');
  const books = await page.request.get('/author_portal/v1/assigned_books', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await books.json()) as { data: { id: string; number_of_pages: number }[] };
  const book = data[0];
  if (!book) throw new Error('the demo’s author has no book');
  let told = 0;
  page.on('request', (request) => {
    if (request.url().includes('update_current_progress')) told += 1;
  });
  await page.goto(`/book-viewer/${book.id}?page=20`);
  await expect(page.locator('[data-page="20"] canvas[data-loaded]').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-page="21"] canvas[data-loaded]').first()).toBeVisible();
  // Leaving the window stores a position at once; a customer's would be sent now.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const pages = await page.request.get(`/author_portal/v1/books/${book.id}/pages`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await pages.json()).progress).toEqual({ status: 'not_started', page: 1 });
  expect(told).toBe(0);
});

test('staff and authors of other books are not asked to subscribe in the preview', async ({
  page,
  browser,
}) => {
  const bookId = await bookIdOf(page, TITLE);
  await signedIn(page, 'staff@vesalius.example');
  await page.goto(`/book-viewer/${bookId}?page=15`);
  const end = page.getByRole('complementary', { name: 'This is where the preview ends' });
  await end.getByRole('link', { name: 'Open the administration' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  const author = await (await browser.newContext()).newPage();
  const staff = await staffOf(author.request);
  const { user, password } = await staff.customer('Ada');
  await staff.admin('POST', `/people/${user.id}/verify`);
  await staff.admin('PATCH', `/people/${user.id}`, { role_name: 'author' });
  await enterAs(author, await signInByCall(author.request, user.email, password));
  await author.goto(`/book-viewer/${bookId}?page=15`);
  const lock = author.getByRole('complementary', { name: 'This is where the preview ends' });
  await expect(lock.getByRole('link', { name: 'Your books' })).toHaveAttribute('href', '/books');
  await expect(author.getByRole('link', { name: /Enroll|Subscribe/ })).toHaveCount(0);
  await author.context().close();
});

test('a page prints on one sheet with the licensee; the complete book does not', async ({ page }) => {
  test.setTimeout(240_000);
  const { bookId } = await subscriber(page);
  await page.goto(`/book-viewer/${bookId}?page=18`);
  await readable(page, '18');
  await page.evaluate(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) });
  });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Print this page' }).click();
  await expect.poll(() => page.evaluate(() => (window as { printed?: number }).printed)).toBe(1);

  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText(/^Licensed to Rosalind Franklin · \d{1,2} \w{3} \d{4} · page 18 of Chest Radiography/),
  ).toBeVisible();
  await expect(page.locator('header').first()).toBeHidden();
  await expect(page.locator('[data-page]').first()).toBeHidden();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
});

for (const [language, colorScheme, width] of [
  ['en', 'light', 1440],
  ['ar', 'dark', 1440],
  ['en', 'dark', 390],
  ['ar', 'light', 390],
] as const)
  test(`the viewer has no accessibility finding: ${language}, ${colorScheme}, ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 844 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.addInitScript((value) => localStorage.setItem('lang', value), language);
    const bookId = await bookIdOf(page, TITLE);
    await page.goto(`/book-viewer/${bookId}?page=7`);
    await expect(page.locator('[data-page="7"] [data-word]').first()).toBeAttached();
    // Screen readers get the page with its heading.
    await expect(
      page.locator('section[data-page="7"]').getByRole('heading', { name: 'Preface' }),
    ).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const { violations } = await axeOn(page).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
      [],
    );
    await context.close();
  });

const isWrite = (method: string, url: string) => method === 'POST' && url.includes('/annotations');

/** Drags the mouse from the middle of one word to the end of another. */
async function dragOver(page: Page, text: Locator, from: number, to: number): Promise<void> {
  await text.locator(`[data-word="${to}"]`).scrollIntoViewIfNeeded();
  const start = await text.locator(`[data-word="${from}"]`).boundingBox();
  const end = await text.locator(`[data-word="${to}"]`).boundingBox();
  if (!start || !end) throw new Error('the words are not on the screen');
  await page.mouse.move(start.x + 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.move(end.x + end.width - 3, end.y + end.height / 2, { steps: 3 });
  await page.mouse.up();
}

/** Left and top as fractions of the page, which must not change. */
async function placeOn(text: Locator, mark: Locator): Promise<{ x: number; y: number } | null> {
  const [page, own] = await Promise.all([text.boundingBox(), mark.first().boundingBox()]);
  return page && own && { x: (own.x - page.x) / page.width, y: (own.y - page.y) / page.height };
}
const near = (a: { x: number; y: number } | null, b: { x: number; y: number } | null) =>
  a !== null && b !== null && Math.abs(a.x - b.x) < 0.004 && Math.abs(a.y - b.y) < 0.004;

/** Simulates a long press and the system's selection handles, which a headless browser does not have. */
const selectWords = (text: Locator, from: number, to: number) =>
  text.evaluate(
    (page, [first, last]) => {
      const node = (index: number) => page.querySelector(`[data-word="${index}"]`)?.firstChild as Text;
      document.getSelection()?.setBaseAndExtent(node(first), 0, node(last), node(last).data.trimEnd().length);
    },
    [from, to] as const,
  );

async function pinch(page: Page, from: number, to: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const fingers = (distance: number) => [
    { x: 195 - distance / 2, y: 400, id: 0 },
    { x: 195 + distance / 2, y: 400, id: 1 },
  ];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
  for (let step = 1; step <= 8; step += 1)
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: fingers(from + ((to - from) * step) / 8),
    });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
