import { expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { linkTo } from './support/letters.ts';
import { newPerson, register } from './support/people.ts';
import { demoEmail, enterAs, signInByCall, staffOf } from './support/staff.ts';

const form = (page: Page) => page.getByRole('main').locator('form');
const greeting = (page: Page) => page.getByRole('button', { name: /^Hi, / });

test('a user who forgot the password sets a new one by mail, and the old session ends', async ({
  page,
  browser,
}) => {
  const person = newPerson('Ibn', 'Sina');
  await register(page, person);
  const other = await (await browser.newContext()).newPage();
  await other.goto('/forget-password');
  await other.getByLabel('Email').fill(person.email);
  await other.getByRole('button', { name: 'Send the link' }).click();
  await expect(other.getByText(/If there is an account with this email/)).toBeVisible();
  await other.goto(await linkTo(other, person.email, '/forget-password'));
  await other.getByLabel('New password', { exact: true }).fill('Canon of medicine 5');
  await other.getByLabel('Repeat the new password').fill('Canon of medicine 6');
  await other.getByRole('button', { name: 'Set the password' }).click();
  await expect(other.getByText('The two passwords are not the same.')).toBeVisible();
  await other.getByLabel('Repeat the new password').fill('Canon of medicine 5');
  await other.getByRole('button', { name: 'Set the password' }).click();
  await expect(other.getByText('Password reset successfully')).toBeVisible();

  // The first browser learns it with its next call, gives the reason, and returns after signing in again.
  await page.goto('/profile-info/me');
  await expect(page).toHaveURL('/?next=%2Fprofile-info%2Fme');
  await expect(page.getByText(/Your session has ended/)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await expect(greeting(page)).toHaveCount(0);

  await form(other).getByLabel('Email').fill(person.email);
  await form(other).getByLabel('Password', { exact: true }).fill('Canon of medicine 5');
  await form(other).getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByText('Welcome back')).toBeVisible();
});

test('a private page asks a visitor to sign in, and opens afterwards', async ({ page, request }) => {
  const staff = await staffOf(request);
  const { user, password } = await staff.customer('Ada');
  await staff.admin('POST', `/people/${user.id}/verify`);
  await page.goto('/certificates');
  await expect(page.getByText('You must register first to continue browsing')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email').fill(user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/certificates');
  await expect(greeting(page)).toBeVisible();
});

test('a new user signs in with Google, completes the form, and signs in again with one click', async ({
  page,
}) => {
  const email = newPerson().email;
  const byGoogle = async () => {
    await page.goto('/SignIn?next=%2Fcontact-us');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByText('Test mode.')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await byGoogle();
  await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
  expect(page.url()).not.toContain('id_token');
  await page.getByRole('combobox', { name: 'Profession' }).click();
  await page.getByRole('option', { name: 'Surgeon' }).click();
  await page.getByRole('combobox', { name: 'Country' }).fill('Egypt');
  await page.getByRole('option', { name: 'Egypt' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page).toHaveURL('/contact-us');
  await expect(page.getByRole('button', { name: 'Hi, Grace' })).toBeVisible();

  await page.getByRole('button', { name: 'Hi, Grace' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(greeting(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await byGoogle();
  await expect(page).toHaveURL('/contact-us');
  await expect(page.getByRole('button', { name: 'Hi, Grace' })).toBeVisible();
});

test('staff see why a user can open a book, and their changes are in the log', async ({ page, request }) => {
  const staff = await staffOf(request);
  const { user } = await staff.customer('Rosalind');
  await enterAs(page, await signInByCall(request, demoEmail('staff')));
  await page.goto('/admin');
  await page.getByLabel('Name, email, certificate or receipt number').fill(user.email);
  await page.getByRole('link', { name: 'Rosalind Walker' }).click();
  await page.getByRole('button', { name: 'Mark email as verified' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark email as verified' }).click();
  await page.getByRole('button', { name: 'Give beta access' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give beta access' }).click();
  await expect(page.getByRole('cell', { name: 'beta access', exact: true }).first()).toBeVisible();
  for (const action of ['Changed beta access', 'Marked the email as verified'])
    await expect(page.getByRole('cell', { name: new RegExp(`^${action}`) })).toBeVisible();
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

for (const language of ['en', 'ar'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440])
      test(`account screens have no accessibility finding: ${language}, ${colorScheme}, ${width} px`, async ({
        browser,
        request,
      }) => {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
        await context.addInitScript((lang) => localStorage.setItem('lang', lang), language);
        const page = await context.newPage();
        const check = async (path: string) => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.waitForLoadState('networkidle');
          const { violations } = await axeOn(page).analyze();
          return violations.map(
            ({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
          );
        };
        const findings: string[] = [];
        for (const path of ['/SignIn', '/registration', '/forget-password', '/contact-us', '/terms'])
          findings.push(...(await check(path)));
        await enterAs(page, await signInByCall(request, demoEmail('reader')));
        for (const path of ['/profile-info/me', '/change-password']) findings.push(...(await check(path)));
        expect(findings).toEqual([]);
      });
