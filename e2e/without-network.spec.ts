import { expect, type Page, test } from '@playwright/test';
import { bookIdOf } from './support/main-job.ts';
import { newPerson, register, signIn } from './support/people.ts';

/** Requests of the browser that change something, without its error reports. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !/client_errors|telemetry/.test(request.url()))
      writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
}

/** Back online and notified: requests that the browser retries by itself have been sent. */
async function comeBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  const answered = page.waitForResponse((response) => response.url().includes('/readyz'));
  await page.evaluate(() => fetch('/readyz'));
  await answered;
}

/** Shown; for a moment it is also in the region that is read aloud, which comes first. */
const noConnection = (page: Page) => page.getByText(/No connection\. Please check your network/).last();

test('an account whose deletion failed without a network stays', async ({ page }) => {
  const person = newPerson('Ambroise', 'Paré');
  await register(page, person);
  await page.goto('/profile-info/me');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.context().setOffline(true);
  const reached: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'DELETE') reached.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(noConnection(page)).toBeVisible();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(person.password);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  const later = writesOf(page);
  await comeBack(page);
  expect(later).toEqual([]);
  expect(reached).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});

test('an account whose deletion lost its answer is deleted, with what it left in the browser', async ({
  page,
}) => {
  const person = newPerson('Rudolf', 'Virchow');
  await register(page, person);
  await page.goto('/profile-info/me');
  const written = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent:')));
  await page.evaluate(() => {
    const { userId } = JSON.parse(localStorage.getItem('user') ?? sessionStorage.getItem('user') ?? '{}');
    localStorage.setItem(`unsent:${userId}:comment:1`, JSON.stringify({ text: 'A private thought' }));
  });
  expect(await written()).toHaveLength(1);
  await page.route(
    '**/users/delete_account',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(noConnection(page)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account was deleted.').first()).toBeVisible();
  await expect(page.getByText(/session has ended/)).toHaveCount(0);
  expect(await written()).toEqual([]);
});

test('a payment that failed without a network is not made on another page', async ({ page }) => {
  await register(page, newPerson('Ignaz', 'Semmelweis'));
  const book = await bookIdOf(page, 'Chest Radiography: A Systematic Approach');
  await page.goto('/subscription-management');
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/checkout?mode=book&id=${book}`);
  await page.getByLabel('City').fill('Vienna');
  await page.getByLabel('Address', { exact: true }).fill('Alser Straße 4');
  await page.getByLabel('Postal code').fill('1090');
  await page.getByLabel('Card number').fill('4007000000027');
  await page.getByLabel('Expiry date').fill('1239');
  await page.getByLabel('Security code').fill('123');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText(/not known yet whether your card was charged/)).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveValue('4007 0000 0002 7');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /subscription/i })).toBeVisible();
  const later = writesOf(page);
  await comeBack(page);
  expect(later).toEqual([]);
  await page.goto('/subscription-management');
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
});

test('a sign-in that failed without a network signs nobody in later', async ({ page, browser }) => {
  const person = newPerson('Elizabeth', 'Blackwell');
  await register(page, person);
  const ward = await (await browser.newContext()).newPage();
  await ward.goto('/SignIn');
  await ward.getByLabel('Email', { exact: true }).fill(person.email);
  await ward.getByLabel('Password', { exact: true }).fill(person.password);
  await ward.context().setOffline(true);
  await ward.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(noConnection(ward)).toBeVisible();
  const later = writesOf(ward);
  await comeBack(ward);
  expect(later).toEqual([]);
  await expect(ward.getByRole('button', { name: /^Hi, / })).toHaveCount(0);
  await signIn(ward, person.email, person.password);
  await ward.context().close();
});
