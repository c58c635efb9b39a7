import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';

const question = (key: string): Fields => ({
  ...{ key, question: `Which ${key}?`, image: 'questions/valve.png' },
  choices: [
    { _id: 'a', answer: 'Mitral', correct: true },
    { _id: 'b', image: 'questions/aortic.png', correct: false },
  ],
});
const BOOK: Fields = {
  ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' },
  quizzes: [{ key: 'valves', title: 'Valves', page: 3, questions: [question('valve'), question('artery')] }],
  supplementaries: [
    {
      ...{ _id: 's', page: 4 },
      materials: [
        { key: 'lecture', type: 'video', title: 'Murmurs', file: 'murmurs.mp4' },
        { key: 'figures', type: 'image', title: 'Figures', images: [{ _id: 'i', file: 'one.png' }] },
      ],
    },
  ],
  tests: [{ key: 'heart', title: 'The heart', pre_page: 2, post_page: 4 }],
};
async function follow(field: string, answers = workAnswers(BOOK).answers) {
  return renderScreen(<StudioWorkPage />, {
    namespaces: [
      'studio',
      'publishing',
      'questions',
      'assessments',
      'perceiving',
      'uploads',
      'fields',
      'videos',
    ],
    path: '/studio/:id',
    at: `/studio/w1?${new URLSearchParams({ field })}`,
    session: sessionOf('staff'),
    answers,
  });
}
const QUESTION = 'quizzes/#valves/questions/#artery';
const MATERIALS = 'supplementaries/#s/materials';

it.each([
  ['the text of a question', `${QUESTION}/question`, 'textbox', 'Question', 3],
  ['a question', QUESTION, 'textbox', 'Question', 3],
  ['its picture', `${QUESTION}/image`, 'button', 'Replace the picture: Question', 3],
  ['the text of a choice', `${QUESTION}/choices/#a/answer`, 'textbox', 'Choice A', 3],
  ['the picture of a choice', `${QUESTION}/choices/#b/image`, 'button', 'Replace the picture: Choice B', 3],
  ['the page that proves it', `${QUESTION}/page`, 'textbox', 'Page of the PDF that proves the answer', 3],
  ['the file of a lecture', `${MATERIALS}/#lecture/file`, 'button', 'Replace File', 4],
  [
    ...['the words for a picture', `${MATERIALS}/#figures/images/#i/alt`, 'textbox'],
    ...['Text for those who do not see it', 4],
  ],
  ['the page of materials', 'supplementaries/#s/page', 'textbox', 'Page', 4],
  ['the page of a post-test', 'tests/#heart/post_page', 'textbox', 'Page of the post-test', 4],
  ['chapters, where there are none', 'chapters', 'button', 'Add to this page', 1],
  ['the file of the cover', 'cover', 'button', 'Choose Cover', 1],
] as [string, string, string, string, number][])(
  'a line about %s leads to it, on its page',
  async (_what, field, role, name, page) => {
    const { location } = await follow(field);
    const target = await screen.findByRole(role, { name });
    await expect.poll(() => document.activeElement).toBe(target);
    await expect.poll(location).toBe(page === 1 ? '/studio/w1' : `/studio/w1?page=${page}`);
  },
);

it('brings a lecture back from behind the last page, and keeps it selected', async () => {
  const { answers, server } = workAnswers({
    ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' },
    supplementaries: [
      { _id: 's', page: 3, materials: [{ key: 'figures', type: 'image', title: 'Figures' }] },
      { _id: 'far', page: 9, materials: [{ key: 'lecture', type: 'video', title: 'Murmurs' }] },
    ],
  });
  await follow('supplementaries/#far/page', answers);
  const field = await screen.findByRole('textbox', { name: 'Page' });
  await expect.poll(() => document.activeElement).toBe(field);
  expect(field).toHaveAccessibleDescription('Give a number from 1 to 4.');
  await userEvent.clear(field);
  await userEvent.type(field, '3{Enter}');
  const mark = await screen.findByRole('button', { name: 'Material Murmurs' });
  expect(mark).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => server.copy().document.supplementaries)
    .toEqual([
      expect.objectContaining({
        ...{ page: 3 },
        materials: [expect.objectContaining({ key: 'figures' }), expect.objectContaining({ key: 'lecture' })],
      }),
    ]);
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Murmurs');
});
