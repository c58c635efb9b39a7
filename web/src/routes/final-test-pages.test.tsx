import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DraftAnswer } from '@vesalius/contract/assessments';
import type { FinalTest } from '@vesalius/contract/assessments-questions';
import { afterEach, describe, expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { BOOK_ID, DRAFTS, finalAttempt, finalTest } from '../testing/sample-assessments.ts';
import { dismissAllToasts } from '../ui/notify.ts';
import FinalTestPage from './final-test.tsx';

const id = (kind: string, number: number) =>
  `0197a000-0000-7000-8000-${kind}${String(number).padStart(11, '0')}`;
const question = (index: number) => ({
  revealed: false as const,
  question_id: id('a', index),
  question: `Question text ${index + 1}`,
  image_url: null,
  points: 1,
  page_number: null,
  answer_choices: ['Right', 'Wrong'].map((answer, at) => ({
    answer_choice_id: id(at === 0 ? 'b' : 'c', index),
    answer,
    image_url: null,
  })),
});
const long = (count: number, fields: Partial<FinalTest> = {}): FinalTest => ({
  ...finalTest([], { paper: true }),
  number_of_questions: count,
  details: { questions: Array.from({ length: count }, (_, index) => question(index)) },
  ...fields,
});
const chosen = (index: number): DraftAnswer => ({
  question_id: id('a', index),
  choice_ids: [id('b', index)],
});

describe('a long final test', () => {
  afterEach(() => {
    dismissAllToasts();
    localStorage.clear();
  });

  /** The server stores the drafts that it receives; `sent` records each call. */
  const open = async (test: FinalTest, kept: DraftAnswer[] = [], answers: Record<string, unknown> = {}) => {
    const sent: DraftAnswer[][] = [];
    const submitted: { answers: unknown[] }[] = [];
    const rendered = await renderScreen(<FinalTestPage />, {
      namespaces: ['assessments', 'catalogue'],
      path: '/FinalTest/:mode/:bookId/:testViewMode',
      at: `/FinalTest/take/${BOOK_ID}/take`,
      session: sessionOf('customer'),
      answers: {
        ...DRAFTS,
        'GET /final_tests': test,
        'GET /answer_drafts': { kind: 'final', subject_id: test.id, answers: kept, updated_at: null },
        'PATCH /answer_drafts': ({ body }: { body: unknown }) => {
          const { answers } = body as { answers: DraftAnswer[] };
          sent.push(answers);
          return { kind: 'final', subject_id: test.id, answers, updated_at: null };
        },
        'POST /final_tests/submit_final_test': ({ body }: { body: unknown }) => {
          submitted.push(body as { answers: unknown[] });
          return finalTest([finalAttempt(1, 8, true)]);
        },
        ...answers,
      },
    });
    return { ...rendered, sent, submitted };
  };
  const begin = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Begin the final test' }));
  const openList = async () => userEvent.click(screen.getByRole('button', { name: 'All questions' }));

  it('of 714 questions shows one page of them, and pages to the next', async () => {
    const { container, calls } = await open(long(714));
    await begin();
    expect(screen.getByRole('heading', { name: 'Questions 1 to 20 of 714' })).toBeVisible();
    expect(screen.getAllByRole('radio')).toHaveLength(40);
    expect(screen.getByText('Page 1 of 36')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByRole('heading', { name: 'Questions 21 to 40 of 714' })).toHaveFocus();
    expect(screen.getByText('Question 21 of 714')).toBeVisible();
    expect(screen.queryByText('Question text 1')).toBeNull();
    expect(calls.filter((call) => call.startsWith('GET /final_tests'))).toHaveLength(1);
    await expectAccessible(container);
  });

  it('keeps marks with their answers, and lists open and marked questions', async () => {
    const { container, sent } = await open(long(25), [chosen(0), { ...chosen(1), marked: true }]);
    const second = await screen.findByRole('group', { name: /Question text 2$/ });
    expect(within(second).getByRole('button', { name: 'Mark for later' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await userEvent.click(within(second).getByRole('radio', { name: /Wrong/ }));
    const third = screen.getByRole('group', { name: /Question text 3$/ });
    await userEvent.click(within(third).getByRole('button', { name: 'Mark for later' }));
    await waitFor(() =>
      expect(sent.flat()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ question_id: id('a', 1), choice_ids: [id('c', 1)], marked: true }),
          expect.objectContaining({ question_id: id('a', 2), choice_ids: [], marked: true }),
        ]),
      ),
    );
    await openList();
    expect(screen.getByRole('button', { name: 'Question 1, answered' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Question 3, open, marked' })).toBeVisible();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Open (23)' }));
    expect(within(screen.getByRole('toolbar')).getAllByRole('button')).toHaveLength(23);
    await userEvent.click(screen.getByRole('button', { name: 'Marked (2)' }));
    expect(within(screen.getByRole('toolbar')).getAllByRole('button')).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(screen.getByRole('button', { name: 'All questions' })).toHaveFocus();
  });

  it('goes from the list to a question on another page, also with the keyboard', async () => {
    await open(long(45));
    await begin();
    await openList();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Question 1, open' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('button', { name: 'Question 45, open' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Questions 41 to 45 of 45' })).toBeVisible();
    const group = screen.getByRole('group', { name: /Question text 44$/ });
    expect(within(group).getAllByRole('radio')[0]).toHaveFocus();
    await openList();
    expect(screen.getByRole('button', { name: 'Question 41, open' })).toHaveAttribute('tabindex', '0');
  });

  it('opens at the first unanswered question, and returns there instead of submitting an incomplete test', async () => {
    const answered = Array.from({ length: 45 }, (_, index) => chosen(index)).filter(
      (_, index) => index !== 22,
    );
    const { submitted } = await open(long(45), answered);
    expect(await screen.findByRole('heading', { name: 'Questions 21 to 40 of 45' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(submitted).toEqual([]);
    const group = await screen.findByRole('group', { name: /Question text 23$/ });
    expect(within(group).getAllByRole('radio')[0]).toHaveFocus();
    await userEvent.click(within(group).getByRole('radio', { name: /Right/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(submitted[0]?.answers).toHaveLength(45);
  });

  it('sends many answers that were stored offline in parts', async () => {
    const pending = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [id('a', index), { choice_ids: [id('b', index)] }]),
    );
    const { id: subjectId } = long(1);
    const key = `draft:${sessionOf('customer').userId}:final:${subjectId}`;
    localStorage.setItem(key, JSON.stringify(pending));
    const { sent } = await open(long(300));
    await waitFor(() => expect(sent.map((answers) => answers.length)).toEqual([100, 100, 50]));
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
  });

  it('keeps the other answers when one belongs to a removed question', async () => {
    const pending = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [id('a', index), { choice_ids: [id('b', index)] }]),
    );
    localStorage.setItem(
      `draft:${sessionOf('customer').userId}:final:${long(1).id}`,
      JSON.stringify({ ...pending, [id('d', 1)]: { choice_ids: [id('e', 1)] } }),
    );
    const kept: string[] = [];
    const answers = {
      'PATCH /answer_drafts': ({ body }: { body: unknown }) => {
        const asked = (body as { answers: DraftAnswer[] }).answers.map(({ question_id }) => question_id);
        if (asked.includes(id('d', 1)))
          return new FakeFailure(422, { code: 'answer_not_of_question', message: 'No' });
        kept.push(...asked);
        return { kind: 'final', subject_id: long(1).id, answers: [], updated_at: null };
      },
    };
    await open(long(30), [], answers);
    await waitFor(() => expect(new Set(kept)).toEqual(new Set(Object.keys(pending))));
  });

  it('says how many questions were drawn, and from how many', async () => {
    await open(long(30, { number_of_questions: 714 }));
    expect(await screen.findByText(/30 questions, drawn from 714 for this attempt/)).toBeVisible();
  });

  it('shows a submitted test page by page, with a list of wrong answers', async () => {
    const answers = Array.from({ length: 30 }, (_, index) => ({
      question_id: id('a', index),
      answer_id: id('c', index),
      correct: index !== 29,
    }));
    const attempts = [finalAttempt(1, 8, true)];
    const taken = long(30, { attempts, user_answers: { number: 1, score: 8, answers } });
    const { container } = await renderScreen(<FinalTestPage />, {
      namespaces: ['assessments', 'catalogue'],
      path: '/FinalTest/:mode/:bookId/:testViewMode',
      at: `/FinalTest/view/${BOOK_ID}/ViewTest`,
      session: sessionOf('customer'),
      answers: { ...DRAFTS, 'GET /final_tests': taken },
    });
    expect(await screen.findByRole('heading', { name: 'Questions 1 to 20 of 30' })).toBeVisible();
    await openList();
    await userEvent.click(screen.getByRole('button', { name: 'Wrong (1)' }));
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Question 30, wrong' }));
    expect(screen.getByRole('heading', { name: 'Questions 21 to 30 of 30' })).toBeVisible();
    expect(screen.getByRole('group', { name: /Question text 30$/ })).toHaveFocus();
  });
});
