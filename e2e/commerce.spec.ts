import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { axeOn } from './support/axe.ts';
import { newPerson, register, signIn } from './support/people.ts';

const findings = async (page: Page) =>
  (await axeOn(page).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`,
  );

/** A sold book, as every visitor finds it. */
async function someBook(page: Page, index: number): Promise<{ id: string; title: string }> {
  const { data } = await (await page.request.get('/customer_portal/v1/books?items=10')).json();
  return data[index % data.length];
}

const fillCard = async (page: Page, cvv: string) => {
  await page.getByLabel('Address', { exact: true }).fill('1 Main Street');
  await page.getByLabel('Postal code').fill('3000');
  await page.getByLabel('City').fill('Leuven');
  await page.getByLabel('Card number').fill('4007000000027');
  await page.getByLabel('Expiry date').fill('1239');
  await page.getByLabel('Security code').fill(cvv);
};

/** The success message disappears after four seconds, so both are awaited at the same time. */
const arrived = (page: Page, bookId: string) =>
  Promise.all([
    expect(page.getByText('Thank you. Your payment was successful.')).toBeVisible(),
    page.waitForURL(`**/book-profile/${bookId}`),
  ]);

test('a card is declined, then accepted; the renewal is canceled and restored; the receipt is saved', async ({
  page,
}) => {
  test.slow();
  await register(page, newPerson());
  const book = await someBook(page, 0);
  await page.goto(`/bookCheckout/book/${book.id}`);
  await expect(page.getByText('Yearly plan', { exact: true })).toBeVisible();
  await expect(page.getByLabel('First name')).not.toHaveValue('');
  expect(await findings(page)).toEqual([]);

  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await fillCard(page, '901');
  await expect(page.getByLabel('Card number')).toHaveValue('4007 0000 0002 7');
  await expect(page.getByLabel('Expiry date')).toHaveValue('12 / 39');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('The security code does not match the card.').first()).toBeVisible();

  await page.getByLabel('Promo code').fill('STUDENT20');
  await page.getByRole('button', { name: 'Apply the code' }).click();
  await expect(page.getByText('Promo code STUDENT20', { exact: true })).toBeVisible();
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await arrived(page, book.id);

  await page.goto('/subscription-management');
  await expect(page.getByRole('heading', { name: book.title })).toBeVisible();
  await expect(page.getByText('Visa •••• 0027').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save receipt V-/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^receipt V-\d{4}-\d{6}\.pdf$/);
  const pdf = await PDFDocument.load(await readFile(await file.path()), { updateMetadata: false });
  expect(pdf.getTitle()).toBe(file.suggestedFilename().replace(/^receipt (.*)\.pdf$/, 'Receipt $1'));
  const texts = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? (object.get(PDFName.of('ActualText')) ?? []) : []))
    .map((text) => (text instanceof PDFHexString ? text.decodeText() : ''));
  expect(texts).toContain(book.title);
  expect(texts).toContain('Paid with Visa •••• 0027');

  await page.getByRole('button', { name: /^Cancel the renewal/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why are you cancelling?').fill('x'.repeat(71));
  await expect(dialog.getByText('71 of 70 characters')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel the renewal' })).toBeDisabled();
  await dialog.getByText('I do not have the time').click();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel the renewal' }).click();
  await expect(page.getByText('Does not renew')).toBeVisible();
  await page.getByRole('button', { name: /^Resume renewal/ }).click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
});

test('PayPal: a declined payment buys nothing, an approved one does, and the buyer returns to the book', async ({
  page,
}) => {
  await register(page, newPerson());
  const book = await someBook(page, 1);
  await page.goto(`/checkout?mode=book&id=${book.id}`);
  await page.getByRole('button', { name: 'Continue with PayPal' }).click();
  await page.getByRole('button', { name: 'Decline and go back' }).click();
  await expect(page.getByText('You did not approve the payment. Nothing was charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve the subscription' }).click();
  await arrived(page, book.id);
});

test('an unknown checkout mode redirects home; a visitor signs in first', async ({ page }) => {
  await page.goto('/checkout?mode=book&id=0197a000-0000-7000-8000-000000000001');
  await expect(page).toHaveURL(/\/\?next=/);
  await register(page, newPerson());
  await page.goto('/checkout?mode=yacht&id=1');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/checkout?mode=book&id=0197a000-0000-7000-8000-000000000001');
  await expect(page.getByRole('heading', { name: 'This is not for sale' })).toBeVisible();
});

test('a guest signs in and returns to the selected item; the code is also used for PayPal', async ({
  page,
  browser,
}) => {
  test.slow();
  const person = newPerson();
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await register(other, person);
  await elsewhere.close();

  const book = await someBook(page, 2);
  await page.goto(`/book-profile/${book.id}`);
  await page.getByRole('button', { name: 'Enroll' }).first().click();
  await page.getByRole('button', { name: /^Subscribe for \$/ }).click();
  await expect(page).toHaveURL(/\/SignIn\?next=/i);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**/checkout?mode=book&id=${book.id}&method=paypal`);
  await expect(page.getByRole('heading', { name: book.title })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Promo code').fill('STUDENT20');
  await page.getByRole('button', { name: 'Apply the code' }).click();
  await expect(page.getByText('Remove the code STUDENT20')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve the subscription' }).click();
  await arrived(page, book.id);
});

