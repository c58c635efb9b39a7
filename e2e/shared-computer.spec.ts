import { expect, type Page, test } from '@playwright/test';
import { linkTo } from './support/letters.ts';
import { readable, typeNote } from './support/reading.ts';
import {
  ask,
  deafTab,
  endElsewhere,
  freeze,
  greeting,
  type Reader,
  readers,
  signIn,
  signInAgain,
  signOut,
  storedToken,
  textsOf,
} from './support/shared-computer.ts';

const storedKeys = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

test('a note in a suspended tab is not stored for another reader who signed in', async ({
  page,
  context,
}) => {
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  await signIn(page, agnes);
  const asleep = await deafTab(context);
  await asleep.goto(`/book-viewer/${agnes.bookId}`);
  await readable(asleep, 'i');
  const editor = await typeNote(asleep, 'i', 'A thought of Agnes');
  // Otherwise a request of the tab may notice the time between both readers.
  const wake = await freeze(asleep);
  const visited: string[] = [];
  asleep.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await signOut(page, agnes);
  await signIn(page, boris);
  const written: string[] = [];
  asleep.on('request', (request) => {
    const isWrite = request.method() !== 'GET' && !request.url().includes('/v1/sessions');
    if (isWrite) written.push(request.url());
  });
  await wake();
  // The tab may notice before the press, and even before the second reader signed in: it is left in every case.
  await Promise.any([
    editor.getByRole('button', { name: 'Save' }).click(),
    asleep.waitForURL(/\/(SignIn)?$/, { waitUntil: 'commit' }),
  ]);
  await expect(asleep).toHaveURL(/\/(SignIn)?$/);
  if (visited.includes('/SignIn')) {
    await asleep.goto('/');
  } else {
    const notice = asleep.getByText(`${boris.firstName} is signed in in this browser.`);
    await expect(notice).toBeVisible();
    // The toast's action leaves enough width for its text.
    const { width } = (await notice.boundingBox())!;
    expect(width).toBeGreaterThan(240);
  }
  await expect(greeting(asleep, boris)).toBeVisible();
  expect(written).toEqual([]);
  // The highlight existed before.
  expect(await textsOf(page, agnes)).toEqual(['']);
  expect(await textsOf(page, boris)).toEqual([]);
});

test('a profile form that stayed open does not change another account', async ({ page, context }) => {
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  await signIn(page, boris);
  const asleep = await deafTab(context);
  await asleep.goto('/profile-info/me');
  await asleep.getByRole('button', { name: 'Edit' }).first().click();
  await asleep.getByLabel('First name').fill('Boris the Second');
  await signOut(page, boris);
  await signIn(page, agnes);
  await asleep.getByRole('button', { name: 'Save' }).click();
  await expect(asleep).toHaveURL('/');
  for (const reader of [agnes, boris])
    expect(await ask(page, reader, '/users')).toMatchObject({ first_name: reader.firstName });
});

