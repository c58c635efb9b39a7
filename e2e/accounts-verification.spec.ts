import { expect, test } from '@playwright/test';
import { newPerson, register } from './support/people.ts';

const greeting = { name: /^Hi, / } as const;
const NEXT = '/contact-us?from=registration';

for (const remember of [true, false])
  test(`the link of the mail in a new tab verifies without a password, ${remember ? 'remembered' : 'not remembered'}`, async ({
    page,
    context,
  }) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const link = await register(page, newPerson(), { follow: false, remember, next: NEXT });
    const tab = await context.newPage();
    await tab.goto(link);
    await expect(tab.getByRole('button', greeting)).toBeVisible();
    // Both tabs show the page that was requested before registering.
    await expect(page).toHaveURL(NEXT);
    await expect(page.getByRole('button', greeting)).toBeVisible();
    await expect(tab).toHaveURL(NEXT);
    expect(problems.filter((text) => /React|depth/.test(text))).toEqual([]);

    const third = await context.newPage();
    await third.goto('/profile-info/me');
    if (remember) await expect(third.getByRole('button', greeting)).toBeVisible();
    else await expect(third.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  });

test('the link signs nobody in in another browser, and the waiting tab continues when the address is verified there', async ({
  page,
  browser,
}) => {
  const person = newPerson();
  const link = await register(page, person, { follow: false, next: NEXT });
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password);
  await expect(elsewhere.getByRole('button', greeting)).toHaveCount(0);
  await elsewhere.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(elsewhere.getByRole('button', greeting)).toBeVisible();
  // The link in the mail knows the page that was wanted.
  await expect(elsewhere).toHaveURL(NEXT);
  // The page polls every ten seconds, and when it becomes visible.
  await expect(page).toHaveURL(NEXT, { timeout: 20_000 });
  await expect(page.getByRole('button', greeting)).toBeVisible();
});
