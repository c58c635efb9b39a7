/**
 * The walk through a program of ten thousand students in a real browser, at 390 and 1440 pixels, in English and Arabic:
 * list, last page, search, select all, delete, overview, files refused, 20,000 rows imported and taken back. Every step waits for what it says and is timed; pictures go to
 * the folder OUT. `BASE_URL=... OUT=... node bench/programs/walk.mjs`, after `seed.mjs`. It deletes forty students.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.mjs';

const base = process.env.BASE_URL ?? 'http://localhost:3000';
const out = process.env.OUT ?? 'walk';
const program = process.env.PROGRAM ?? 'p10000';
mkdirSync(out, { recursive: true });
const WAIT = { timeout: 60_000 };

const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: BROWSER_ARGUMENTS,
});
for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  const context = await browser.newContext({ baseURL: base, viewport: { width, height }, locale: 'en-GB' });
  const page = await context.newPage();
  const failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on(
    'response',
    (answer) => answer.status() >= 500 && failures.push(`${answer.status()} ${answer.url()}`),
  );
  const picture = (name) => page.screenshot({ path: join(out, `${name}-${width}.png`) });
  const step = async (name, act) => {
    const began = performance.now();
    await act();
    console.log(`${width}  ${name.padEnd(34)} ${(performance.now() - began).toFixed(0).padStart(6)} ms`);
    await picture(name.replaceAll(' ', '-'));
  };

  const signIn = await page.request.post('/v1/sessions', {
    data: { email: 'director@vesalius.example', password: 'Fabrica-1543' },
  });
  const user = await signIn.json();
  const session = {
    token: user.auth_token,
    userId: user.id,
    role: user.role_name,
    firstName: user.first_name,
    image: null,
    emailVerified: true,
    isBeta: false,
    hasInstitution: false,
  };
  await page.addInitScript((text) => localStorage.setItem('user', text), JSON.stringify(session));
  const listed = await page.request.get('/program_director_portal/v1/programs/current', {
    headers: { authorization: `Bearer ${user.auth_token}` },
  });
  const { data: programs } = await listed.json();
  const { id, number_of_students: count } = programs.find(({ name }) => name === program);
  const row = () => page.getByRole('checkbox', { name: /^Select Student/ });

  await step('list', async () => {
    await page.goto(`/programs/${id}/StudentsList`);
    await expect(row()).toHaveCount(20, WAIT);
    await expect(page.getByText(`${count.toLocaleString('en')} students`)).toBeVisible();
  });
  await step('last page', async () => {
    await page.getByRole('button', { name: `Page ${Math.ceil(count / 20)}`, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`page=${Math.ceil(count / 20)}`), WAIT);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0, WAIT);
  });
  await step('search', async () => {
    await page.getByRole('searchbox').fill('student 42');
    await expect(page.getByRole('checkbox', { name: /^Select Student 42/ })).toHaveCount(20, WAIT);
  });
  await step('one expanded', async () => {
    await page.locator('main li button[aria-expanded=false]').first().click();
    await expect(page.getByRole('progressbar').first()).toBeVisible(WAIT);
  });
  await step('all of the page selected', async () => {
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await expect(page.getByText('20 selected')).toBeVisible();
  });
  await step('asked before deleting', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('20 students');
  });
  await step('deleted', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Deletion operation completed successfully.')).toBeVisible(WAIT);
  });
  await step('overview', async () => {
    await page.goto(`/programs/${id}/overview`);
    await expect(page.getByRole('heading', { name: 'Where everybody stands' })).toBeVisible(WAIT);
    await expect(page.getByText(/^Scores as of/)).toBeVisible();
  });
  await step('overview of another book', async () => {
    await page.getByRole('combobox', { name: 'Book' }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/book=/);
    await expect(page.getByText(/^Scores as of/)).toBeVisible(WAIT);
  });
  await page.screenshot({ path: join(out, `overview-whole-${width}.png`), fullPage: true });
  const file = (name, buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(buffer) });
  await page.goto(`/programs/${id}/add-student-form`);
  /** @type {[what: string, given: string | { name: string, mimeType: string, buffer: Buffer }, said: string | RegExp][]} */
  const refused = [
    ['too large', file('a.csv', Buffer.alloc(49_000_000, 'a')), 'larger than 5 MB'],
    ['binary', file('a.csv', [0x50, 0x4b, 3, 4, 0, 0]), 'This is not a text file.'],
    [
      'latin',
      file('a.csv', Buffer.from('email,first_name,second_name\na@b.co,Andr\xe9,Bb', 'latin1')),
      'CSV UTF-8',
    ],
    ['xlsx', file('a.xlsx', 'x'), 'Please select a valid CSV file.'],
  ];
  for (const [what, given, said] of refused)
    await step(`refused ${what}`, async () => {
      await page.locator('input[type=file]').setInputFiles(given);
      await expect(page.getByText(said).first()).toBeVisible(WAIT);
    });
  const lines = Array.from({ length: 20_000 }, (_none, nr) =>
    nr === 7
      ? 'formula@bench.example,=1+1,Broken'
      : `"Walk-${width}-${nr}@Bench.example","Wal, Ker",Nr ${nr}`,
  );
  await step('20000 rows checked', async () => {
    const text = `\uFEFFemail,first_name,second_name\r\n${lines.join('\r\n')}\r\n`;
    await page.locator('input[type=file]').setInputFiles(file('many.csv', text));
    await expect(page.getByText('What will happen')).toBeVisible(WAIT);
  });
  await step('a row mended', async () => {
    const name = page.getByRole('textbox', { name: 'First name, Row 8' });
    await name.fill('Sound');
    await name.blur();
    await expect(page.getByRole('button', { name: 'Add 20,000 students' })).toBeVisible(WAIT);
  });
  await step('20000 rows on their way', async () => {
    await page.getByRole('button', { name: 'Add 20,000 students' }).click();
    await expect(page.getByText(/^[\d,]+ of 20,000 added/)).toBeVisible(WAIT);
  });
  await step('20000 rows imported', async () => {
    await expect(page.getByText('20,000 students were added').first()).toBeVisible({ timeout: 300_000 });
  });
  await step('undone after leaving the page', async () => {
    await page.goto(`/programs/${id}/add-student-form`);
    await page
      .getByRole('button', { name: /^Undo the adding of/ })
      .first()
      .click();
    await expect(page.getByText('20,000 students were taken out again')).toBeVisible(WAIT);
  });
  await page.evaluate(() => localStorage.setItem('lang', 'ar'));
  await step('list in arabic', async () => {
    await page.goto(`/programs/${id}/StudentsList`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl', WAIT);
    await expect(page.locator('main li input[type=checkbox]')).toHaveCount(20, WAIT);
  });
  await step('overview in arabic', async () => {
    await page.goto(`/programs/${id}/overview`);
    await expect(page.getByRole('combobox').first()).toBeVisible(WAIT);
  });
  if (failures.length > 0) throw new Error(failures.join('\n'));
  await context.close();
}
await browser.close();
