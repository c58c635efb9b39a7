import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { BOOK_ID } from '../../testing/sample-assessments.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { ReviewSession } from './review-session.tsx';

const RIGHT = '0197a000-0000-7000-8000-0000000000d1';
const WRONG = '0197a000-0000-7000-8000-0000000000d2';
const QUESTION = '0197a000-0000-7000-8000-0000000000d0';
const choice = (id: string, answer: string) => ({ id, answer, image_url: null });
const asked = {
  revealed: false as const,
  id: QUESTION,
  question: 'Which valve closes first?',
  image_url: null,
  points: 1,
  answer_choices: [choice(RIGHT, 'The mitral valve'), choice(WRONG, 'The aortic valve')],
  user_answer: null,
};
const revealed = (choiceId: string) => ({
  ...asked,
  revealed: true as const,
  justification: 'Its pressure rises first.',
  justification_page: null,
  answer_choices: asked.answer_choices.map((each) => ({ ...each, correct: each.id === RIGHT })),
  user_answer: {
    question_id: QUESTION,
    answer_choice_id: choiceId,
    correct: choiceId === RIGHT,
    user_gained_points: choiceId === RIGHT ? 1 : 0,
  },
});

const NO_PRACTICE = { books: [], coming: [] };

it('announces the result with its explanation, and keeps the focus on the next step', async () => {
  await renderScreen(
    <>
      <ReviewSession pageLink={(id, page) => `/${id}/${page}`} />
      <Announcer />
    </>,
    {
      namespaces: ['assessments'],
      session: sessionOf('customer'),
      answers: {
        'GET /review': {
          due: [{ book_id: BOOK_ID, book_title: 'The Heart', question: asked }],
          number_due: 1,
          cards: [],
          number_of_due_cards: 0,
          number_of_cards: 1,
          next_due_at: null,
          last_reviewed_at: null,
        },
        'POST /review/answers': ({ body }: { body: { answer_choice_id: string } }) => ({
          book_id: BOOK_ID,
          book_title: 'The Heart',
          question: revealed(body.answer_choice_id),
          correct: body.answer_choice_id === RIGHT,
          due_at: '2031-01-01T00:00:00.000Z',
          interval_days: 1,
        }),
      },
    },
  );
  await userEvent.click(await screen.findByRole('radio', { name: /The aortic valve/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  const said = () => document.querySelector('[data-announcer]');
  await waitFor(() => expect(said()).toHaveTextContent(/A\. The mitral valve/));
  expect(said()).toHaveTextContent(/Its pressure rises first/);
});

it('brings the beginning of the next question into view, and leaves the page where a result is read', async () => {
  const next = { ...asked, id: RIGHT, question: 'Which valve closes last?' };
  const due = [asked, next].map((question) => ({ book_id: BOOK_ID, book_title: 'The Heart', question }));
  await renderScreen(<ReviewSession pageLink={(id, page) => `/${id}/${page}`} />, {
    namespaces: ['assessments'],
    session: sessionOf('customer'),
    answers: {
      'GET /review': {
        ...{ due, number_due: 2, cards: [], number_of_due_cards: 0, number_of_cards: 0 },
        ...{ next_due_at: null, last_reviewed_at: null },
      },
      'POST /review/answers': {
        ...{ book_id: BOOK_ID, book_title: 'The Heart', question: revealed(RIGHT), correct: true },
        ...{ due_at: '2031-01-01T00:00:00.000Z', interval_days: 1 },
      },
    },
  });
  await userEvent.click(await screen.findByRole('radio', { name: /The mitral valve/ }));
  // The page is scrolled.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -15, 300, 400));
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => void vi.restoreAllMocks());
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByRole('button', { name: 'Next' });
  expect(scroll).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  const question = await screen.findByRole('group', { name: /Which valve closes last/ });
  await waitFor(() => expect(question).toHaveFocus());
  expect(scroll.mock.contexts).toEqual([question]);
});

it('asks for a rating after the answer is shown, and says when the question comes back', async () => {
  const rated: unknown[] = [];
  const { container } = await renderScreen(<ReviewSession pageLink={(id, page) => `/${id}/${page}`} />, {
    namespaces: ['assessments'],
    session: sessionOf('customer'),
    answers: {
      'GET /review': {
        due: [{ book_id: BOOK_ID, book_title: 'The Heart', question: asked }],
        number_due: 1,
        cards: [],
        number_of_due_cards: 0,
        number_of_cards: 1,
        next_due_at: null,
        last_reviewed_at: null,
      },
      'POST /review/answers': ({ body }: { body: { answer_choice_id: string } }) => ({
        book_id: BOOK_ID,
        book_title: 'The Heart',
        question: revealed(body.answer_choice_id),
        correct: body.answer_choice_id === RIGHT,
        due_at: '2031-01-01T00:00:00.000Z',
        interval_days: 3,
      }),
      [`PUT /review/answers/${QUESTION}/effort`]: ({ body }: { body: unknown }) => {
        rated.push(body);
        return { due_at: '2031-02-03T00:00:00.000Z', interval_days: 20 };
      },
    },
  });
  await userEvent.click(await screen.findByRole('radio', { name: /The mitral valve/ }));
  expect(screen.queryByRole('radiogroup', { name: 'How was it?' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/comes back on .*2031/)).toHaveTextContent(/January|Jan/);
  await userEvent.click(screen.getByRole('radio', { name: 'Easy' }));
  await waitFor(() => expect(screen.getByText(/comes back on .*2031/)).toHaveTextContent(/Feb/));
  expect(rated).toEqual([{ effort: 'easy' }]);
  await expectAccessible(container);
});

const CARD = '0197a000-0000-7000-8000-0000000000e1';
const card = {
  id: CARD,
  kind: 'cloze',
  front: 'The {{c1::mitral}} valve closes first.',
  back: 'Its pressure rises first.',
  book: { id: BOOK_ID, title: 'The Heart', language: 'en' },
  page: 20,
  page_label: '8',
  annotation_id: null,
  is_closed: false,
  due_at: '2030-12-31T00:00:00.000Z',
  created_at: '2030-12-30T00:00:00.000Z',
};

it('asks own cards after the questions, hides their gaps, and takes how well they were remembered', async () => {
  const graded: unknown[] = [];
  const { container } = await renderScreen(
    <>
      <ReviewSession pageLink={(id, page) => `/${id}/${page}`} />
      <Announcer />
    </>,
    {
      namespaces: ['assessments', 'cards'],
      session: sessionOf('customer'),
      answers: {
        'GET /review/practice': NO_PRACTICE,
        'GET /review': () => ({
          due: [],
          cards: graded.length > 0 ? [] : [card, { ...card, id: BOOK_ID, kind: 'basic', front: 'Why?' }],
          number_of_due_cards: 2,
          number_due: 0,
          number_of_cards: 0,
          next_due_at: '2031-02-03T00:00:00.000Z',
          last_reviewed_at: graded.length > 0 ? new Date().toISOString() : null,
        }),
        [`POST /cards/${CARD}/answers`]: ({ body }: { body: unknown }) => {
          graded.push(body);
          return { due_at: '2031-02-03T00:00:00.000Z', interval_days: 20 };
        },
        [`POST /cards/${BOOK_ID}/answers`]: ({ body }: { body: unknown }) => {
          graded.push(body);
          return { due_at: '2031-02-03T00:00:00.000Z', interval_days: 20 };
        },
      },
    },
  );
  expect(await screen.findByText(/2 cards are due today\./)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Card: 1 of 2' })).toHaveTextContent(
    'The […] valve closes first.',
  );
  expect(screen.queryByText('Its pressure rises first.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
  const region = screen.getByRole('region', { name: 'Card: 1 of 2' });
  expect(region).toHaveFocus();
  expect(region).toHaveTextContent('The mitral valve closes first.');
  expect(screen.getByRole('link', { name: 'Page 8' })).toHaveAttribute('href', `/${BOOK_ID}/20`);
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Hardly' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Card: 2 of 2' })).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Not at all' }));
  expect(await screen.findByRole('heading', { name: 'Done for today' })).toBeVisible();
  expect(graded).toEqual([{ grade: 'hard' }, { grade: 'again' }]);
});

it('does not say that the day is done to somebody who reviewed nothing', async () => {
  await renderScreen(<ReviewSession pageLink={(id, page) => `/${id}/${page}`} />, {
    namespaces: ['assessments'],
    session: sessionOf('customer'),
    answers: {
      'GET /review/practice': NO_PRACTICE,
      'GET /review': {
        ...{ due: [], cards: [], number_of_due_cards: 0, number_due: 0, number_of_cards: 1 },
        ...{ next_due_at: '2031-02-03T00:00:00.000Z', last_reviewed_at: '2020-01-01T00:00:00.000Z' },
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'Nothing is due' })).toBeVisible();
  expect(screen.getByText(/The next one comes back on .*2031/)).toBeVisible();
});
