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
