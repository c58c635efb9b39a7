import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { getAnnouncement } from '../../../ui/announce.ts';
import { workAnswers } from '../model/testing/fake-answers.ts';

const VALVES: Fields = {
  key: 'valves',
  question: 'Which valve closes first?',
  page: 2,
  choices: [
    { _id: 'a', answer: 'Mitral', correct: true },
    { _id: 'b', answer: 'Aortic', correct: false },
  ],
};
const BOOK: Fields = {
  title: 'Atlas',
  slug: 'atlas',
  pdf: 'book.pdf',
  quizzes: [{ key: 'quiz', title: 'Valves', page: 2, questions: [VALVES] }],
  final_test: { questions: [{ key: 'last', question: 'Last?' }] },
};
async function open({
  language = 'en',
  document = BOOK,
  ...more
}: {
  language?: 'en' | 'ar';
  document?: Fields;
  may_edit?: boolean;
} = {}) {
  const { server, answers } = workAnswers(document, more);
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: ['studio', 'publishing', 'questions', 'studies', 'assessments', 'uploads', 'fields'],
    path: '/studio/:id',
    at: '/studio/w1',
    session: sessionOf('staff'),
    language,
    answers,
  });
  await userEvent.click(await screen.findByRole('button', { name: /Valves$/ }));
  const questions = () => (server.copy().document.quizzes as { questions?: Fields[] }[])[0]?.questions ?? [];
  return { ...shown, server, questions };
}
const texts = (question: Fields | undefined) =>
  ((question?.choices as Fields[] | undefined) ?? []).map(({ answer, correct }) => [answer, correct]);

it.each(['en', 'ar'] as const)('shows the question as readers see it, in %s', async (language) => {
  const { container } = await open({ language });
  await userEvent.click(screen.getByRole('button', { name: /Which valve closes first/ }));
  const preview = screen.getByRole('region', { name: /As readers see it|كما يراه القرّاء/ });
  expect(within(preview).getByText('Mitral')).toBeVisible();
  expect(within(preview).getByText(/The right answer|الإجابة الصحيحة/)).toBeVisible();
  await expectAccessible(container);
});

it('questions are written one after the other by keyboard alone', async () => {
  const { questions } = await open();
  screen.getByRole('button', { name: 'Add a question' }).focus();
  await userEvent.keyboard('{Enter}');
  for (const number of [1, 2]) {
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveFocus();
    await userEvent.paste(`Question ${number}?`);
    await userEvent.keyboard('{Enter}');
    await userEvent.paste('One');
    await userEvent.keyboard('{Enter}');
    await userEvent.paste('Two');
    await userEvent.keyboard('{Control>}{Enter}{/Control}{Enter}');
    await userEvent.paste('Three');
    // An empty choice after the last one is removed again.
    await userEvent.keyboard('{Enter}{Enter}');
    expect(screen.getByRole('textbox', { name: 'Explanation' })).toHaveFocus();
    await userEvent.paste('Because.');
    if (number < 2) await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  }
  await expect
    .poll(() => questions().map(({ question }) => question))
    .toEqual(['Which valve closes first?', 'Question 1?', 'Question 2?']);
  await expect.poll(() => questions()[2]?.justification).toBe('Because.');
  expect(texts(questions()[2])).toEqual([
    ['One', false],
    ['Two', true],
    ['Three', false],
  ]);
});

it('reports missing values at their fields after the question was left', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }));
  expect(screen.queryByText('Write the question.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close the question' }));
  await userEvent.click(screen.getByRole('button', { name: /Without a text/ }));
  expect(screen.getByRole('textbox', { name: 'Question' })).toHaveAccessibleDescription(
    'Write the question.',
  );
  expect(screen.getByText('Mark the right choice.')).toBeVisible();
});

