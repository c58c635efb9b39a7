/**
 * The first picture after pressing play, beside a bare `<video>`: `node bench/lectures/first-frame.mjs <origin> [rounds]`.
 * A running product with the demo library; its own page of a lecture, and on the same origin a page with nothing but
 * the same file in `<video>`. The shaped network of the targets by the browser's emulation, a new context each time,
 * interleaved, medians.
 */
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.mjs';

const [origin = 'http://localhost:3000', rounds = '7'] = process.argv.slice(2);
const PERSON = { email: 'reader@vesalius.example', password: 'Fabrica-1543' };
const SHAPED = { offline: false, latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 };

const call = async (path, token, options = {}) => {
  const answer = await fetch(`${origin}${path}`, {
    ...options,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  return answer.json();
};
const user = await call('/v1/sessions', null, { method: 'POST', body: JSON.stringify(PERSON) });
const token = user.auth_token;
const { data: books } = await call('/customer_portal/v1/books?items=100', token);
const { bookId, id, url } = await firstLecture();

async function firstLecture() {
  for (const book of books) {
    const list = await call(`/customer_portal/v1/book_supplementary_materials?book_id=${book.id}`, token);
    const all = (list.data ?? []).flatMap((group) => group.supplementary_materials);
    const lecture = all.find((one) => one.material_type === 'video');
    if (!lecture) continue;
    if (lecture.locked) {
      const body = JSON.stringify({ promocode_name: 'WELCOME100', book_id: book.id });
      await call('/customer_portal/v1/book_subscriptions/create_free_subscription', token, {
        method: 'POST',
        body,
      });
    }
    const { video } = await call(`/customer_portal/v1/book_supplementary_materials/${lecture.id}`, token);
    return { bookId: book.id, id: lecture.id, url: video.url };
  }
  throw new Error('no book has a lecture');
}

const session = JSON.stringify({
  token,
  userId: user.id,
  role: user.role_name,
  firstName: user.first_name,
  image: null,
  emailVerified: true,
  isBeta: false,
  hasInstitution: false,
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: BROWSER_ARGUMENTS,
});

async function measure(kind) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SHAPED);
  if (kind === 'ours') {
    await page.addInitScript((text) => localStorage.setItem('user', text), session);
    await page.goto(`${origin}/supplementary/${id}/${bookId}/${id}`);
  } else {
    const body = `<!doctype html><title>bare</title><video preload="metadata" width="1200" src="${url}"></video>`;
    await page.route('**/bare-video', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${origin}/bare-video`);
  }
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1, null, {
    polling: 16,
  });
  // A person presses a moment after the page is there.
  await page.waitForTimeout(1000);
  const firstFrame = await page.evaluate(
    (isOurs) =>
      new Promise((done) => {
        const video = /** @type {HTMLVideoElement} */ (document.querySelector('video'));
        let pressed = 0;
        const onFrame = (now) =>
          video.paused ? video.requestVideoFrameCallback(onFrame) : done(now - pressed);
        video.requestVideoFrameCallback(onFrame);
        pressed = performance.now();
        if (isOurs)
          /** @type {HTMLElement | null | undefined} */ (
            video.closest('section')?.querySelector('button[aria-label="Play"]')
          )?.click();
        else void video.play();
      }),
    kind === 'ours',
  );
  await context.close();
  return firstFrame;
}

const results = { ours: [], bare: [] };
for (let round = 0; round < Number(rounds); round += 1)
  for (const kind of round % 2 ? ['bare', 'ours'] : ['ours', 'bare']) {
    results[kind].push(await measure(kind));
    process.stderr.write(`round ${round + 1} ${kind} ${results[kind].at(-1).toFixed(0)} ms\n`);
  }
await browser.close();
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const [ours, bare] = [median(results.ours), median(results.bare)];
process.stdout.write(
  `first picture after play: ours ${ours.toFixed(0)} ms, bare ${bare.toFixed(0)} ms, ratio ${(ours / bare).toFixed(2)} (medians of ${rounds})\n`,
);
