import { expect, type Page, test } from '@playwright/test';
import { readable, typeNote } from './support/reading.ts';
import {
  deafTab,
  greeting,
  type Reader,
  readers,
  signIn,
  signOut,
  textsOf,
} from './support/shared-computer.ts';

const visitorLink = (page: Page) => page.getByRole('link', { name: 'Register' }).first();
const isStored = (page: Page, text: string) =>
  page.evaluate((wanted) => JSON.stringify(localStorage).includes(wanted), text);

/** Fills the browser's storage to the last character. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    let piece = 'x'.repeat(1024 * 1024);
    for (let number = 0; piece.length > 0; number += 1)
      try {
        localStorage.setItem(`filling-${number}`, piece);
      } catch {
        piece = piece.slice(0, Math.floor(piece.length / 2));
      }
  });

for (const remember of [true, false])
  test(`signing out with a full storage ends the session (remembered: ${remember})`, async ({ page }) => {
    const [agnes] = (await readers(page, 'Agnes')) as [Reader];
    await signIn(page, agnes, { remember });
    await fillStorage(page);
    await page.context().setOffline(true);
    await greeting(page, agnes).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(visitorLink(page)).toBeVisible();
    await page.goto('/profile-info/me');
    await expect(page).toHaveURL('/?next=%2Fprofile-info%2Fme');
    await expect(greeting(page, agnes)).toHaveCount(0);
  });

test('signing out does not wait for a database that never responds', async ({ page }) => {
  const [agnes] = (await readers(page, 'Agnes')) as [Reader];
  await signIn(page, agnes);
  await page.evaluate(() =>
    localStorage.setItem('kept-books', JSON.stringify({ books: ['some-book'], waiting: true })),
  );
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await page.goto('/profile-info/me');
  await expect(page.getByText(agnes.email)).toBeVisible();
  await greeting(page, agnes).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(visitorLink(page)).toBeVisible();
  await expect(page.getByText(agnes.email)).toHaveCount(0);
});

test('texts of a closed tab are deleted when another reader signs in, texts of open tabs stay', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const [agnes, boris, clara] = (await readers(page, 'Agnes', 'Boris', 'Clara')) as [Reader, Reader, Reader];
  const write = async (reader: Reader, text: string) => {
    const tab = await context.newPage();
    await signIn(tab, reader, { remember: false });
    await tab.goto(`/book-viewer/${reader.bookId}`);
    await readable(tab, 'i');
    await typeNote(tab, 'i', text);
    await expect.poll(() => isStored(tab, text)).toBe(true);
    return tab;
  };
  await page.goto('/');
  await write(clara, 'A thought of Clara');
  const closed = await write(agnes, 'A thought of Agnes');
  await closed.close();
  await page.bringToFront();
  await signIn(page, boris);
  await expect.poll(() => isStored(page, 'A thought of Agnes')).toBe(false);
  expect(await isStored(page, 'A thought of Clara')).toBe(true);
});

test('a sign-in form that stayed open closes when a reader signs in in another tab', async ({
  page,
  context,
}) => {
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  const form = await context.newPage();
  await form.goto('/SignIn?next=%2Fbooks');
  await expect(form.getByRole('main').getByLabel('Email')).toBeVisible();
  const asleep = await deafTab(context);
  await asleep.goto('/SignIn');
  const fields = asleep.getByRole('main').locator('form');
  await fields.getByLabel('Email').fill(boris.email);
  await fields.getByLabel('Password', { exact: true }).fill(boris.password);

  await signIn(page, agnes);
  await page.goto(`/book-viewer/${agnes.bookId}`);
  await readable(page, 'i');
  const editor = await typeNote(page, 'i', 'A thought of Agnes');

  await expect(form).toHaveURL('/books');
  await expect(form.getByText('Agnes is signed in in this browser.')).toBeVisible();

  await fields.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(asleep).toHaveURL('/');
  await expect(greeting(asleep, agnes)).toBeVisible();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => textsOf(page, agnes)).toEqual(['A thought of Agnes']);
  expect(await textsOf(page, boris)).toEqual([]);
  await page.goto('/');
  await signOut(page, agnes);
});

test('a note stays for its writer when the session ends in two own tabs beside a remembered reader', async ({
  page,
  context,
}) => {
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  const writing = await context.newPage();
  await signIn(writing, agnes, { remember: false });
  // With an opener, the tab is copied, its session with it.
  const [other] = await Promise.all([
    context.waitForEvent('page', { timeout: 120_000 }),
    writing.evaluate(() => void window.open('/profile-info/me')),
  ]);
  await expect(other.getByText(agnes.email)).toBeVisible();
  await signIn(page, boris);
  await writing.goto(`/book-viewer/${agnes.bookId}`);
  await readable(writing, 'i');
  const editor = await typeNote(writing, 'i', 'A thought of Agnes');
  await expect.poll(() => textsOf(page, agnes)).toEqual(['']);
  const headers = {
    authorization: `Bearer ${await writing.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? '{}').token)}`,
  };
  await page.request.delete('/v1/sessions', { headers });
  // The page may hear of the end by itself, before the press.
  await Promise.any([editor.getByRole('button', { name: 'Save' }).click(), writing.waitForURL('/')]);
  for (const tab of [writing, other]) {
    await expect(tab).toHaveURL('/');
    await expect(greeting(tab, boris)).toBeVisible();
    await expect(tab.getByText(/^Your session has ended\..* What you wrote last is kept here/)).toBeVisible();
    await expect(tab.getByText(/Boris is signed in in this browser\./)).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Open it' })).toHaveCount(0);
  }
  // A link that is over leads to the remembered account, in which nobody has signed in meanwhile.
  await other.goto('/forget-password?token=used');
  await expect(other.getByRole('link', { name: /Boris/ })).toBeVisible();
  await other.getByRole('link', { name: /Boris/ }).click();
  await expect(greeting(other, boris)).toBeVisible();
  expect(await isStored(page, 'A thought of Agnes')).toBe(true);

  await writing.getByRole('button', { name: 'Sign in as someone else' }).click();
  const form = writing.getByRole('main').locator('form');
  await form.getByLabel('Email').fill(agnes.email);
  await form.getByLabel('Password', { exact: true }).fill(agnes.password);
  await form.getByLabel('Remember me').uncheck();
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await writing.getByRole('button', { name: 'Open it' }).click();
  const opened = writing.getByRole('dialog', { name: 'Note on page i' });
  await expect(opened.getByRole('textbox', { name: 'Your note' })).toHaveValue('A thought of Agnes');
  await opened.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => textsOf(page, agnes)).toEqual(['A thought of Agnes']);
  expect(await textsOf(page, boris)).toEqual([]);
});
