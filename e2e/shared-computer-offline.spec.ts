import { expect, type Page, test } from '@playwright/test';
import { cutLine } from './support/cut-line.ts';
import { keptPlace, scanStored } from './support/kept-books.ts';
import { goToPage } from './support/main-job.ts';
import { openKeepDialog, readable, writeNote } from './support/reading.ts';
import { greeting, type Reader, readers, signIn, signOut, textsOf } from './support/shared-computer.ts';

const keptHint = (page: Page) => page.evaluate(() => localStorage.getItem('kept-books'));

test('an offline book asks who uses the computer, its notes wait for their writer, and everything is deleted with the account', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const line = await cutLine(baseURL as string);
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  const viewer = `${line.origin}/book-viewer/${agnes.bookId}`;
  const keep = async () => {
    const dialog = await openKeepDialog(page);
    await expect(dialog.getByText(/Takes about/)).toBeVisible();
    return dialog;
  };
  const isRemembered = () => page.evaluate(() => localStorage.getItem('user') !== null);

  await test.step('not remembered, the reader is asked first', async () => {
    await signIn(page, agnes, { remember: false, origin: line.origin });
    await page.goto(viewer);
    await readable(page, 'i');
    const dialog = await keep();
    await expect(dialog.getByRole('button', { name: 'Keep this book' })).toBeDisabled();
    expect(await isRemembered()).toBe(false);
    await dialog.getByRole('checkbox', { name: /Only I use this device/ }).check();
    await dialog.getByRole('button', { name: 'Keep this book' }).click();
    await expect(dialog.getByText(/This book is kept/)).toBeVisible({ timeout: 90_000 });
    expect(await isRemembered()).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a note that is not saved is told of before signing out', async () => {
    await page.context().setOffline(true);
    await line.cut();
    await goToPage(page, '12');
    await writeNote(page, '12', 'Written in the air');
    // The note is created and saved, and the position counts after a moment.
    await expect.poll(() => keptPlace(page)).toBe(12);
    await expect.poll(async () => (await scanStored(page, [])).queue).toBe(3);
    await page.goto(`${line.origin}/subscriped-books`);
    await greeting(page, agnes).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('1 note has not been saved yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Log out anyway' }).click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await expect(greeting(page, agnes)).toHaveCount(0);
    await line.mend();
    await page.context().setOffline(false);
    await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible();
    await expect.poll(() => scanStored(page, [])).toMatchObject({ books: 0, files: 0, caches: [] });
  });

  await test.step('the next reader neither sees nor sends it', async () => {
    await signIn(page, boris, { origin: line.origin });
    await page.goto(viewer);
    await readable(page, 'i');
    expect((await scanStored(page, ['Written in the air'])).found).toEqual([]);
    expect(await textsOf(page, boris)).toEqual([]);
    await page.goto(`${line.origin}/`);
    await signOut(page, boris);
  });

  // A tab of another reader whom the browser does not remember.
  const second = await page.context().newPage();
  await signIn(second, boris, { remember: false, origin: line.origin });
  await page.bringToFront();

  await test.step('its writer returns: it arrives, and the key to it goes', async () => {
    await signIn(page, agnes, { origin: line.origin });
    await expect.poll(() => textsOf(page, agnes)).toEqual(['Written in the air']);
    await expect.poll(() => scanStored(page, [])).toMatchObject({ queue: 0, keys: 0 });
  });

  await test.step('another reader’s tab leaves the kept book alone; with the account it goes, and the worker and its caches go', async () => {
    await page.goto(viewer);
    await readable(page, '12');
    const dialog = await keep();
    await dialog.getByRole('button', { name: 'Keep this book' }).click();
    await expect(dialog.getByText(/This book is kept/)).toBeVisible({ timeout: 90_000 });
    await second.goto(viewer);
    await readable(second, 'i');
    await second.goto(`${line.origin}/`);
    await greeting(second, boris).click();
    await second.getByRole('button', { name: 'Log out' }).click();
    await expect(greeting(second, agnes)).toBeVisible();
    expect(await scanStored(page, [])).toMatchObject({ books: 1 });
    await page.goto(`${line.origin}/profile-info/me`);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const question = page.getByRole('dialog');
    await question.getByLabel('Password', { exact: true }).fill(agnes.password);
    await question.locator('button[type=submit]').click();
    await expect(page).toHaveURL(`${line.origin}/`);
    await expect(page.getByText('Your account was deleted').first()).toBeVisible();
    await expect
      .poll(() => scanStored(page, []))
      .toMatchObject({ books: 0, files: 0, queue: 0, keys: 0, caches: [] });
    expect(await keptHint(page)).toBeNull();
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
  });
  await line.cut();
});
