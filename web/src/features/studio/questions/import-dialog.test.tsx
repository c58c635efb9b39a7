import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';

const done = vi.hoisted(() => ({ list: [] as object[] }));
vi.mock('../../../product/use-uploads.ts', () => ({
  useUploads: () => ({
    uploads: done.list,
    add: ([file]: File[]) => {
      const id = encodeURIComponent(`${file?.name}/${file?.size}/${file?.lastModified}`);
      done.list = [{ id, name: file?.name, state: 'done', result: { uploadId: 'u1' } }];
    },
    remove: () => {},
    pause: () => {},
    resume: () => {},
  }),
}));
afterAll(() => vi.doUnmock('../../../product/use-uploads.ts'));
beforeEach(() => {
  done.list = [];
});

const BOOK: Fields = {
  ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' },
  tests: [
    {
      ...{ key: 't', title: 'Valves', pre_page: 2, post_page: 3 },
      sections: [{ key: 's1', name: 'Sounds', first_page: 2 }],
    },
  ],
};
const READ = {
  format: 'GIFT',
  questions: [
    {
      ...{ key: 'valves', question: 'Which valve closes first?', page: 2 },
      choices: [
        { answer: 'Mitral', correct: true },
        { answer: 'Aortic', correct: false },
      ],
    },
    { key: 'lungs', question: 'How many lobes?', choices: [{ answer: 'Five', correct: true }] },
  ],
  pictures: [],
  findings: [{ kind: 'refused', question: 3, title: 'Essay', line: 5, text: 'It is an essay.' }],
};

async function open(language: 'en' | 'ar' = 'en', read: object = READ) {
  const { default: StudioWorkPage } = await import('../../../routes/studio-work.tsx');
  const { answers } = workAnswers(BOOK);
  const imports: unknown[] = [];
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: ['studio', 'publishing', 'questions', 'studies', 'assessments', 'uploads', 'fields'],
    path: '/studio/:id',
    at: '/studio/w1',
    session: sessionOf('staff'),
    language,
    answers: {
      ...answers,
      'POST /works/w1/question_files/read': read,
      'POST /works/w1/question_files/import': ({ body }: { body: unknown }) => {
        imports.push(body);
        return { outcome: { id: 'c', state: 'applied', version: 1 }, taken: 2 };
      },
    },
  });
  await userEvent.click((await screen.findAllByRole('button', { name: /Valves$/ }))[0] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: /^(Import|استيراد)$/ }));
  const dialog = await screen.findByRole('dialog');
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['x'], 'questions.txt'));
  return { ...shown, imports, dialog };
}

it.each(['en', 'ar'] as const)('shows what is imported and what is not, in %s', async (language) => {
  const { dialog } = await open(language);
  expect(await within(dialog).findByText('It is an essay.')).toBeVisible();
  expect(within(dialog).getByText('Which valve closes first?')).toBeVisible();
  expect(
    within(dialog).getByText(language === 'en' ? 'Question 3, line 5' : 'السؤال 3، السطر 5'),
  ).toBeVisible();
  await expectAccessible(dialog);
});

it('counts the refused questions, not the reasons', async () => {
  const reason = { kind: 'refused', question: 3, title: 'Essay', line: 5, text: 'No answer is right.' };
  const { dialog } = await open('en', { ...READ, findings: [...READ.findings, reason] });
  expect(await within(dialog).findByText('No answer is right.')).toBeVisible();
  expect(within(dialog).getByRole('heading', { name: 'Not taken (1)' })).toBeVisible();
});

it('imports them into the chosen section, and replaces the existing ones', async () => {
  const { dialog, imports } = await open();
  await userEvent.selectOptions(await within(dialog).findByRole('combobox'), 'Sounds');
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Is replaced/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 questions' }));
  await expect
    .poll(() => imports)
    .toMatchObject([
      {
        upload_id: 'u1',
        mode: 'replace',
        target: { kind: 'list', path: ['tests', '#t', 'questions'], section: 's1' },
      },
    ]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

it('imports them to the pages that they name, the others to the open one', async () => {
  const { dialog, imports } = await open();
  await userEvent.click(await within(dialog).findByRole('radio', { name: /^To the quizzes of the pages/ }));
  expect(within(dialog).getByText('1 of them name no page. They go to page 1, which is open.')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 questions' }));
  await expect.poll(() => imports).toMatchObject([{ target: { kind: 'pages', page: 2, title: 'Quiz' } }]);
});

it('offers nothing if no question can be imported', async () => {
  const { dialog } = await open('en', { ...READ, questions: [] });
  expect(await within(dialog).findByText('No question of this file can be taken.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /^Import \d/ })).toBeNull();
});
