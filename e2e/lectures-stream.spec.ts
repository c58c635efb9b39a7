import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { LECTURE, openFromList, readerOf } from './support/lectures.ts';

/*
 * A lecture as a stream, in a browser without native streams: the stream is made from a lecture of the demo library and
 * put beside it, so that the server sends it with that lecture's grant.
 */

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const SIDES = [
  { side: 720, size: '1280x720', filter: 'scale=1280:720', bandwidth: 900_000 },
  { side: 360, size: '640x360', filter: 'scale=640:360', bandwidth: 300_000 },
];

function makeStream(video: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { side, filter } of SIDES) {
    const args = `-y -v error -t 30 -i ${video} -vf ${filter} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60 -c:a aac -f hls -hls_time 6 -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags single_file+independent_segments -hls_segment_filename ${folder}/${side}.mp4 ${folder}/${side}.m3u8`;
    execFileSync('ffmpeg', args.split(' '));
  }
  const variants = SIDES.map(
    ({ side, size, bandwidth }) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${size},CODECS="avc1.42c01f,mp4a.40.2"\n${side}.m3u8\n`,
  );
  writeFileSync(join(folder, 'master.m3u8'), `#EXTM3U\n#EXT-X-VERSION:7\n${variants.join('')}`);
}

/** Adds a stream beside the video to the material's response, with the same grant. */
async function withStream(page: Page, dataDir: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/book_supplementary_materials/*', async (route) => {
    const answer = await route.fetch();
    const material = await answer.json();
    const url = new URL(material.video.url, 'http://localhost');
    const key = decodeURIComponent(url.pathname.replace(/^\/files\//, ''));
    const folder = join(dataDir, 'files', dirname(key), 'stream');
    makeStream(join(dataDir, 'files', key), folder);
    material.video.stream_url = `${dirname(url.pathname)}/stream/master.m3u8${url.search}`;
    await route.fulfill({ response: answer, json: material });
  });
  return asked;
}
const video = (page: Page) => page.locator('video');
const positionOf = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const LIBRARY = /hls[.\w-]*\.js/;

test('plays the stream through the library, which loads with the stream and not before', async ({ page }) => {
  test.setTimeout(240_000);
  const dataDir = process.env.E2E_DATA_DIR ?? '';
  test.skip(!hasFfmpeg || dataDir === '', 'needs ffmpeg, and a server whose files are here');
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const bookId = await readerOf(page);
  await openFromList(page, bookId, LECTURE);
  const before: string[] = [];
  page.on('request', (request) => before.push(request.url()));
  await page.reload();
  await expect(video(page)).toHaveAttribute('src', /\.mp4/);
  expect(before.filter((url) => LIBRARY.test(url))).toEqual([]);

  const asked = await withStream(page, dataDir);
  await page.reload();
  // The stream is made while the page waits for the material.
  await expect(video(page)).toHaveAttribute('src', /^blob:/, { timeout: 90_000 });
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.duration))
    .toBeGreaterThan(25);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = 20;
  });
  await expect.poll(() => positionOf(page)).toBeGreaterThan(20.3);
  expect(asked.filter((url) => LIBRARY.test(url)).length).toBeGreaterThan(0);
  const parts = asked.filter((url) => url.includes('/stream/'));
  expect(parts.length).toBeGreaterThan(3);
  for (const url of parts) expect(new URL(url).searchParams.get('grant')).toBeTruthy();
  expect(violations).toEqual([]);

  // Without the stream, playing continues with the single file at the same position.
  await page.route('**/stream/**', (route) => route.abort());
  await page.reload();
  await expect(video(page)).toHaveAttribute('src', /\.mp4/, { timeout: 60_000 });
});
