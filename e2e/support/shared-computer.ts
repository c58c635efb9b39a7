import { type BrowserContext, expect, type Page } from '@playwright/test';
import { bookIdOf } from './main-job.ts';
import { staffOf } from './staff.ts';

const TITLE = 'Applied Neuroanatomy for the Ward';

export interface Reader {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly bookId: string;
  readonly firstName: string;
  readonly token: string;
}

/** Subscribers of one book who share a computer. */
export async function readers(page: Page, ...names: string[]): Promise<Reader[]> {
  const staff = await staffOf(page.request);
  const bookId = await bookIdOf(page, TITLE);
  return Promise.all(
    names.map(async (firstName) => {
      const { user, password } = await staff.customer(firstName);
      await staff.admin('POST', `/people/${user.id}/verify`);
      await staff.admin('POST', `/people/${user.id}/subscriptions`, { book_id: bookId, months: 12 });
      return { id: user.id, email: user.email, password, bookId, firstName, token: user.auth_token };
    }),
  );
}

export const greeting = (page: Page, { firstName }: Reader) =>
  page.getByRole('button', { name: `Hi, ${firstName}`, exact: true });

export async function signIn(
  page: Page,
  reader: Reader,
  { remember = true, origin = '' } = {},
): Promise<void> {
  await page.goto(`${origin}/SignIn`);
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Email').fill(reader.email);
  await form.getByLabel('Password', { exact: true }).fill(reader.password);
  await form.getByLabel('Remember me').setChecked(remember);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The page that was wanted before may be a book.
  const inReader = page.getByRole('link', { name: `Signed in as ${reader.firstName}`, exact: true });
  await expect(greeting(page, reader).or(inReader)).toBeVisible();
}

/** Signs in through the dialog over the home page. */
export async function signInAgain(page: Page, { email, password }: Reader): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Remember me').check();
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export const storedToken = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').token as string);

/** Ends the tab's session elsewhere, as from the account's list of devices or by staff. */
export async function endElsewhere(page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${await storedToken(page)}` };
  await page.request.delete('/v1/sessions', { headers });
}

export async function signOut(page: Page, reader: Reader): Promise<void> {
  await greeting(page, reader).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const anyway = page.getByRole('button', { name: 'Log out anyway' });
  const isOut = page.getByRole('link', { name: 'Register' }).first();
  // Asked if another tab has unsaved text.
  await expect(anyway.or(isOut).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(isOut).toBeVisible();
}

/** The server's data, requested with the reader's first token, without the browser. */
export async function ask<Answer>(page: Page, reader: Reader, path: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${reader.token}` };
  return (await page.request.get(`/customer_portal/v1${path}`, { headers })).json();
}
export const textsOf = async (page: Page, reader: Reader) => {
  const path = `/annotations?book_id=${reader.bookId}`;
  const { data } = await ask<{ data: { note: { text: string } }[] }>(page, reader, path);
  return data.map(({ note }) => note.text);
};

/** Suspends a tab as the browser does in the background: its timers and requests stop. Returns how to wake it. */
export async function freeze(tab: Page): Promise<() => Promise<void>> {
  const protocol = await tab.context().newCDPSession(tab);
  await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => {
    await protocol.send('Page.setWebLifecycleState', { state: 'active' });
    await protocol.detach();
  };
}

/** A tab without messages from other tabs, like a suspended one: it learns only from its own requests. */
export async function deafTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const kind of ['storage', 'focus', 'visibilitychange', 'pageshow'])
      for (const target of [window, document])
        target.addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
  });
  return page;
}
