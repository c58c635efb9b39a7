import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { newPerson, register } from './support/people.ts';

const findings = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`,
  );
const firstBook = async (page: Page): Promise<{ id: string; title: string }> =>
  (await (await page.request.get('/customer_portal/v1/books?items=1')).json()).data[0];

test('a visitor finds a book by a word with an error in it and looks into it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Medical books that teach' })).toBeVisible();
  const search = page.getByRole('combobox', { name: /Search books/ });
  await search.fill('nephrolgy');
  await expect(page.getByRole('option', { name: /Clinical Nephrology/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/book-profile\//);
  await expect(page.getByRole('heading', { level: 1, name: /Nephrology/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read the first 15 pages' })).toBeVisible();
  await page.getByRole('tab', { name: 'Front Matter' }).click();
  await expect(page.getByRole('img', { name: /^Front matter of/ }).first()).toHaveJSProperty(
    'complete',
    true,
  );
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('the text of the previews is found, that of later pages is not', async ({ page }) => {
  await page.goto('/books');
  const answer = await page.request.get('/customer_portal/v1/search?search_term=patient');
  const { pages } = await answer.json();
  expect(pages.length).toBeGreaterThan(0);
  for (const hit of pages) expect(hit.page).toBeLessThanOrEqual(15);
});

test('enrolling asks a visitor to sign in and leads back to the promo code', async ({ page }) => {
  const { id, title } = await firstBook(page);
  await page.goto(`/book-profile/${id}`);
  await page.getByRole('button', { name: 'Enroll' }).click();
  const dialog = page.getByRole('dialog', { name: 'Yearly plan' });
  await expect(dialog.getByText(title)).toBeVisible();
  await dialog.getByRole('button', { name: /^Subscribe for \$/ }).click();
  await expect(page).toHaveURL(new RegExp(`/SignIn\\?next=.*promocode.*${id}`, 'i'));
});

test('category, order and page of a listing survive going away and back', async ({ page }) => {
  await page.goto('/books');
  await page.getByRole('link', { name: 'Cardiology', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Books' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_low');
  await expect(page).toHaveURL(/category_id=.*sorting_term=price_low/);
  await page.getByRole('main').getByRole('link', { name: 'The ECG in Practice', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The ECG in Practice' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Books' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_low');
});

test('the public pages arrive as HTML, with what sharing and search engines need', async ({ request }) => {
  const { data } = await (await request.get('/customer_portal/v1/books?items=1')).json();
  const path = `/book-profile/${data[0].id}`;
  const html = await (await request.get(path)).text();
  expect(html).toContain(`<h1`);
  expect(html.match(/<title>[^<]*<\/title>/)?.[0]).toContain(data[0].title);
  expect(html).toMatch(/<meta name="description" content="[^"]{50,}/);
  expect(html).toMatch(/property="og:image" content="http[^"]+\.webp"/);
  expect(html).toContain('"@type":"Book"');
  expect((await request.get('/book-profile/0197a000-0000-7000-8000-00000000ffff')).status()).toBe(404);
  expect(await (await request.get('/sitemap.xml')).text()).toContain(path);
  const arabic = await (await request.get('/', { headers: { cookie: 'lang=ar' } })).text();
  expect(arabic).toContain('<html lang="ar" dir="rtl"');
  expect(arabic).toContain('كتب طبية');
});

for (const language of ['en', 'ar'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`public pages have no accessibility findings (${language}, ${colorScheme})`, async ({
      browser,
      baseURL,
    }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({ colorScheme, baseURL });
      await context.addInitScript((lang) => localStorage.setItem('lang', lang), language);
      const page = await context.newPage();
      const { id } = await firstBook(page);
      const packages = await (await page.request.get('/customer_portal/v1/packages')).json();
      for (const path of [
        '/',
        '/books',
        '/books?search_term=zzzzzz',
        '/books/featured',
        `/book-profile/${id}`,
        `/book-profile/${id}?tab=faculty`,
        '/packages',
        `/packages/${packages.data[0].id}`,
      ]) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await findings(page), path).toEqual([]);
      }
      await context.close();
    });

for (const width of [390, 768, 1440])
  test(`nothing is wider than the screen at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const { id } = await firstBook(page);
    for (const path of ['/', '/books', `/book-profile/${id}`, '/packages']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond, path).toBeLessThanOrEqual(0);
    }
  });

test('a new reader has an empty shelf with the way to the shop', async ({ page }) => {
  await register(page, newPerson('Grace', 'Hopper'));
  await page.goto('/subscriped-books');
  await expect(page.getByRole('heading', { name: 'Your shelf is empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Look at the books' }).click();
  await expect(page.getByRole('link', { name: /^Get Access:/ }).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
