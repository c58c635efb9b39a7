import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { type CutLine, cutLine } from './support/cut-line.ts';
import { keptPlace, scanStored } from './support/kept-books.ts';
import { bookIdOf, goToPage } from './support/main-job.ts';
import { keepBook, openKeepDialog, readable, writeNote } from './support/reading.ts';
import { enterAs, staffOf } from './support/staff.ts';

const TITLE = 'Applied Neuroanatomy for the Ward';

interface Reader {
  readonly id: string;
  readonly token: string;
  readonly bookId: string;
  readonly staff: Awaited<ReturnType<typeof staffOf>>;
}

/** A subscriber with a verified address, created by calls and signed in on this page. */
async function subscriber(page: Page, name: string, known?: Reader['staff']): Promise<Reader> {
  const staff = known ?? (await staffOf(page.request));
  const bookId = await bookIdOf(page, TITLE);
  const user = await staff.subscriber(name, bookId);
  await enterAs(page, user);
  return { id: user.id, token: user.auth_token, bookId, staff };
}

/** Makes a call as the reader, without the browser and its network. */
async function ask<Answer>(request: APIRequestContext, reader: Reader, path: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${reader.token}` };
  return (await request.get(`/customer_portal/v1${path}`, { headers })).json();
}
interface Note {
  id: string;
  note: { pageNumber: number; quote: string; text: string };
}
const notesOf = async (request: APIRequestContext, reader: Reader) =>
  (await ask<{ data: Note[] }>(request, reader, `/annotations?book_id=${reader.bookId}`)).data;

/** Disables the browser's network and the connection to the server. */
async function takeOff(page: Page, line: CutLine): Promise<void> {
  await page.context().setOffline(true);
  await line.cut();
}
async function land(page: Page, line: CutLine): Promise<void> {
  await line.mend();
  await page.context().setOffline(false);
}

async function openNotes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search in the book' }).click();
  await page.getByRole('tab', { name: 'Notes' }).click();
}

test('an offline book can be read, searched and annotated without a network, and all changes are sent later', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const line = await cutLine(baseURL as string);
  const reader = await subscriber(page, 'Amelia');
  const viewer = `${line.origin}/book-viewer/${reader.bookId}`;

  await test.step('nothing is registered before, and the whole book is kept', async () => {
    await page.goto(viewer);
    await readable(page, 'i');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    await keepBook(page);
  });

  await test.step('it reads on when the network goes in the middle of it', async () => {
    await takeOff(page, line);
    await goToPage(page, '20');
    await readable(page, '20');
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();
    await goToPage(page, 'i');
    await readable(page, 'i');
  });

  await test.step('it opens without a network and without a server, on a far page too', async () => {
    await page.reload();
    await readable(page, 'i');
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();
    await goToPage(page, '30');
    await readable(page, '30');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await readable(page, '30');
    await expect(page.getByRole('button', { name: 'Lectures' })).toBeDisabled();
    const { violations } = await axeOn(page).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  await test.step('its chapters and its words are found', async () => {
    await page.getByRole('button', { name: 'Search in the book' }).click();
    await page.getByRole('searchbox').fill('nerve');
    await expect(page.getByText(/Found on \d+ pages/)).toBeVisible();
    const hit = page.locator('[data-hits] button').last();
    await hit.click();
    await expect(page.locator('[data-hit="current"]').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Chapter Index' }).click();
    await expect(page.getByRole('tabpanel').getByRole('button').first()).toBeVisible();
  });

  await test.step('notes and the place stay over a reload', async () => {
    await goToPage(page, '28');
    await readable(page, '28');
    await writeNote(page, '28', 'Ask about this after landing');
    // The highlight, its text and the position: each is encrypted before it is counted.
    await expect(page.getByText('3 changes are sent when the network is back')).toBeVisible();
    await expect.poll(() => keptPlace(page)).toBe(28);
    await page.goto(viewer);
    await readable(page, '28');
    await openNotes(page);
    await expect(page.getByText('Ask about this after landing')).toBeVisible();
    expect(await notesOf(page.request, reader)).toEqual([]);
  });

  await test.step('a search through all that the browser stores finds no page', async () => {
    const { data: answer } = {
      data: await ask<{ hits: { match: string; before: string }[] }>(
        page.request,
        reader,
        `/books/${reader.bookId}/search?q=nerve`,
      ),
    };
    const phrases = answer.hits
      .slice(0, 10)
      .map((hit) => hit.before.replace(/^…/, '').trim())
      .filter((text) => text.length > 20);
    expect(phrases.length).toBeGreaterThan(2);
    const stored = await scanStored(page, [...phrases, 'Ask about this after landing']);
    expect(stored).toMatchObject({ books: 1, extractableKeys: 0, found: [] });
    expect(stored.files).toBeGreaterThan(34 * 3);
    expect(stored.queue).toBeGreaterThan(0);
  });

  await test.step('back on the ground everything arrives by itself', async () => {
    await land(page, line);
    await expect
      .poll(
        async () => (await notesOf(page.request, reader)).map(({ note }) => [note.pageNumber, note.text]),
        {
          timeout: 60_000,
        },
      )
      .toEqual([[28, 'Ask about this after landing']]);
    // The position may be queued after the note.
    const pages = () => ask<{ progress: object }>(page.request, reader, `/books/${reader.bookId}/pages`);
    await expect.poll(async () => (await pages()).progress).toMatchObject({ page: 28 });
    await expect(page.getByText('Offline', { exact: true })).toBeHidden();
    await expect.poll(async () => (await scanStored(page, [])).queue).toBe(0);
  });

  await test.step('a note that was changed on two devices keeps both texts', async () => {
    const [before] = await notesOf(page.request, reader);
    await takeOff(page, line);
    await page.reload();
    await readable(page, '28');
    await openNotes(page);
    await page.getByRole('button', { name: 'Note on page 28' }).click();
    const editor = page.getByRole('dialog', { name: 'Note on page 28' });
    await editor.getByRole('textbox', { name: 'Your note' }).fill('Written in the air');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/\d changes? (is|are) sent/)).toBeVisible();
    const change = await page.request.patch(`/customer_portal/v1/annotations/${before?.id}`, {
      headers: { authorization: `Bearer ${reader.token}` },
      data: { text: 'Written on the ward' },
    });
    expect(change.ok()).toBe(true);
    await land(page, line);
    await expect
      .poll(async () => (await notesOf(page.request, reader))[0]?.note.text ?? '', { timeout: 60_000 })
      .toMatch(/^Written on the ward\n\n— .+ —\nWritten in the air$/);
    await expect(page.getByText('A note was changed on two devices.').first()).toBeVisible();
  });
  await line.cut();
});

test('an offline book ends with the subscription, with signing out, and with another reader', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const line = await cutLine(baseURL as string);
  const reader = await subscriber(page, 'Bessie');
  const viewer = `${line.origin}/book-viewer/${reader.bookId}`;
  await page.goto(viewer);
  await readable(page, 'i');
  await keepBook(page);

  await test.step('the list of kept books tells their room, without a network too', async () => {
    await takeOff(page, line);
    await page.goto(`${line.origin}/subscriped-books`);
    await expect(page.getByRole('heading', { name: 'Kept on this device' })).toBeVisible();
    await expect(page.getByText(/1 book, [\d.]+ MB/)).toBeVisible();
    await page.getByRole('link', { name: TITLE }).first().click();
    await readable(page, 'i');
    await land(page, line);
  });

  await test.step('the clock turned back closes it until a network says the time', async () => {
    await expect(page.getByText('Offline', { exact: true })).toBeHidden({ timeout: 30_000 });
    await takeOff(page, line);
    await page.clock.setSystemTime(Date.now() - 3 * 86_400_000);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The clock of this device is wrong' })).toBeVisible();
    await page.clock.setSystemTime(Date.now() + 400 * 86_400_000);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This copy has ended' })).toBeVisible();
    await page.clock.setSystemTime(Date.now());
    await land(page, line);
    await page.reload();
    await readable(page, 'i');
  });

  await test.step('the subscription ends: the pages go as soon as the server says so', async () => {
    await reader.staff.endSubscription(reader.id);
    await page.reload();
    await expect(page.getByText(/^Your subscription ended on/).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Subscribe again for/ }).first()).toBeVisible();
    await expect
      .poll(() => scanStored(page, []), { timeout: 30_000 })
      .toMatchObject({ books: 0, files: 0, caches: [] });
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
  });

  await test.step('another reader signs in: the first one’s book goes', async () => {
    await reader.staff.admin('POST', `/people/${reader.id}/subscriptions`, {
      book_id: reader.bookId,
      months: 12,
    });
    await page.reload();
    await readable(page, 'i');
    await keepBook(page);
    await subscriber(page, 'Harriet', reader.staff);
    await page.goto(`${line.origin}/books`);
    await expect.poll(() => scanStored(page, []), { timeout: 30_000 }).toMatchObject({ books: 0, files: 0 });
  });

  await test.step('signed out, nothing stays', async () => {
    await page.goto(viewer);
    await readable(page, 'i');
    await keepBook(page);
    await page.goto(`${line.origin}/subscriped-books`);
    await page.getByRole('button', { name: /^Hi, / }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible();
    await expect.poll(() => scanStored(page, []), { timeout: 30_000 }).toMatchObject({ books: 0, files: 0 });
  });
  await line.cut();
});

test('a download can be paused and resumed, says when there is no space, and is not offered to others', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const reader = await subscriber(page, 'Charles');
  // Some pages load and the next ones wait, so that there is something to pause.
  let goOn = () => {};
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let served = 0;
  await page.route('**/page-files/**/2x.webp*', async (route) => {
    served += 1;
    if (served > 8) await told;
    // Paused requests were aborted.
    await route.continue().catch(() => {});
  });
  await page.goto(`/book-viewer/${reader.bookId}`);
  await readable(page, 'i');
  const dialog = await openKeepDialog(page);
  await expect(dialog.getByText(/Takes about/)).toBeVisible();
  const { violations } = await axeOn(page).include('[role="dialog"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep this book' }).click();
  await expect(dialog.getByText(/^[1-9]\d* of 34 pages/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  goOn();
  await expect(dialog.getByText('Paused. What is kept stays.')).toBeVisible();
  const done = await dialog.getByText(/of 34 pages/).innerText();
  await page.reload();
  await readable(page, 'i');
  const again = await openKeepDialog(page, 'Kept on this device');
  await expect(again.getByText(done)).toBeVisible();
  await again.getByRole('button', { name: 'Go on' }).click();
  await expect(again.getByText(/This book is kept/)).toBeVisible({ timeout: 60_000 });
  await again.getByRole('button', { name: 'Remove' }).click();
  await expect(again.getByText(/Takes about/)).toBeVisible();
  expect(await scanStored(page, [])).toMatchObject({ books: 0, files: 0 });

  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ quota: 2_000_000, usage: 1_900_000 });
  });
  await again.getByRole('button', { name: 'Close' }).click();
  const full = await openKeepDialog(page);
  await expect(full.getByText(/only about 0\.1 MB left/)).toBeVisible();
  await expect(full.getByRole('button', { name: 'Keep this book' })).toBeDisabled();

  const visitor = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await visitor.goto(`/book-viewer/${reader.bookId}`);
  await expect(visitor.getByText(/Enroll for/).first()).toBeVisible();
  await visitor.getByRole('button', { name: 'More', exact: true }).click();
  await expect(visitor.getByRole('menuitem', { name: 'Rotate' })).toBeVisible();
  await expect(visitor.getByRole('menuitem', { name: /on this device/ })).toHaveCount(0);
  await visitor.close();
});
