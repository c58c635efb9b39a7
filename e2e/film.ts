import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { asVtt, FilmCamera, run } from './film-camera.ts';
import { answerKey, plain } from './support/answer-key.ts';
import { bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

/**
 * Records the home page's film "How to navigate" with its captions and poster from the demo library: `npm run film`
 * (needs ffmpeg). It consists of screenshots of the real reader; see film-camera.ts.
 */
const TARGET = join(import.meta.dirname, '../web/src/features/catalogue/how-to-navigate');
const FRAMES = join(import.meta.dirname, '../.cache/film');
const TITLE = 'Applied Neuroanatomy for the Ward';
const POSTER_AT_SECONDS = 9;

async function readerWith(page: Page): Promise<string> {
  await register(page, newPerson('Amira', 'Nasser'));
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  return bookId;
}

const sheet = (page: Page, label: string) => page.getByRole('region', { name: `Page ${label}`, exact: true });

async function readable(page: Page, label: string): Promise<Locator> {
  await expect(sheet(page, label)).toBeInViewport();
  await expect(sheet(page, label).locator('canvas[data-loaded]').first()).toBeVisible();
  await expect(sheet(page, label).locator('[data-word]').first()).toBeAttached();
  return sheet(page, label);
}

/** Waits until smooth scrolling and rendering have ended. */
async function settled(target: Locator): Promise<void> {
  let before = '';
  await expect
    .poll(
      async () => {
        const place = JSON.stringify(await target.boundingBox());
        const same = place === before;
        before = place;
        return same;
      },
      { intervals: [250] },
    )
    .toBe(true);
}

/** The start and end of a passage on the screen, found by its words. */
async function passage(text: Locator, words: string) {
  const wanted = words.split(' ');
  const at = await text.evaluate((page, looked) => {
    const all = [...page.querySelectorAll('[data-word]')].map((element) => element.textContent?.trim());
    return all.findIndex((_, index) => looked.every((word, offset) => all[index + offset] === word));
  }, wanted);
  const word = (index: number) => text.locator('[data-word]').nth(index);
  await settled(word(at));
  const start = await word(at).boundingBox();
  const end = await word(at + wanted.length - 1).boundingBox();
  if (!start || !end) throw new Error(`not on the screen: ${words}`);
  return [
    { x: start.x + 2, y: start.y + start.height / 2 },
    { x: end.x + end.width - 3, y: end.y + end.height / 2 },
  ] as const;
}

test('the film of the home page', async ({ browser, baseURL }) => {
  const context: BrowserContext = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 1280, height: 720 },
    colorScheme: 'light',
    bypassCSP: true,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const bookId = await readerWith(page);
  const film = await FilmCamera.open(page, FRAMES);

  await page.goto(`/book-profile/${bookId}`);
  const begin = page.getByRole('link', { name: 'Begin reading' });
  await expect(begin).toBeVisible();
  await page.waitForLoadState('networkidle');
  film.say('Open a book from its page: “Begin reading”.', 'افتح الكتاب من صفحته: «ابدأ القراءة».');
  await film.hold(2400);
  await film.click(begin);
  await readable(page, 'i');
  await film.hold(1800);

  film.say('Go to any page by its printed number.', 'انتقل إلى أي صفحة برقمها المطبوع.');
  const field = page.getByRole('textbox', { name: /^Go to page/ });
  await film.click(field);
  await field.fill('');
  await film.type('12', 220);
  await film.hold(300);
  await field.press('Enter');
  const text = await readable(page, '12');
  await expect(page.getByRole('link', { name: /One Field Defect/ }).first()).toBeVisible();
  await film.hold(3000);

  film.say(
    'Search the whole book. Every hit is marked on its page.',
    'ابحث في الكتاب كله. كل نتيجة معلّمة في صفحتها.',
  );
  await film.click(page.getByRole('button', { name: 'Search in the book' }));
  const search = page.getByRole('searchbox', { name: 'Search in the book' });
  await expect(search).toBeFocused();
  await film.hold(300);
  await film.type('hemianopia', 90);
  const hits = page.locator('[data-hits] button');
  await expect(hits.first()).toContainText(/hemianopia/i);
  await film.hold(1000);
  await film.click(hits.filter({ hasText: /left homonymous/i }).first());
  await expect(page.locator('[data-hit="current"]').first()).toBeInViewport();
  await film.hold(2600);
  await film.click(page.getByRole('button', { name: 'Close the panel' }));
  await readable(page, '12');
  await film.hold(500);

  film.say('Select a passage to highlight it …', 'حدّد مقطعًا لتظليله …');
  const area = page.locator('[data-scroller]');
  const begins = text.locator('[data-word]').filter({ hasText: 'Confrontation' }).first();
  await settled(begins);
  await film.scroll(area, ((await begins.boundingBox())?.y ?? 0) - 300, 700);
  await settled(begins);
  await film.hold(600);
  const [from, to] = await passage(
    text,
    'Confrontation shows a left homonymous hemianopia without any weakness.',
  );
  await film.drag(from, to, 900);
  const menu = page.getByRole('toolbar', { name: 'For the selected text' });
  await expect(menu).toBeVisible();
  await film.hold(500);
  await film.click(menu.getByRole('button', { name: 'Highlight in yellow' }));
  await expect(text.getByRole('button', { name: /^Highlight: / }).first()).toBeAttached();
  await film.hold(1200);

  film.say('… or to write a note beside it.', '… أو لكتابة ملاحظة بجانبه.');
  const [noteFrom, noteTo] = await passage(text, 'The lesion is behind the chiasm, on the right,');
  await film.drag(noteFrom, noteTo, 900);
  await expect(menu).toBeVisible();
  await film.hold(500);
  await film.click(menu.getByRole('button', { name: 'Write a note' }));
  const dialog = page.getByRole('dialog', { name: 'Note on page 12' });
  await expect(dialog.getByLabel('Your note')).toBeFocused();
  await film.hold(300);
  await film.type('Ask about driving!', 70);
  await film.click(dialog.getByRole('button', { name: 'Save' }));
  await expect(text.getByRole('button', { name: /^Note: Ask about/ })).toBeVisible();
  await film.hold(1900);

  film.say(
    'Lectures belong to their page: they open beside it.',
    'المحاضرات مرتبطة بصفحاتها: افتحها من جانب الصفحة.',
  );
  await film.click(page.getByRole('link', { name: /One Field Defect/ }).first());
  const video = page.locator('video');
  await expect(page.getByRole('heading', { level: 1, name: /One Field Defect/ })).toBeVisible();
  await film.hold(700);
  await film.click(page.getByRole('button', { name: 'Play' }).first());
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
  await video.evaluate((one: HTMLVideoElement) => one.pause());
  await film.roll(4000, (part) =>
    video.evaluate(
      (one: HTMLVideoElement, at) =>
        new Promise((shown) => {
          one.addEventListener('seeked', shown, { once: true });
          one.currentTime = at;
        }),
      19 + 4 * part,
    ),
  );

  film.say('DICOM studies: scroll, window, measure.', 'دراسات DICOM: تنقّل بين الشرائح واضبط النافذة وقِس.');
  await page.goto(`/book-all-videos/${bookId}`);
  await film.click(page.getByRole('link', { name: /CT of the head/ }).first());
  const view = page.getByRole('group', { name: /Slice \d+ of/ }).first();
  await expect(view).toHaveAttribute('data-slice', /\d+/);
  await film.moveTo(view);
  await film.hold(600);
  await view.focus();
  for (let slice = 0; slice < 14; slice += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(view).toHaveAccessibleName(new RegExp(`Slice ${slice + 2} of`));
    await film.hold(130);
  }
  await page.keyboard.press('1');
  await film.hold(1200);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await film.hold(1900);

  film.say(
    'Quizzes stand on their page, and every answer is explained.',
    'الاختبارات القصيرة في صفحاتها، وكل إجابة مشروحة.',
  );
  await page.goto(`/book-viewer/${bookId}?page=12`);
  await readable(page, '12');
  await expect(page.getByRole('link', { name: /One Field Defect/ }).first()).toBeVisible();
  await film.hold(700);
  await film.click(page.getByText('Open', { exact: true }).first());
  const questions = page.getByRole('group').filter({ has: page.getByRole('radio') });
  await expect(questions.first()).toBeVisible();
  await film.hold(1200);
  const key = answerKey(join(import.meta.dirname, '../demo/applied-neuroanatomy'));
  for (const question of await questions.all()) {
    const legend = plain(await question.locator('legend').innerText());
    const right = [...key].find(([asked]) => legend.endsWith(asked))?.[1] ?? '';
    const choice = question.locator('label').filter({ hasText: right }).first();
    // Centered, because at the edge the bar with the button would cover it.
    await choice.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await settled(choice);
    await film.hold(500);
    await film.click(choice);
    await film.hold(500);
  }
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await submit.scrollIntoViewIfNeeded();
  await settled(submit);
  await film.click(submit);
  await expect(submit).toBeHidden();
  await expect(page.getByText('Quiz completed')).toBeVisible();
  await film.hold(3600);

  await mkdir(TARGET, { recursive: true });
  const target = join(TARGET, 'how-to-navigate.mp4');
  await film.develop(target);
  for (const language of ['en', 'ar'] as const)
    await writeFile(
      join(TARGET, `captions.${language}.vtt`),
      `${asVtt(film.cues, film.seconds, language)}\n`,
    );
  run('ffmpeg', [
    ...['-y', '-loglevel', 'error', '-ss', String(POSTER_AT_SECONDS), '-i', target, '-frames:v', '1'],
    ...['-c:v', 'libwebp', '-quality', '78', join(TARGET, 'poster.webp')],
  ]);
  console.log(`${film.seconds.toFixed(1)} s`);
  await context.close();
});
