import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { BOOK_ID } from '../../testing/sample-assessments.ts';
import { ReviewSession } from './review-session.tsx';

const id = (end: string) => `0197a000-0000-7000-8000-0000000000${end}`;
const choice = (end: string, answer: string) => ({ id: id(end), answer, image_url: null });
const question = {
  revealed: false as const,
  id: id('d0'),
  question: 'Which valve closes first?',
  image_url: null,
  points: 1,
  answer_choices: [choice('d1', 'The mitral valve'), choice('d2', 'The aortic valve')],
  user_answer: null,
};
const tomorrow = () => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 12).toISOString();
};
const numbers = (number_missed: number, number_new: number) => ({ number_missed, number_new });

const show = async () => {
  const asked: unknown[] = [];
  const rendered = await renderScreen(<ReviewSession pageLink={(book, page) => `/${book}/${page}`} />, {
    namespaces: ['assessments'],
    session: sessionOf('customer'),
    answers: {
      'GET /review': {
        ...{ due: [], cards: [], number_of_due_cards: 0, number_due: 0, number_of_cards: 1 },
        ...{ next_due_at: '2031-02-03T00:00:00.000Z', last_reviewed_at: new Date().toISOString() },
      },
      'GET /review/practice': {
        books: [
          {
            ...{ book_id: BOOK_ID, book_title: 'The Heart', ...numbers(4, 30) },
            chapters: [
              { id: id('c1'), title: 'Valves', ...numbers(1, 0) },
              { id: id('c2'), title: 'Vessels', ...numbers(3, 30) },
            ],
          },
          { book_id: id('b2'), book_title: 'The Lung', ...numbers(0, 2), chapters: [] },
        ],
        coming: [{ due_at: tomorrow(), number: 4 }],
      },
      'GET /review/practice/questions': ({ url }: { url: string }) => {
        asked.push(Object.fromEntries(new URL(url, 'http://localhost').searchParams));
        return { questions: [{ book_id: BOOK_ID, book_title: 'The Heart', question }] };
      },
      'POST /review/practice/answers': {
        book_id: BOOK_ID,
        book_title: 'The Heart',
        correct: false,
        due_at: '2031-01-01T00:00:00.000Z',
        question: {
          ...question,
          revealed: true,
          justification: 'Its pressure rises first.',
          justification_image_url: null,
          page_number: null,
          answer_choices: question.answer_choices.map((each) => ({ ...each, correct: each.id === id('d1') })),
          user_answer: {
            ...{ question_id: question.id, answer_choice_id: id('d2'), correct: false },
            user_gained_points: 0,
          },
        },
      },
    },
  });
  return { ...rendered, asked };
};

it('offers practice when nothing is due, by book, chapter and kind, and says what comes back', async () => {
  const { container, asked } = await show();
  expect(await screen.findByRole('heading', { name: 'Done for today' })).toBeVisible();
  const practice = await screen.findByRole('region', { name: 'Practice now' });
  expect(practice).toHaveTextContent(/Tomorrow\s*4/);
  expect(practice).toHaveTextContent(/Next 7 days\s*4/);
  expect(screen.getByRole('button', { name: 'Practice 20 questions' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Chapter' })).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Book' }), 'The Heart');
  await userEvent.click(screen.getByRole('radio', { name: 'Missed (4)' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Chapter' }), 'Valves');
  expect(screen.getByRole('radio', { name: 'New (0)' })).toBeDisabled();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Practice 1 question' }));
  expect(await screen.findByRole('radio', { name: /The aortic valve/ })).toBeVisible();
  expect(asked).toEqual([{ book_id: BOOK_ID, chapter_id: id('c1'), kind: 'missed' }]);
});

it('shows the answer and when a wrong one comes back, asks for no rating, and returns to the choice', async () => {
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Practice 20 questions' }));
  await userEvent.click(await screen.findByRole('radio', { name: /The aortic valve/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/Its pressure rises first/)).toBeVisible();
  expect(screen.getByText(/comes back on .*2031/)).toBeVisible();
  expect(screen.queryByRole('radiogroup', { name: 'How was it?' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Practice now' })).toHaveFocus());
});
