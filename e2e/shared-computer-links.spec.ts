import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { linkTo } from './support/letters.ts';
import { readable, typeNote } from './support/reading.ts';
import { greeting, type Reader, readers, signIn, signOut, textsOf } from './support/shared-computer.ts';

type Press = NonNullable<Parameters<Locator['click']>[0]>;

/** The tab that a press on a link opens. */
async function opened(context: BrowserContext, link: Locator, press: Press): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page', { timeout: 120_000 }), link.click(press)]);
  await tab.waitForLoadState();
  return tab;
}

const reading = (page: Page) =>
  page.getByRole('link', { name: /^(Begin reading|Continue|Review the book)/ }).first();
const home = (page: Page) => page.getByRole('link', { name: 'Home', exact: true }).first();
const isNobodys = (page: Page) => expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible();

test('a link opened in another tab keeps the reader who pressed it', async ({ page, context }) => {
  const [rana, nadia] = (await readers(page, 'Rana', 'Nadia')) as [Reader, Reader];
  await signIn(page, rana, { remember: false });
  const colleague = await context.newPage();
  await signIn(colleague, nadia);
  await page.goto(`/book-profile/${rana.bookId}`);

  const presses: [string, Press][] = [
    ['Control and a click', { modifiers: ['Control'] }],
    ['the middle button', { button: 'middle' }],
    ['a link for another tab', {}],
  ];
  for (const [how, press] of presses) {
    await test.step(how, async () => {
      const isOther = Object.keys(press).length === 0;
      // A link outside of the router follows its own attribute.
      if (isOther)
        await reading(page).evaluate((link) => {
          const copy = link.cloneNode(true) as HTMLAnchorElement;
          copy.target = '_blank';
          link.before(copy);
        });
      const tab = await opened(context, reading(page), press);
      await expect(tab.getByRole('link', { name: 'Signed in as Rana' })).toBeVisible();
      await readable(tab, 'i');
      const editor = await typeNote(tab, 'i', how);
      await editor.getByRole('button', { name: 'Save' }).click();
      await expect.poll(async () => (await textsOf(page, rana)).includes(how)).toBe(true);
      // A reload shows no question.
      await tab.reload();
      await expect(tab.getByRole('link', { name: 'Signed in as Rana' })).toBeVisible();
      await tab.close();
    });
  }
  expect(await textsOf(page, nadia)).toEqual([]);

  await colleague.goto(`/book-profile/${nadia.bookId}`);
  const hers = await opened(context, reading(colleague), { modifiers: ['Control'] });
  await expect(hers.getByRole('link', { name: 'Signed in as Nadia' })).toBeVisible();
});

test('if two readers opened the same address, the user selects the account', async ({ page, context }) => {
  const [rana, nadia] = (await readers(page, 'Rana', 'Nadia')) as [Reader, Reader];
  await signIn(page, rana, { remember: false });
  const colleague = await context.newPage();
  await signIn(colleague, nadia);
  for (const tab of [page, colleague]) await tab.goto(`/book-profile/${rana.bookId}`);
  await reading(colleague).click({ button: 'right' });
  await page.bringToFront();
  const tab = await opened(context, reading(page), { modifiers: ['Control'] });
  await expect(tab.getByRole('heading', { name: 'Choose an account' })).toBeFocused();
  await tab.keyboard.press('Tab');
  await expect(tab.getByRole('button', { name: /Continue as/ }).first()).toBeFocused();
  await tab.getByRole('button', { name: 'Continue as Rana' }).click();
  await expect(tab.getByRole('link', { name: 'Signed in as Rana' })).toBeVisible();
});

test('a reader who is not remembered is signed in in a tab opened by a link, and signed out of it after signing out', async ({
  page,
  context,
}) => {
  const [rana] = (await readers(page, 'Rana')) as [Reader];
  // A visitor's tab that was opened earlier.
  const visitor = await context.newPage();
  await visitor.goto('/books');
  await signIn(page, rana, { remember: false });
  const tab = await opened(context, home(page), { modifiers: ['Control'] });
  await expect(greeting(tab, rana)).toBeVisible();

  const visitors = await opened(context, home(visitor), { modifiers: ['Control'] });
  await isNobodys(visitors);

  await signOut(tab, rana);
  await isNobodys(page);
  const after = await opened(context, home(page), { modifiers: ['Control'] });
  await isNobodys(after);
  await expect(after.getByText(rana.email)).toHaveCount(0);
});

test('after a reader who is not remembered signed out, each tab names its user and offers another account', async ({
  page,
  context,
}) => {
  const [rana, nadia] = (await readers(page, 'Rana', 'Nadia')) as [Reader, Reader];
  await signIn(page, rana, { remember: false });
  const other = await opened(context, home(page), { modifiers: ['Control'] });
  await expect(greeting(other, rana)).toBeVisible();
  const colleague = await context.newPage();
  await signIn(colleague, nadia);
  await page.bringToFront();
  await greeting(page, rana).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(tab.getByText('Nadia is signed in in this browser.')).toBeVisible();
    const elsewhere = tab.getByRole('button', { name: 'Sign in as someone else' });
    await expect(elsewhere).toBeVisible();
    await elsewhere.click();
    await expect(tab).toHaveURL('/SignIn');
    await isNobodys(tab);
  }
  await expect(greeting(colleague, nadia)).toBeVisible();
});

test('a link to set a password asks before unsaved texts of the tab’s reader are lost', async ({ page }) => {
  const [rana, nadia] = (await readers(page, 'Rana', 'Nadia')) as [Reader, Reader];
  await page.goto('/forget-password');
  await page.getByLabel('Email').fill(nadia.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/If there is an account with this email/)).toBeVisible();
  const link = await linkTo(page, nadia.email, '/forget-password');
  await signIn(page, rana, { remember: false });
  await page.goto(`/book-viewer/${rana.bookId}`);
  await readable(page, 'i');
  await typeNote(page, 'i', 'A thought of Rana');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('A thought of Rana');
  await page.goto(link);
  await expect(page.getByText(/Rana\W* has something unsaved in this tab/)).toBeVisible();
  await page.getByRole('button', { name: /Stay signed in as/ }).click();
  await expect(greeting(page, rana)).toBeVisible();
  await page.getByRole('button', { name: 'Open it' }).click();
  const editor = page.getByRole('dialog', { name: 'Note on page i' });
  await expect(editor.getByRole('textbox', { name: 'Your note' })).toHaveValue('A thought of Rana');
});
