import { expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { bookIdOf } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

const findings = async (page: Page) =>
  (await axeOn(page).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`,
  );
/** A book of the demo library, which has all that a public page can show; other journeys publish books meanwhile. */
const TITLE = 'The ECG in Practice';

test('a visitor finds a book despite a typing error and opens its preview', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Medical books that teach' })).toBeVisible();
  const search = page.getByRole('combobox', { name: /Search books/ });
  await search.fill('nephrolgy');
  await expect(page.getByRole('option', { name: /Clinical Nephrology/ }).first()).toBeVisible();
  // The section around the field does not cut them off.
  await page.getByRole('option').last().hover();
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

test('the text of previews is found, that of later pages is not', async ({ page }) => {
  await page.goto('/books');
  const answer = await page.request.get('/customer_portal/v1/search?search_term=patient');
  const { pages } = await answer.json();
  expect(pages.length).toBeGreaterThan(0);
  for (const hit of pages) expect(hit.page).toBeLessThanOrEqual(15);
});

test('enrolling asks a visitor to sign in and returns to the payment', async ({ page }) => {
  const id = await bookIdOf(page, TITLE);
  await page.goto(`/book-profile/${id}`);
  await page.getByRole('button', { name: 'Enroll' }).click();
  const dialog = page.getByRole('dialog', { name: 'Yearly plan' });
  await expect(dialog.getByText(TITLE)).toBeVisible();
  await dialog.getByRole('button', { name: /^Subscribe for \$/ }).click();
  await expect(page).toHaveURL(new RegExp(`/SignIn\\?next=.*checkout.*${id}`, 'i'));
});

test('category, order and page of a listing survive leaving and returning', async ({ page }) => {
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

test('public pages arrive as HTML, with metadata for sharing and search engines', async ({ request }) => {
  const id = await bookIdOf({ request }, TITLE);
  const path = `/book-profile/${id}`;
  const html = await (await request.get(path)).text();
  expect(html).toContain(`<h1`);
  expect(html.match(/<title>[^<]*<\/title>/)?.[0]).toContain(TITLE);
  expect(html).toMatch(/<meta name="description" content="[^"]{50,}/);
  expect(html).toMatch(/property="og:image" content="http[^"]+\.webp"/);
  expect(html).toContain('"@type":"Book"');
  expect(html).toMatch(new RegExp(`"url":"http[^"]+${path}","image":"http[^"]+\\.webp"`));
  expect((await request.get('/book-profile/0197a000-0000-7000-8000-00000000ffff')).status()).toBe(404);
  expect(await (await request.get('/sitemap.xml')).text()).toContain(path);
  const bundles = await (await request.get('/customer_portal/v1/packages?items=1')).json();
  for (const [address, name] of [
    ['/books/featured', 'Featured Courses'],
    ['/packages', 'Bundles'],
    [`/packages/${bundles.data[0].id}`, bundles.data[0].name.replace('&', '&amp;')],
  ]) {
    const shared = await (await request.get(address)).text();
    expect(shared).toContain(`<title>${name}`);
    expect(shared).toMatch(/property="og:image" content="http[^"]+\.(?:webp|jpg)"/);
    expect(shared).toContain('<h1');
  }
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
      const id = await bookIdOf(page, TITLE);
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
      await page.goto(`/book-profile/${id}`);
      await page.getByRole('button', { name: language === 'ar' ? 'اشترك' : 'Enroll', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page), 'subscription').toEqual([]);
      await page.goto('/books');
      const field = page.getByRole('dialog').getByRole('combobox');
      // A server-rendered page handles keys as soon as it is hydrated.
      await expect(async () => {
        if (!(await field.isVisible())) await page.keyboard.press('Control+k');
        await expect(field).toBeVisible({ timeout: 2000 });
      }).toPass();
      await field.fill('patient');
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
      expect(await findings(page), 'search').toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/book-profile/${id}?tab=front-matter`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await findings(page), 'profile on a phone').toEqual([]);
      await context.close();
    });

