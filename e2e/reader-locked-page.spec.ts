import { expect, test } from '@playwright/test';
import { bookIdOf } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';
import { staffOf } from './support/staff.ts';

const TITLE = 'Chest Radiography: A Systematic Approach';
const page20 = '[data-page="20"] canvas[data-loaded]';

test('a page behind the lock opens after signing in', async ({ page }) => {
  const staff = await staffOf(page.request);
  const bookId = await bookIdOf(page, TITLE);
  const { user, password } = await staff.customer('Ottilie');
  await staff.admin('POST', `/people/${user.id}/verify`);
  await staff.admin('POST', `/people/${user.id}/subscriptions`, { book_id: bookId, months: 12 });
  await page.goto(`/book-viewer/${bookId}?page=20`);
  const bar = page.getByRole('complementary', { name: 'Preview', exact: true });
  await bar.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/book-viewer\/[^?]+\?page=20$/);
  await expect(page.locator(page20).first()).toBeVisible();
});

test('a page behind the lock opens after registering by letter in another tab, and subscribing', async ({
  page,
  context,
}) => {
  const bookId = await bookIdOf(page, TITLE);
  await page.goto(`/book-viewer/${bookId}?page=20`);
  const bar = page.getByRole('complementary', { name: 'Preview', exact: true });
  await bar.getByRole('link', { name: 'Enroll for $219 a year' }).click();
  await expect(page).toHaveURL(/\/SignIn\?next=/);
  const next = new URL(page.url()).searchParams.get('next') ?? '';
  const link = await register(page, newPerson('Ottilie', 'Weber'), { follow: false, next });
  const tab = await context.newPage();
  await tab.goto(link);
  await tab.getByLabel('Promo code').fill('WELCOME100');
  await tab.getByRole('button', { name: 'Apply the code' }).click();
  await tab.getByRole('button', { name: 'Subscribe For Free' }).click();
  await expect(tab).toHaveURL(new RegExp(`/book-profile/${bookId}`));
  await tab.getByRole('link', { name: 'Start reading' }).first().click();
  await expect(tab.locator(page20).first()).toBeVisible();
});
