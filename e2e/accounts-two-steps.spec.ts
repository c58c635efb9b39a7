import { expect, type Locator, type Page, test } from '@playwright/test';
import { codeFor } from './support/authenticator.ts';
import { axeOn } from './support/axe.ts';
import { newPerson, register } from './support/people.ts';

const greeting = (page: Page) => page.getByRole('button', { name: /^Hi, / });
const password = (place: Locator) => place.getByLabel('Password', { exact: true });
async function logOut(page: Page): Promise<void> {
  await greeting(page).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  // Checked before and after a reload: other addresses can be opened once the visitors' header is shown.
  await expect(page.getByRole('banner')).toBeVisible();
}
async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('two-factor authentication: turned on, used on the page, in the dialog and after Google, turned off', async ({
  page,
}) => {
  // Four sign-ins, one after the other.
  test.slow();
  const person = newPerson('Ibn', 'Nafis');
  await register(page, person);
  await page.goto('/profile-info/me');
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  const dialog = page.getByRole('dialog');
  await password(dialog).fill(person.password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  await expectNoFindings(page);
  const key = await dialog.locator('code').innerText();
  await dialog.getByLabel('Code', { exact: true }).fill(codeFor(key, -1));
  await dialog.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectNoFindings(page);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('checkbox', { name: 'I saved the codes' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  // On the page, with the authenticator. Each code is valid once, so this is the next one.
  await logOut(page);
  await page.goto('/SignIn?next=%2Fcontact-us');
  const form = page.getByRole('main');
  await form.getByLabel('Email', { exact: true }).fill(person.email);
  await password(form).fill(person.password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused();
  await expectNoFindings(page);
  await form.getByLabel('Code', { exact: true }).fill('000000');
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(form.getByText('This code is not right, or was used already.')).toBeVisible();
  await form.getByLabel('Code', { exact: true }).fill(codeFor(key, 1));
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/contact-us');

  // In the dialog, with a recovery code, which works once.
  await logOut(page);
  await page.goto('/certificates');
  await dialog.getByLabel('Email', { exact: true }).fill(person.email);
  await password(dialog).fill(person.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByLabel('Code', { exact: true }).fill(codes[0] as string);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/certificates');
  await expect(greeting(page)).toBeVisible();

  // After Google.
  await logOut(page);
  await page.goto('/SignIn?next=%2Fprofile-info%2Fme');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codes[1] as string);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('8 recovery codes are left.')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await password(dialog).fill(person.password);
  await dialog.getByLabel('Code', { exact: true }).fill(codes[2] as string);
  await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Turn on two-step sign-in' })).toBeVisible();
});

test('the verification link asks for the password in another browser', async ({ page, browser }) => {
  const person = newPerson('Zakariya', 'Razi');
  const link = await register(page, person, { follow: false });
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'One last step' })).toBeVisible();
  await expectNoFindings(other);
  const form = other.getByRole('main');
  await password(form).fill('Wrong-round 7');
  await form.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(form.getByText('This password is not right.')).toBeVisible();
  await password(form).fill(person.password);
  await form.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(other.getByText('Verification succeeded').first()).toBeVisible();
  await expect(greeting(other)).toBeVisible();
});