for (const width of [390, 768, 1440])
  test(`nothing is wider than the screen at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const id = await bookIdOf(page, TITLE);
    for (const path of ['/', '/books', `/book-profile/${id}`, '/packages']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond, path).toBeLessThanOrEqual(0);
    }
  });

test('a phone, which cannot hover, shows the day of release', async ({ browser }) => {
  const viewport = { width: 390, height: 844 };
  const page = await (await browser.newContext({ viewport, hasTouch: true, isMobile: true })).newPage();
  await page.goto('/books');
  const released = page.getByText(/^Released \d{1,2} [A-Z][a-z]{2} \d{4}$/).first();
  await expect(released).toHaveCSS('opacity', '1');
  await expect(released).toBeInViewport();
});

test('a new reader has an empty list with a link to the shop', async ({ page }) => {
  await register(page, newPerson('Grace', 'Hopper'));
  await page.goto('/subscriped-books');
  await expect(page.getByRole('heading', { name: 'Your shelf is empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse the library' }).click();
  await expect(page.getByRole('link', { name: /^Get Access:/ }).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('the library is searched from every page: by button, slash and Ctrl K, also in the reader', async ({
  page,
}) => {
  await page.goto('/packages');
  await expect(page.getByRole('heading', { level: 1, name: 'Bundles' })).toBeVisible();
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: /Search books/ });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  expect(await findings(page)).toEqual([]);
  // Two letters are missing; the word is in the text of a preview.
  await field.fill('nephrolgy');
  await expect(dialog.getByRole('option', { name: /Clinical Nephrology/ }).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await field.fill('nephrology');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/book-profile\//);
  await expect(dialog).toBeHidden();

  const id = await bookIdOf(page, TITLE);
  await page.goto(`/book-viewer/${id}`);
  await expect(page.locator('canvas[data-loaded]').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
});

test('a misspelled word finds the pages with the right one', async ({ request }) => {
  const hits = async (term: string) =>
    (await (await request.get(`/customer_portal/v1/search?search_term=${term}`)).json()).pages;
  const right = await hits('creatinine');
  expect(right.length).toBeGreaterThan(0);
  expect((await hits('creatnine'))[0].context.some((part: { hit: boolean }) => part.hit)).toBe(true);
});

test('the film of the home page has captions in both languages and loads when it is played', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.filter((url) => /how-to-navigate|poster/.test(url) && !/\.(js|css)/.test(url))).toEqual([]);
  await page.getByRole('heading', { name: 'How to navigate' }).scrollIntoViewIfNeeded();
  const film = page.locator('video');
  await expect(film).toBeVisible();
  await expect(film.locator('track')).toHaveCount(2);
  for (const address of await film
    .locator('source, track')
    .evaluateAll((parts) => parts.map((part) => (part as HTMLSourceElement).src)))
    expect((await page.request.get(address)).ok()).toBe(true);
});

for (const width of [390, 1440])
  test(`hundreds of books, very long titles and missing covers keep the layout at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.route('**/customer_portal/v1/books?*', async (route) => {
      const address = new URL(route.request().url());
      const asked = new URLSearchParams(address.search);
      address.searchParams.set('page', '1');
      const { data } = await (await route.fetch({ url: address.href })).json();
      const from = (Number(asked.get('page')) - 1) * 12;
      const books = Array.from({ length: 12 }, (_, index) => ({
        ...data[index % data.length],
        id: `0197a000-0000-7000-8000-${String(from + index).padStart(12, '0')}`,
        ...(index % 3 === 0 && {
          cover_photo: '/files/public/none.webp',
          cover: { ...data[0].cover, srcset: '' },
        }),
        ...(index % 2 === 0 && {
          title: `Book ${from + index}: ${'Otorhinolaryngology and Pneumonoultramicroscopic '.repeat(6)}`,
          author: 'A. Writer-Writer-Writer, '.repeat(12),
        }),
      }));
      await route.fulfill({ json: { data: books, metadata: { count: 300, currentPage: 1, pages: 25 } } });
    });
    await page.goto('/contact-us');
    await page.getByRole('contentinfo').getByRole('link', { name: 'The full library' }).click();
    await expect(page.getByText('300 books')).toBeVisible();
    const more = page.getByRole('link', { name: 'Load more' });
    for (let shown = 12; shown < 48; shown += 12) {
      await more.click();
      await expect(page.getByText(`${shown + 12} of 300 shown`)).toBeVisible();
    }
    await expect(page.getByRole('article')).toHaveCount(48);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    // The prices of books in one row are on one line.
    const feet = await page
      .getByRole('article')
      .evaluateAll((cards) =>
        cards.slice(0, 2).map((card) => Math.round(card.getBoundingClientRect().bottom)),
      );
    expect(new Set(feet).size).toBe(1);
  });
