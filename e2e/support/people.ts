import { expect, type Page } from '@playwright/test';
import { linkTo } from './letters.ts';

let counter = 0;
const stamp = `${Date.now().toString(36)}${process.pid.toString(36)}`;

export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly secondName: string;
}

/** A unique user for this run. */
export const newPerson = (firstName = 'Helena', secondName = 'Marković'): NewPerson => ({
  email: `reader-${stamp}-${++counter}@example.org`,
  password: 'Correct-Horse-9',
  firstName,
  secondName,
});

/**
 * Registers through the form, then opens the link in the mail, unless the journey does that itself; returns the link.
 */
export async function register(
  page: Page,
  person: NewPerson,
  { follow = true, remember = true, next = '' } = {},
): Promise<string> {
  await page.goto(`/registration${next ? `?next=${encodeURIComponent(next)}` : ''}`);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  if (!remember) await page.getByLabel('Remember me').uncheck();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.secondName);
  await page.getByRole('combobox', { name: 'Profession' }).fill('Physician');
  await page.getByRole('option').first().click();
  // Proposed from the browser's time zone.
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Switzerland');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByRole('heading', { name: 'Verify your email address' })).toBeVisible();
  const link = await linkTo(page, person.email, '/verification');
  if (!follow) return link;
  await page.goto(link);
  await expect(page.getByText('Verification succeeded').first()).toBeVisible();
  return link;
}

/** A verified customer, created by calls: for journeys about something other than signing up. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/SignIn');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeVisible();
}