it('accepts a click on a page in the strip, or its number', async () => {
  const { questions } = await open();
  await userEvent.click(screen.getByRole('button', { name: /Which valve closes first/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose by a click' }));
  expect(screen.getByText(/^Click the page that proves the answer/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  await expect.poll(() => questions()[0]?.page).toBe(4);
  expect(screen.queryByText(/^Click the page that proves the answer/)).toBeNull();
  const number = screen.getByRole('textbox', { name: 'Page of the PDF that proves the answer' });
  await userEvent.clear(number);
  await userEvent.type(number, '9');
  await expect.poll(() => questions()[0]?.page).toBe(9);
  expect(number).toHaveAccessibleDescription('The book has no such page.');
  await userEvent.type(number, 'x');
  expect(number).toHaveAccessibleDescription('Write the number of a page.');
  expect(questions()[0]?.page).toBe(9);
});

it('duplicates, moves, removes and restores', async () => {
  const { questions, server } = await open();
  await userEvent.click(screen.getByRole('button', { name: /Which valve closes first/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate the question' }));
  await expect.poll(() => questions()).toHaveLength(2);
  const [, copy] = questions();
  await userEvent.click(screen.getByRole('button', { name: 'Move the question up' }));
  await expect.poll(() => questions()[0]?.key).toBe(copy?.key);
  await userEvent.click(screen.getByRole('button', { name: 'Move to' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Final test' }));
  const last = () => (server.copy().document.final_test as { questions: Fields[] }).questions;
  await expect.poll(() => last().map(({ key }) => key)).toEqual(['last', copy?.key]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the question' }));
  expect(getAnnouncement()?.text).toBe('Question 1 was removed. Undo brings it back.');
  await expect.poll(() => questions()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => questions()).toMatchObject([{ key: 'valves' }]);
});

it('moves a line by Alt and an arrow', async () => {
  const { questions } = await open({
    document: {
      ...BOOK,
      quizzes: [
        { key: 'quiz', title: 'Valves', page: 2, questions: [VALVES, { key: 'b', question: 'Second?' }] },
      ],
    },
  });
  screen.getByRole('button', { name: /Second/ }).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => questions().map(({ key }) => key)).toEqual(['b', 'valves']);
  expect(screen.getByRole('button', { name: /Second/ })).toHaveFocus();
});

it('an undo shows in the focused field', async () => {
  const { questions } = await open();
  await userEvent.click(screen.getByRole('button', { name: /Which valve closes first/ }));
  const stem = screen.getByRole('textbox', { name: 'Question' });
  await userEvent.click(stem);
  await userEvent.paste(' And why?');
  await expect.poll(() => questions()[0]?.question).toBe('Which valve closes first? And why?');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => (stem as HTMLTextAreaElement).value).toBe('Which valve closes first?');
  act(() => stem.blur());
  expect(questions()[0]?.question).toBe('Which valve closes first?');
});

it('shows both wordings of a choice that two people changed', async () => {
  const { server, questions } = await open();
  await userEvent.click(screen.getByRole('button', { name: /Which valve closes first/ }));
  const path = ['quizzes', '#quiz', 'questions', '#valves', 'choices', '#b', 'answer'];
  await server.calls('ben').change({
    base_version: 0,
    changes: [{ id: 'b1', operations: [{ op: 'set', path, value: 'Pulmonary' }] }],
  });
  const choice = screen.getByRole('textbox', { name: 'Choice B' });
  fireEvent.change(choice, { target: { value: 'Tricuspid' } });
  const conflict = await screen.findByRole('alert', { name: 'Changes that were not made' });
  expect(conflict).toHaveTextContent('There nowPulmonaryYoursTricuspid');
  await userEvent.click(within(conflict).getByRole('button', { name: 'Keep mine' }));
  await expect.poll(() => texts(questions()[0])[1]?.[0]).toBe('Tricuspid');
});

it('a reviewer reads the questions and changes none', async () => {
  await open({ may_edit: false });
  await userEvent.click(screen.getByRole('button', { name: /Which valve closes first/ }));
  expect(screen.getByRole('textbox', { name: 'Choice A' })).toHaveAttribute('readonly');
  expect(screen.getByRole('radio', { name: 'Choice B is right' })).toBeDisabled();
  for (const name of ['Add a question', 'Remove the question', 'Add a choice', 'Choose by a click'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