test('signing out in one tab clears all others at once, including duplicates of a tab’s own session', async ({
  page,
  context,
}) => {
  const [agnes] = (await readers(page, 'Agnes')) as [Reader];
  for (const remember of [true, false]) {
    await test.step(remember ? 'remembered' : 'not remembered', async () => {
      await signIn(page, agnes, { remember });
      // With an opener, a tab that is not remembered is duplicated together with its session.
      const [other] = await Promise.all([
        context.waitForEvent('page', { timeout: 120_000 }),
        page.evaluate(() => void window.open('/profile-info/me')),
      ]);
      await expect(other.getByText(agnes.email)).toBeVisible();
      await page.evaluate((id) => localStorage.setItem(`draft:${id}:pre:1`, '{}'), agnes.id);
      await page.evaluate(() => localStorage.setItem('promo_discount', '{}'));
      await greeting(page, agnes).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('button', { name: 'Log out anyway' }).click();
      await expect(other).toHaveURL('/');
      await expect(other.getByText('You were signed out in another tab.')).toBeVisible();
      await expect(other.getByText(agnes.email)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible();
      for (const tab of [page, other]) {
        const keys = await storedKeys(tab);
        expect(keys.filter((key) => /^(user|draft:|reading-progress:|promo_discount)/.test(key))).toEqual([]);
      }
      // Going back shows none of their data.
      await other.goBack();
      await expect(other.getByText(agnes.email)).toHaveCount(0);
      await other.close();
    });
  }
});

test('a tab’s own session takes precedence over the remembered one of another user', async ({
  page,
  context,
}) => {
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  await signIn(page, agnes, { remember: false });
  const second = await context.newPage();
  await signIn(second, boris);
  const token = await storedToken(second);
  const sentAsBoris: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization?.includes(token)) sentAsBoris.push(request.url());
  });
  await page.reload();
  await expect(greeting(page, agnes)).toBeVisible();
  await page.goto(`/book-viewer/${agnes.bookId}`);
  await readable(page, 'i');
  const editor = await typeNote(page, 'i', 'A thought of Agnes');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => textsOf(page, agnes)).toEqual(['A thought of Agnes']);
  expect(await textsOf(page, boris)).toEqual([]);
  expect(sentAsBoris).toEqual([]);
  await signOut(second, boris);
  await page.goto('/');
  await expect(greeting(page, agnes)).toBeVisible();
});

test('signing out does not wait for an unresponsive server, which is told later', async ({ page }) => {
  const [agnes] = (await readers(page, 'Agnes')) as [Reader];
  await signIn(page, agnes);
  await page.goto('/profile-info/me');
  await expect(page.getByText(agnes.email)).toBeVisible();
  const token = await storedToken(page);
  const silent = () => {}; // neither answered nor passed on
  await page.route('**/*', silent);
  await greeting(page, agnes).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(page.getByText(agnes.email)).toHaveCount(0);
  expect((await storedKeys(page)).includes('user')).toBe(false);
  expect(await page.evaluate((secret) => JSON.stringify(localStorage).includes(secret), token)).toBe(false);
  const isAlive = async () =>
    (
      await page.request.get('/customer_portal/v1/users', { headers: { authorization: `Bearer ${token}` } })
    ).ok();
  expect(await isAlive()).toBe(true);
  await page.unroute('**/*', silent);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible();
  await expect.poll(isAlive).toBe(false);
});

test('a session that ended elsewhere says so, and returns after signing in', async ({ page }) => {
  const [agnes] = (await readers(page, 'Agnes')) as [Reader];
  await signIn(page, agnes);
  await endElsewhere(page);
  await page.goto('/subscription-management');
  await expect(page).toHaveURL('/?next=%2Fsubscription-management');
  await expect(page.getByText(/Your session has ended/)).toBeVisible();
  await signInAgain(page, agnes);
  await expect(page).toHaveURL('/subscription-management');
});

test('read pages are not in the browser’s cache after signing out', async ({ page }) => {
  const [agnes] = (await readers(page, 'Agnes')) as [Reader];
  await signIn(page, agnes);
  const seen = page.waitForResponse(
    (answer) => /\/page-files\/.*\/(1[6-9]|2\d)\/1x\.webp\?grant=/.test(answer.url()) && answer.ok(),
  );
  await page.goto(`/book-viewer/${agnes.bookId}?page=20`);
  const url = (await seen).url();
  const isCached = () =>
    page.evaluate(
      (address) =>
        fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          (answer) => answer.ok,
          () => false,
        ),
      url,
    );
  await expect.poll(isCached).toBe(true);
  await page.goto('/');
  await signOut(page, agnes);
  await expect.poll(isCached).toBe(false);
});

const KEPT =
  'What you wrote last is kept here until you sign in again, or until somebody else signs in here.';
const isStored = (page: Page, text: string) =>
  page.evaluate((wanted) => JSON.stringify(localStorage).includes(wanted), text);

