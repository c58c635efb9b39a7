import { expect, type Page, test } from '@playwright/test';
import { openFromList } from './support/lectures.ts';
import { bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

/* An hour-long lecture and one in VP9, on a server with the book of `bench/lectures/make-long-book.mjs`. */

const BOOK = 'Long Lectures';

async function openLecture(page: Page, title: string): Promise<string> {
  const list = await page.request.get(`/customer_portal/v1/books?search_term=${encodeURIComponent(BOOK)}`);
  const { data } = (await list.json()) as { data: { title: string }[] };
  test.skip(!data.some((book) => book.title === BOOK), 'needs the book of bench/lectures/make-long-book.mjs');
  await register(page, newPerson('Ada', 'Lovelace'));
  const bookId = await bookIdOf(page, BOOK);
  await subscribeForFree(page, bookId);
  await openFromList(page, bookId, title);
  return bookId;
}
const position = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => [video.currentTime, video.readyState] as const);
const isPlayingFrom = (page: Page, seconds: number) =>
  expect
    .poll(
      async () => {
        const [at, ready] = await position(page);
        return ready >= 2 && at > seconds && at < seconds + 30;
      },
      { timeout: 30_000 },
    )
    .toBe(true);

test('seeking in an hour-long lecture does not load all of it, and playing resumes at the stored position', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const bookId = await openLecture(page, 'An Hour of Signals');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const films = new Map<string, number>();
  let fetched = 0;
  let whole = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.includes('lecture.mp4')) return;
    films.set(requestId, 0);
    const range = response.headers['content-range'] ?? response.headers['Content-Range'];
    expect(response.status).toBe(206);
    whole = Number(range?.split('/')[1] ?? whole);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (films.has(requestId)) fetched += dataLength;
  });
  await page.reload();
  const video = page.locator('video');
  await page.getByRole('button', { name: 'Play' }).first().click();
  await isPlayingFrom(page, 0.2);

  // Parts of the lecture, and a link to their pages.
  await page.getByRole('button', { name: /Near the end/ }).click();
  await isPlayingFrom(page, 3400);
  await page.getByRole('button', { name: /Half way/ }).click();
  await isPlayingFrom(page, 1800);
  expect(whole).toBeGreaterThan(20_000_000);
  expect(fetched / whole).toBeLessThan(0.25);
  test.info().annotations.push({ type: 'fetched', description: `${fetched} of ${whole} bytes` });

  // Captions at this position, as in the file.
  await page.getByRole('button', { name: 'Captions' }).click();
  await expect
    .poll(() =>
      video.evaluate(
        (one: HTMLVideoElement) => (one.textTracks[0]?.activeCues?.[0] as VTTCue | undefined)?.text,
      ),
    )
    .toMatch(/^This is second 18\d0\.$/);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
  expect(await video.evaluate((one: HTMLVideoElement) => one.playbackRate)).toBe(1.5);
  await expect(page.getByRole('button', { name: /picture/i })).toBeVisible();

  // By keyboard: pause, skip ten seconds. Another device resumes there.
  await video.focus();
  await page.keyboard.press('k');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  const [stopped] = await position(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Math.round((await position(page))[0] - stopped)).toBe(10);
  await page.keyboard.press('k');
  await isPlayingFrom(page, stopped + 10);
  await page.keyboard.press('k');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  const [left] = await position(page);
  const user = await page.evaluate(() => sessionStorage.getItem('user'));
  const other = await browser.newContext();
  await other.addInitScript((text) => text && sessionStorage.setItem('user', text), user);
  const phone = await other.newPage();
  await openFromList(phone, bookId, 'An Hour of Signals');
  await expect.poll(async () => Math.abs((await position(phone))[0] - left) < 2).toBe(true);
  await expect(phone.getByText(/^Continues at/)).toBeVisible();
  await other.close();
});

test('a lecture in VP9 plays and can be sought', async ({ page }) => {
  test.setTimeout(240_000);
  await openLecture(page, 'A Minute of VP9');
  await page.getByRole('button', { name: 'Play' }).first().click();
  await isPlayingFrom(page, 0.2);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 40;
  });
  await isPlayingFrom(page, 40);
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(
    0,
  );
});
