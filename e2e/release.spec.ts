import { expect, type Page, test } from '@playwright/test';

/**
 * Simulates a release under an open tab: from now on all files have new names, the old ones are gone, and documents
 * refer to the new ones.
 */
async function release(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.pathname.startsWith('/assets/'))
      return route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found.' } });
    const isAsset = url.pathname.startsWith('/assets-b/');
    const isPage = (request.headers().accept ?? '').includes('text/html');
    if (!isAsset && !isPage) return route.continue();
    const response = await route.fetch({ url: url.href.replace('/assets-b/', '/assets/') });
    if (!/html|javascript|css/.test(response.headers()['content-type'] ?? ''))
      return route.fulfill({ response });
    return route.fulfill({ response, body: (await response.text()).replaceAll('assets/', 'assets-b/') });
  });
}

const CONTACT = /\/assets\/contact-/;
const documents = (page: Page): string[] => {
  const loaded: string[] = [];
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) loaded.push(new URL(response.url()).pathname);
  });
  return loaded;
};
const footer = (page: Page) => page.getByRole('contentinfo');

test('a tab of the previous build navigates with one reload of the new one', async ({ page }) => {
  await page.goto('/books');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await release(page);
  const loaded = documents(page);
  await footer(page).getByRole('link', { name: 'Contact us' }).click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/contact-us');
  expect(loaded).toEqual(['/contact-us']);
  // The new build works from here on, and so does going back.
  await page.goBack();
  await expect(page).toHaveURL(/\/books$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Requests that are still running at the end of the test must not fail it.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a screen whose code is missing from the current build says so beside the header, without a loop', async ({
  page,
}) => {
  await page.goto('/books');
  await expect(footer(page)).toBeVisible();
  await page.route(CONTACT, (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found.' } }),
  );
  const loaded = documents(page);
  await footer(page).getByRole('link', { name: 'Contact us' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Something went wrong on this page');
  await expect(alert).not.toContainText(/connect/i);
  await expect(page.getByRole('banner')).toBeVisible();
  expect(loaded).toEqual(['/contact-us']);
  await page.unroute(CONTACT);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
});
