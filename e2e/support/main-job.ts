import { expect, type Locator, type Page } from '@playwright/test';
import { plain } from './answer-key.ts';

/** Answers every question on the screen by the key, and submits. */
export async function answerPaper(page: Page, key: ReadonlyMap<string, string>): Promise<void> {
  const questions = page.getByRole('group').filter({ has: page.getByRole('radio') });
  await expect(questions.first()).toBeVisible();
  await answerPage(await questions.all(), key);
  // A long test has several pages.
  const next = page.getByRole('button', { name: 'Next page', exact: true });
  while ((await next.count()) > 0 && (await next.isEnabled())) {
    const first = await questions.first().innerText();
    await next.click();
    await expect.poll(() => questions.first().innerText()).not.toBe(first);
    await answerPage(await questions.all(), key);
  }
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
}

async function answerPage(questions: readonly Locator[], key: ReadonlyMap<string, string>): Promise<void> {
  for (const question of questions) {
    const legend = plain(await question.locator('legend').innerText());
    const right = [...key].find(([text]) => legend.endsWith(text))?.[1];
    if (right === undefined) throw new Error(`the answer key does not know: ${legend}`);
    const choices = question.getByRole('radio');
    const texts = await question.locator('label').allInnerTexts();
    const index = texts.findIndex((text) => plain(text).endsWith(right));
    await choices.nth(Math.max(0, index)).check();
  }
}

/** Subscribes to the book for free with a promo code. */
export async function subscribeForFree(page: Page, bookId: string, code = 'WELCOME100'): Promise<void> {
  await page.goto(`/promocode/${bookId}`);
  await page.getByLabel('Promo code').fill(code);
  await page.getByRole('button', { name: 'Apply the code' }).click();
  await page.getByRole('button', { name: 'Subscribe For Free' }).click();
  await expect(page).toHaveURL(new RegExp(`/book-profile/${bookId}`));
}

export async function bookIdOf(page: Pick<Page, 'request'>, title: string): Promise<string> {
  const list = await page.request.get(
    `/customer_portal/v1/books?search_term=${encodeURIComponent(title)}&items=100`,
  );
  const { data } = (await list.json()) as { data: { id: string; title: string }[] };
  const found = data.find((book) => book.title === title);
  if (!found) throw new Error(`no book is called ${title}`);
  return found.id;
}

/** Opens a page by the page field (label or number) and waits until it is shown. */
export async function goToPage(page: Page, label: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Go to page/ });
  await field.fill(label);
  await field.press('Enter');
  await expect(page.getByRole('region', { name: `Page ${label}`, exact: true })).toBeInViewport();
}

/** Solves pre-test, post-test and quizzes of the book, each from the list of its tests. */
export async function solveTests(
  page: Page,
  bookId: string,
  key: ReadonlyMap<string, string>,
): Promise<void> {
  await page.goto(`/book-all-tests/${bookId}`);
  await expect(page.getByRole('heading', { name: 'Course Tests' })).toBeVisible();
  for (let taken = 0; ; taken += 1) {
    await page.goto(`/book-all-tests/${bookId}`);
    await expect(page.getByRole('heading', { name: 'Course Tests' })).toBeVisible();
    const next = page.getByRole('main').getByRole('link', { name: /^(Pre-test|Post-test|Quiz) Start:/ });
    await expect(page.getByRole('heading', { name: 'Final test' })).toBeVisible();
    const open = await next.all();
    const link = await firstOpen(open);
    if (!link && (await readWaitingChapters(page, bookId))) continue;
    if (!link) {
      expect(taken).toBeGreaterThan(0);
      return;
    }
    await link.click();
    await answerPaper(page, key);
    await expect(page.getByRole('heading', { name: /(Pre-test|Post-test|Quiz) completed/ })).toBeVisible();
  }
}

/** Reports the pages between pre-test and post-test as read; false if no post-test is waiting. */
async function readWaitingChapters(page: Page, bookId: string): Promise<boolean> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? sessionStorage.getItem('user') ?? '{}').token as string,
  );
  const headers = { authorization: `Bearer ${token}` };
  const list = await page.request.get(`/customer_portal/v1/tests?book_id=${bookId}&items=100`, { headers });
  const { data } = (await list.json()) as {
    data: { id: string; pre_page: number; post_page: number; pre_solved: boolean; post_solved: boolean }[];
  };
  const waiting = data.filter((test) => test.pre_solved && !test.post_solved);
  for (const { id, pre_page: from, post_page: to } of waiting) {
    const shown = Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',');
    const query = `book_id=${bookId}&page=${to}&shown=${shown}`;
    const kept = await page.request.patch(`/customer_portal/v1/books/update_current_progress?${query}`, {
      headers,
    });
    expect(kept.ok()).toBe(true);
    // Each page needs two seconds of reading time.
    const isOpen = async () => {
      const test = await page.request.get(`/customer_portal/v1/tests/${id}`, { headers });
      return ((await test.json()) as { post_open: boolean }).post_open;
    };
    await expect.poll(isOpen, { timeout: 30_000 + (to - from) * 2000 }).toBe(true);
  }
  return waiting.length > 0;
}

async function firstOpen<Found extends { getAttribute(name: string): Promise<string | null> }>(
  links: readonly Found[],
): Promise<Found | null> {
  for (const link of links) {
    const address = (await link.getAttribute('href')) ?? '';
    if (/\/(testdisplay|quizdisplay)\//i.test(address)) return link;
  }
  return null;
}

export async function passFinalTest(
  page: Page,
  bookId: string,
  key: ReadonlyMap<string, string>,
): Promise<void> {
  await page.goto(`/FinalTest/take/${bookId}/take`);
  await expect(page.getByText('70% or more: certificate')).toBeVisible();
  await page.getByRole('button', { name: 'Begin the final test' }).click();
  await answerPaper(page, key);
  await expect(page.getByText('Qualifies for a certificate')).toBeVisible();
}

/** Answers the survey with the first choice of every question. */
export async function answerSurvey(page: Page): Promise<void> {
  const survey = page.getByRole('dialog');
  await expect(survey.getByRole('textbox').first()).toBeVisible();
  for (const group of await survey.getByRole('group').all()) {
    const radio = group.getByRole('radio').first();
    const box = group.getByRole('checkbox').first();
    if ((await radio.count()) > 0) await radio.check({ force: true });
    else if ((await box.count()) > 0) await box.check();
  }
  for (const field of await survey.getByRole('textbox').all())
    await field.fill('Clear, short, useful at the bedside.');
  await survey.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Thank you. Your answers are saved.').first()).toBeVisible();
}