test('a guest who reads the book through a program is told so before its price, and reads on', async ({
  page,
}) => {
  const { data } = await (await page.request.get('/customer_portal/v1/books?items=10')).json();
  const book = data.find(({ title }: { title: string }) => title.startsWith('Antimicrobial Therapy'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/book-profile/${book.id}`);
  await page.getByRole('button', { name: 'Enroll' }).first().click();
  await page.getByRole('button', { name: /^Subscribe for \$/ }).click();
  await page.getByLabel('Email', { exact: true }).fill('jonas.weber@residents.example');
  await page.getByLabel('Password', { exact: true }).fill('Fabrica-1543');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You already read this book' })).toBeVisible();
  await expect(page.getByText(/^Through the program “Internal Medicine Residency”/)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('$');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Get your own subscription' }).click();
  await expect(page.getByRole('button', { name: 'Continue with PayPal' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^(Continue reading|Open the book)$/ }).click();
  await expect(page).not.toHaveURL(/checkout/);
});

test('a promo plan replaces a running one; staff see the payment and refund a part', async ({
  page,
  browser,
}) => {
  test.slow();
  const person = newPerson();
  await register(page, person);
  const book = await someBook(page, 3);
  await page.goto(`/checkout?mode=book&id=${book.id}`);
  await fillCard(page, '123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await arrived(page, book.id);

  await page.goto('/subscription-management');
  await page.getByRole('link', { name: /^Use a promo code/ }).click();
  await expect(page.getByText(/^You already have this until/)).toBeVisible();
  await page.getByLabel('Promo code').fill('STUDENT20');
  await page.getByRole('button', { name: 'Apply the code' }).click();
  await fillCard(page, '123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await arrived(page, book.id);
  await page.goto('/subscription-management');
  await expect(page.getByText('Does not renew')).toHaveCount(1);
  await expect(page.getByText(/^Renews on/)).toHaveCount(1);

  const office = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const staff = await office.newPage();
  await signIn(staff, 'staff@vesalius.example', 'Fabrica-1543');
  await staff.goto('/admin/payments');
  await staff.getByLabel('Name, email, title, invoice, amount or transaction').fill(person.email);
  await expect(staff.getByRole('row')).toHaveCount(3);
  // A table that is too wide scrolls itself, and not the page.
  expect(
    await staff.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  expect(await findings(staff)).toEqual([]);
  await staff
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('asked for it');
  await dialog.getByRole('radio', { name: 'Keep both the renewal and the access' }).check();
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  const question = staff.getByRole('dialog', { name: 'Refund all of it?' });
  await question.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(staff.getByText(/ refunded on /)).toBeVisible();
  await office.close();
  await page.reload();
  await expect(page.getByRole('cell', { name: /^Refunded \$[\d.]+ refunded on / })).toBeVisible();
});
