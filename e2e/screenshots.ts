import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { answerKey } from './support/answer-key.ts';
import { answerSurvey, bookIdOf, passFinalTest, solveTests, subscribeForFree } from './support/main-job.ts';
import { newPerson, register, signIn } from './support/people.ts';

const TARGET = join(import.meta.dirname, '../docs/screenshots');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const DEMO_PASSWORD = 'Fabrica-1543';
const NEURO = 'Applied Neuroanatomy for the Ward';
const CHEST = 'Chest Radiography: A Systematic Approach';

/** One image per width. A page is ready when there were no requests for a moment. */
async function shoot(page: Page, name: string, address: string | null): Promise<void> {
  if (address) await page.goto(address);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.waitForTimeout(900);
    const picture = await page.screenshot();
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(TARGET, `${name}-${size.width}.webp`));
  }
  await page.setViewportSize(SIZES[0] as { width: number; height: number });
}

async function as(browser: Browser, email: string): Promise<Page> {
  const page = await browser.newPage(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {});
  await signIn(page, email, DEMO_PASSWORD);
  return page;
}

test('images of every screen', async ({ page, browser }) => {
  await mkdir(TARGET, { recursive: true });
  await page.goto('/');
  const neuro = await bookIdOf(page, NEURO);
  const chest = await bookIdOf(page, CHEST);

  await shoot(page, 'landing', '/');
  await shoot(page, 'books', '/books');
  await shoot(page, 'book-profile', `/book-profile/${chest}`);
  await shoot(page, 'packages', '/packages');
  await shoot(page, 'reader-preview', `/book-viewer/${chest}`);
  await shoot(page, 'sign-in', '/SignIn');
  await shoot(page, 'registration', '/registration');
  await shoot(page, 'forget-password', '/forget-password');
  await shoot(page, 'contact', '/contact-us');

  const person = newPerson('Helena', 'Marković');
  await register(page, person);
  await shoot(page, 'checkout', `/checkout?mode=book&id=${chest}`);
  await shoot(page, 'promo-code', `/promocode/${chest}`);
  await subscribeForFree(page, neuro);
  await subscribeForFree(page, chest);
  await shoot(page, 'reader', `/book-viewer/${chest}?page=16`);
  await shoot(page, 'lectures', `/book-all-videos/${neuro}`);
  for (const [name, link] of [
    ['dicom', /CT of the head/],
    ['video', /One Field Defect/],
    ['images', /Blood, infarct/],
  ] as const) {
    await page.goto(`/book-all-videos/${neuro}`);
    await page.getByRole('link', { name: link }).first().click();
    await shoot(page, name, null);
  }
  await shoot(page, 'tests', `/book-all-tests/${neuro}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pre-test Start:/ })
    .first()
    .click();
  await shoot(page, 'chapter-test', null);
  const key = answerKey(join(import.meta.dirname, '../demo/applied-neuroanatomy'));
  await solveTests(page, neuro, key);
  await shoot(page, 'tests-solved', `/book-all-tests/${neuro}`);
  await shoot(page, 'final-test', `/FinalTest/take/${neuro}/take`);
  await passFinalTest(page, neuro, key);
  await shoot(page, 'final-test-result', null);
  await page.goto(`/book-viewer/${neuro}?page=34`);
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await shoot(page, 'survey', null);
  await answerSurvey(page);
  await shoot(page, 'certificates', '/certificates');
  await page
    .getByRole('button', { name: /Open the certificate for/ })
    .first()
    .click();
  await page.getByRole('img', { name: /^Certificate of/ }).waitFor();
  await shoot(page, 'certificate', null);
  const check = await page.getByRole('link', { name: 'Open the public page' }).getAttribute('href');
  await shoot(page, 'certificate-verify', check ?? '/');
  await shoot(page, 'my-books', '/subscriped-books');
  await shoot(page, 'subscriptions', '/subscription-management');
  await shoot(page, 'review', '/review');
  await shoot(page, 'home-signed-in', '/');
  await page.evaluate(() => localStorage.setItem('lang', 'ar'));
  await shoot(page, 'arabic-home', '/');
  await shoot(page, 'arabic-reader', `/book-viewer/${chest}?page=16`);
  await shoot(page, 'arabic-certificates', '/certificates');

  const author = await as(browser, 'author@vesalius.example');
  await shoot(author, 'author-books', '/');
  await author.close();
  const editor = await as(browser, 'editor@vesalius.example');
  await shoot(editor, 'editor-notes', `/editors/notes/${chest}`);
  await editor.close();
  const director = await as(browser, 'director@vesalius.example');
  await shoot(director, 'director-home', '/');
  const students = director.getByRole('link', { name: /Students/ }).first();
  if ((await students.count()) > 0) {
    await students.click();
    await shoot(director, 'director-students', null);
  }
  await director.close();
  const staff = await as(browser, 'staff@vesalius.example');
  await shoot(staff, 'admin', '/admin');
  await staff.close();
});
