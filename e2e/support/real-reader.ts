import { expect, type Page } from '@playwright/test';
import { readable, writeNote } from './reading.ts';

/** What a reader left in a book: where it is now. */
export interface Traces {
  /** The text of each note, with its page. */
  readonly notes: Readonly<Record<string, number>>;
  readonly page: number;
}

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? sessionStorage.getItem('user') ?? '{}').token as string,
  );
async function get<Answer>(page: Page, path: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const answer = await page.request.get(`/customer_portal/v1${path}`, { headers });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Answer;
}

/** Opens a page and stays until it counts as the place. */
export async function readTo(page: Page, bookId: string, number: number): Promise<void> {
  const isKept = page.waitForResponse(
    (answer) =>
      answer.url().includes('update_current_progress') &&
      answer.url().includes(`page=${number}&`) &&
      answer.ok(),
    { timeout: 60_000 },
  );
  await page.goto(`/book-viewer/${bookId}?page=${number}`);
  await readable(page, String(number));
  await isKept;
}

export async function noteOn(page: Page, bookId: string, number: number, text: string): Promise<void> {
  await page.goto(`/book-viewer/${bookId}?page=${number}`);
  await readable(page, String(number));
  await writeNote(page, String(number), text);
  await expect(
    page.locator(`section[data-page="${number}"]`).getByRole('button', { name: `Note: ${text}` }),
  ).toBeVisible();
}

/** The book opens at the place; each note stands on its page; the attempts are those that were made. */
export async function findsTraces(
  page: Page,
  bookId: string,
  { notes, page: place }: Traces,
  attempts: unknown,
): Promise<void> {
  await page.goto(`/book-viewer/${bookId}`);
  await readable(page, String(place));
  for (const [text, number] of Object.entries(notes)) {
    await page.goto(`/book-viewer/${bookId}?page=${number}`);
    await readable(page, String(number));
    await expect(
      page.locator(`section[data-page="${number}"]`).getByRole('button', { name: `Note: ${text}` }),
    ).toBeVisible();
  }
  expect(await attemptsOf(page, bookId)).toEqual(attempts);
  // Looking at the notes may have counted as reading.
  await readTo(page, bookId, place);
}

/** Of the final test, and the score of each quiz; a quiz is known by its id, wherever it stands. */
export async function attemptsOf(page: Page, bookId: string) {
  const { attempts } = await get<{ attempts: unknown[] }>(page, `/final_tests?book_id=${bookId}`);
  const { data } = await get<{ data: { quiz_id: string; solved: boolean; user_points: number }[] }>(
    page,
    `/book_quizzes?book_id=${bookId}&items=100`,
  );
  const quizzes = data.filter(({ solved }) => solved);
  return { attempts, quizzes: quizzes.map(({ quiz_id, user_points }) => ({ quiz_id, user_points })) };
}
