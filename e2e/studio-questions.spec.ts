import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { signedIn } from './support/session.ts';
import { demoEmail, staffOf } from './support/staff.ts';
import { copyOfDemoBook } from './support/work-copies.ts';

/** The questions of the real book, where the trial material is; otherwise three. REAL_DATA names it elsewhere. */
const MATERIAL = join(
  process.env.REAL_DATA ?? resolve(import.meta.dirname, '../../../shared/data'),
  'cardiopulmonary/questions.json',
);
const FIGURE = join(import.meta.dirname, '../demo/chest-radiography/cover.webp');
const WRITTEN = 20;

interface Question {
  readonly key: string;
  readonly question: string;
  readonly choices: readonly { readonly answer: string; readonly correct: boolean }[];
}
async function questionsToImport(): Promise<Question[]> {
  const choicesOf = (texts: readonly string[], right: number) =>
    texts.map((answer, index) => ({ answer, correct: index === right }));
  if (!existsSync(MATERIAL))
    return [1, 2, 3].map((number) => ({
      key: `question-${number}`,
      question: `What is ${number} times two?`,
      choices: choicesOf([`${number * 2}`, `${number * 2 + 1}`, `${number * 3 + 7}`, 'None of them'], 0),
    }));
  const read: { question: string; choices: string[]; correct: number }[] = JSON.parse(
    await readFile(MATERIAL, 'utf8'),
  );
  return read.map(({ question, choices, correct }, index) => ({
    key: `real-${index + 1}`,
    question,
    choices: choicesOf(choices, correct),
  }));
}

/** The same questions as other systems write them: the writers of the server's own tests. */
async function filesOf(questions: readonly Question[]) {
  const writers: Record<string, (questions: readonly Question[], version?: string) => Buffer> = await import(
    pathToFileURL(join(import.meta.dirname, '../server/src/testing/question-files/dialects.ts')).href
  );
  const write = (name: string, version?: string): Buffer => {
    const writer = writers[name];
    if (!writer) throw new Error(`there is no ${name}`);
    return writer(questions, version);
  };
  return [
    { name: 'package-2.1.zip', buffer: write('toQti2', '2p1') },
    { name: 'package-2.2.zip', buffer: write('toQti2', '2p2') },
    { name: 'gift.txt', buffer: write('toGift') },
    { name: 'moodle.xml', buffer: write('toMoodleXml') },
    { name: 'aiken.txt', buffer: write('toAiken') },
    { name: 'questions.csv', buffer: write('toTeachersCsv') },
    { name: 'questions.xlsx', buffer: write('toXlsx') },
  ];
}

/** A file that comes from the clipboard, or is dropped. */
const hand = async (place: Locator, kind: 'paste' | 'drop', bytes: Buffer) =>
  place.evaluate(
    (element, { event, data }) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], 'image.webp', { type: 'image/webp' }));
      const shared = { bubbles: true, cancelable: true } as const;
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: transfer })
          : new DragEvent('drop', { ...shared, dataTransfer: transfer }),
      );
    },
    { event: kind, data: bytes.toString('base64') },
  );

const listed = (page: Page, number: number) =>
  page.getByRole('heading', { name: `Questions (${number})`, exact: true });
const saved = (page: Page) => expect(page.getByText(/^Saved/)).toBeVisible();

test('questions are written by keyboard, get pictures and pages, and go in and out as files', async ({
  page,
  request,
}) => {
  test.setTimeout(600_000);
  const workId = await copyOfDemoBook(request, []);
  await signedIn(page, demoEmail('staff'));
  await page.goto(`/studio/${workId}?page=3`);
  const addToPage = page.getByRole('button', { name: 'Add to this page' });
  await expect(addToPage).toBeVisible({ timeout: 60_000 });
  const question = page.getByRole('textbox', { name: 'Question', exact: true });

  await test.step('twenty, without a mouse', async () => {
    await addToPage.press('Enter');
    await page.getByRole('menuitem', { name: 'Quiz', exact: true }).press('Enter');
    await expect(listed(page, 0)).toBeVisible();
    await page.getByRole('button', { name: 'Add a question' }).press('Enter');
    for (let number = 1; number <= WRITTEN; number += 1) {
      await expect(question).toBeFocused();
      await expect(question).toHaveValue('');
      await page.keyboard.type(`Which is sign ${number}?`);
      await page.keyboard.press('Enter');
      await page.keyboard.type('The first');
      await page.keyboard.press('Enter');
      await page.keyboard.type('The second');
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.type('The third');
      // An empty choice after the last one goes, and the explanation is next.
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Explanation' })).toBeFocused();
      await page.keyboard.type('See the figure.');
      if (number < WRITTEN) await page.keyboard.press('Control+Shift+Enter');
    }
    await expect(listed(page, WRITTEN)).toBeVisible();
    await expect(page.getByText('to put right')).toHaveCount(0);
    await saved(page);
    const { admin } = await staffOf(request);
    const { manifest } = await admin<{ manifest: { quizzes: { page: number; questions?: Question[] }[] } }>(
      'GET',
      `/works/${workId}`,
    );
    const quiz = manifest.quizzes.find((each) => each.page === 3);
    expect(
      quiz?.questions?.map((each) => [
        each.question,
        each.choices.map(({ answer, correct }) => [answer, correct]),
      ]),
    ).toEqual(
      Array.from({ length: WRITTEN }, (_none, index) => [
        `Which is sign ${index + 1}?`,
        [
          ['The first', false],
          ['The second', true],
          ['The third', false],
        ],
      ]),
    );
  });

  await test.step('pictures, pasted into the question and dropped on the explanation', async () => {
    const bytes = await readFile(FIGURE);
    await hand(question, 'paste', bytes);
    await expect(page.getByRole('img', { name: 'Picture of: Question' })).toBeVisible({ timeout: 60_000 });
    await hand(page.getByRole('textbox', { name: 'Explanation' }), 'drop', bytes);
    await expect(page.getByRole('img', { name: 'Picture of: Explanation' })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the page that proves the answer, by a click on it', async () => {
    const field = page.getByRole('textbox', { name: 'Page of the PDF that proves the answer' });
    await page.getByRole('button', { name: 'Choose by a click' }).click();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('button', { name: 'Page 20', exact: true })
      .click();
    await expect(field).toHaveValue('20');
    await saved(page);
  });

  const importFile = async (file: { name: string; buffer: Buffer }, number: number) => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import questions' });
    await dialog.locator('input[type=file]').setInputFiles({ ...file, mimeType: 'application/octet-stream' });
    const take = dialog.getByRole('button', { name: new RegExp(`^Import ${number} questions?$`) });
    await expect(take).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('radio', { name: /^Is replaced/ }).check();
    await take.click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await expect(listed(page, number)).toBeVisible();
  };
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(listed(page, WRITTEN)).toBeVisible();
    await saved(page);
  };

  await test.step('in, from every format, and out again with one undo', async () => {
    const questions = await questionsToImport();
    for (const file of await filesOf(questions))
      await test.step(file.name, async () => {
        await importFile(file, questions.length);
        await undo();
      });
  });

  await test.step('out, as QTI 3.0 and as CSV, and in again', async () => {
    for (const [format, name] of [
      ['QTI 3.0', /\.zip$/],
      ['CSV', /\.csv$/],
    ] as const) {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: `These questions as ${format}` }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(name);
      await importFile(
        { name: file.suggestedFilename(), buffer: await readFile(await file.path()) },
        WRITTEN,
      );
      await expect(page.getByRole('button', { name: /Which is sign 1\?/ })).toBeVisible();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await saved(page);
    }
  });
});