test('an unsaved note is restored when its writer signs in again after the session ended', async ({
  page,
  context,
}) => {
  const [agnes] = (await readers(page, 'Agnes')) as [Reader];
  await signIn(page, agnes);
  const other = await context.newPage();
  await other.goto('/profile-info/me');
  await page.goto(`/book-viewer/${agnes.bookId}`);
  await readable(page, 'i');
  await typeNote(page, 'i', 'A thought of Agnes');
  await expect.poll(() => textsOf(page, agnes)).toEqual(['']);
  await endElsewhere(page);
  // The other tab learns of it first.
  await other.reload();
  await expect(other).toHaveURL('/?next=%2Fprofile-info%2Fme');
  // Notified by the other tab, or by its own call.
  await expect(page).toHaveURL(/\/(\?next=[^/]*)?$/);
  await expect(page.getByText(KEPT)).toBeVisible();

  await signIn(page, agnes);
  await page.getByRole('button', { name: 'Open it' }).click();
  const editor = page.getByRole('dialog', { name: 'Note on page i' });
  await expect(editor.getByRole('textbox', { name: 'Your note' })).toHaveValue('A thought of Agnes');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => textsOf(page, agnes)).toEqual(['A thought of Agnes']);
  await expect.poll(() => isStored(page, 'A thought of Agnes')).toBe(false);
});

test('a note that was saved after its session had ended is hidden from the next reader', async ({ page }) => {
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  await signIn(page, agnes);
  await page.goto(`/book-viewer/${agnes.bookId}`);
  await readable(page, 'i');
  const editor = await typeNote(page, 'i', 'A thought of Agnes');
  await expect.poll(() => textsOf(page, agnes)).toEqual(['']);
  await endElsewhere(page);
  // The page may learn of the end before the press.
  await Promise.any([editor.getByRole('button', { name: 'Save' }).click(), page.waitForURL(/\/\?next=/)]);
  await expect(page).toHaveURL(/\/\?next=/);
  await expect(page.getByText(`Your session has ended. Please sign in again. ${KEPT}`)).toBeVisible();

  await signInAgain(page, boris);
  await readable(page, 'i');
  await expect(page.getByRole('button', { name: 'Open it' })).toHaveCount(0);
  expect(await isStored(page, 'A thought of Agnes')).toBe(false);
  expect(await textsOf(page, boris)).toEqual([]);
  expect(await textsOf(page, agnes)).toEqual(['']);
});

test('a link to set a password ignores the reader who is signed in, and does not affect that session', async ({
  page,
  context,
}) => {
  const [agnes, boris] = (await readers(page, 'Agnes', 'Boris')) as [Reader, Reader];
  await signIn(page, boris);
  const token = await storedToken(page);
  const second = await context.newPage();
  await second.goto('/forget-password');
  await second.getByLabel('Email').fill(agnes.email);
  await second.getByRole('button', { name: 'Send the link' }).click();
  await expect(second.getByText(/If there is an account with this email/)).toBeVisible();

  const sentAsBoris: string[] = [];
  second.on('request', (request) => {
    const isBoris = request.headers().authorization?.includes(token);
    if (isBoris) sentAsBoris.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await second.goto(await linkTo(second, agnes.email, '/forget-password'));
  await expect(second.getByLabel('Email')).toHaveValue(agnes.email);
  await expect(second.getByRole('link', { name: 'Register' }).first()).toBeVisible();
  await expect(greeting(second, boris)).toHaveCount(0);
  await second.getByLabel('New password', { exact: true }).fill('Canon of medicine 5');
  await second.getByLabel('Repeat the new password').fill('Canon of medicine 5');
  await second.getByRole('button', { name: 'Set the password' }).click();
  await expect(second.getByText('Password reset successfully')).toBeVisible();
  await expect(second).toHaveURL('/SignIn');
  await second.reload();
  await expect(greeting(second, boris)).toHaveCount(0);

  await signIn(second, { ...agnes, password: 'Canon of medicine 5' }, { remember: false });
  await page.goto('/profile-info/me');
  await expect(page.getByText(boris.email)).toBeVisible();
  await second.goto('/profile-info/me');
  await expect(second.getByText(agnes.email)).toBeVisible();
  // After the reset, whether the remembered session was ended by it; other responses are not read.
  expect(sentAsBoris).toEqual(['GET /customer_portal/v1/users']);
});
