import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { DRAFTS, QUIZ_ID, quiz } from '../../testing/sample-assessments.ts';
import { getAnnouncement } from '../../ui/announce.ts';
import { dismissAllToasts, getToasts } from '../../ui/notify.ts';
import { QuizPaper } from './quiz-paper.tsx';

const ADDRESS = `GET /quizzes/${QUIZ_ID}`;
const show = async (answers: Record<string, unknown>, role: 'customer' | 'author' = 'customer') => {
  const rendered = await renderScreen(
    <QuizPaper quizId={QUIZ_ID} pageLink={(page) => `/book-viewer/b?page=${page}`} />,
    {
      namespaces: ['assessments'],
      session: sessionOf(role),
      answers: { ...DRAFTS, ...answers },
    },
  );
  // The questions, or the message that loading failed.
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Quiz' })).toBeNull());
  return rendered;
};
const question = (number: number) =>
  screen.getByRole('group', { name: new RegExp(`What is asked ${number}`) });
const choose = (number: number, name: RegExp) =>
  userEvent.click(within(question(number)).getByRole('radio', { name }));

describe('a quiz', () => {
  afterEach(dismissAllToasts);

  it('requires every answer and sends nothing before', async () => {
    const { calls, container } = await show({ [ADDRESS]: quiz() });
    await choose(1, /Right/);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(getToasts().map(({ text }) => text)).toEqual(['Please answer all questions.']);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    expect(within(question(2)).getByRole('radio', { name: /Right/ })).toHaveFocus();
    await expectAccessible(container);
    await choose(2, /Right/);
    expect(getToasts()).toEqual([]);
  });

  it('takes the message that an answer is missing away with the next answer', async () => {
    await show({ [ADDRESS]: quiz() });
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(getToasts()).toHaveLength(1);
    await choose(2, /Right/);
    expect(screen.getByText('1 of 2 answered')).toBeVisible();
    expect(getToasts()).toEqual([]);
  });

  it('sends all answers at once and shows right, wrong and why', async () => {
    const sent: unknown[] = [];
    const { container } = await show({
      [ADDRESS]: quiz(),
      'POST /questions/quiz_questions_answers': ({ body }: { body: unknown }) => {
        sent.push(body);
        return quiz({ answered: 2 });
      },
    });
    await choose(1, /Right/);
    await choose(2, /Right/);
    expect(screen.getByText('2 of 2 answered')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Quiz completed')).toBeVisible();
    expect(sent).toMatchObject([{ book_quiz_id: QUIZ_ID, answers: [{}, {}] }]);
    expect(screen.getAllByText('Because it is so.')).toHaveLength(2);
    expect(screen.getAllByRole('link', { name: 'Read it on page 12' })[0]).toHaveAttribute(
      'href',
      '/book-viewer/b?page=12',
    );
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await expectAccessible(container);
  });

  it('says which questions go to the review, and links to the next page', async () => {
    const solved = quiz({ answered: 2 });
    const [first, second] = solved.questions;
    if (first?.user_answer) first.user_answer.correct = false;
    await show({ [ADDRESS]: { ...solved, questions: [first, second] } });
    expect(await screen.findByText(/1 question goes to your review\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue on page 7' })).toHaveAttribute(
      'href',
      '/book-viewer/b?page=7',
    );
  });

  it('checks one question and locks it', async () => {
    await show({ [ADDRESS]: quiz(), [`POST /quizzes/${QUIZ_ID}/answers`]: quiz({ answered: 1 }) });
    await choose(1, /Right/);
    await userEvent.click(within(question(1)).getByRole('button', { name: 'Check this answer' }));
    expect(await within(question(1)).findByText('Right')).toBeVisible();
    expect(within(question(1)).getByText('Because it is so.')).toBeVisible();
    // The pressed button is gone: the focus moves to the question, and the result is announced.
    await waitFor(() => expect(question(1)).toHaveFocus());
    expect(getAnnouncement()?.text).toBe('Right. Why: Because it is so.');
    for (const radio of within(question(1)).getAllByRole('radio')) expect(radio).toBeDisabled();
    for (const radio of within(question(2)).getAllByRole('radio')) expect(radio).toBeEnabled();
  });

  it('shows stored answers, and stores new ones', async () => {
    const first = quiz().questions[0];
    const kept = { question_id: first?.id ?? '', choice_ids: [first?.answer_choices[1]?.id ?? ''] };
    const { calls } = await show({
      [ADDRESS]: quiz(),
      'GET /answer_drafts': { kind: 'quiz', subject_id: QUIZ_ID, answers: [kept], updated_at: null },
    });
    expect(within(question(1)).getByRole('radio', { name: /Wrong/ })).toBeChecked();
    await choose(2, /Right/);
    await waitFor(() => expect(calls).toContain('PATCH /answer_drafts'));
  });

  it('says so when the server cannot store answers, and loses none', async () => {
    let away = true;
    const kept = new Map<string, { question_id: string }>();
    const draft = () => ({
      kind: 'quiz',
      subject_id: QUIZ_ID,
      answers: [...kept.values()],
      updated_at: null,
    });
    const answers = {
      [ADDRESS]: quiz(),
      'GET /answer_drafts': draft,
      'PATCH /answer_drafts': ({ body }: { body: { answers: { question_id: string }[] } }) => {
        if (away) return new FakeFailure(503, { code: 'unavailable', message: 'away' });
        for (const answer of body.answers) kept.set(answer.question_id, answer);
        return draft();
      },
    };
    const { unmount } = await show(answers);
    await choose(1, /Right/);
    expect(await screen.findByText(/Not submitted yet/)).toBeVisible();
    away = false;
    unmount();
    await show(answers);
    await waitFor(() => expect(within(question(1)).getByRole('radio', { name: /Right/ })).toBeChecked());
    await waitFor(() => expect(kept.size).toBe(1));
  });

  it('sends offline answers with their time, and shows the later answer of another device', async () => {
    const answerOf = (number: number) => quiz().questions[0]?.answer_choices[number]?.id as string;
    const questionId = quiz().questions[0]?.id as string;
    const answered_at = '2031-01-01T08:00:00.000Z';
    const waiting = { [questionId]: { choice_ids: [answerOf(0)], answered_at } };
    localStorage.setItem(`draft:${sessionOf('customer').userId}:quiz:${QUIZ_ID}`, JSON.stringify(waiting));
    const sent: unknown[] = [];
    const later = { question_id: questionId, choice_ids: [answerOf(1)] };
    await show({
      [ADDRESS]: quiz(),
      'PATCH /answer_drafts': ({ body }: { body: unknown }) => {
        sent.push(body);
        return { kind: 'quiz', subject_id: QUIZ_ID, answers: [later], updated_at: null };
      },
    });
    await waitFor(() => expect(within(question(1)).getAllByRole('radio')[1]).toBeChecked());
    expect(sent).toMatchObject([
      { sent_at: expect.any(String), answers: [{ question_id: questionId, answered_at }] },
    ]);
  });

  it('keeps focused elements clear of the bar at the bottom, also when the bar grows', async () => {
    let height = 96;
    const spy = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
    const observers: (() => void)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: () => void) {
          observers.push(tell);
        }
        observe() {}
        disconnect() {}
      },
    );
    const computed = window.getComputedStyle.bind(window);
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element) =>
      Object.defineProperty(computed(element), 'position', { value: 'sticky', configurable: true }),
    );
    const { unmount } = await show({ [ADDRESS]: quiz() });
    const barHeight = () => document.documentElement.style.getPropertyValue('--bar-height');
    expect(barHeight()).toBe('96px');
    // Simulates more rows in a narrow window.
    height = 160;
    for (const tell of observers) tell();
    expect(barHeight()).toBe('160px');
    unmount();
    expect(barHeight()).toBe('');
    vi.mocked(window.getComputedStyle).mockRestore();
    vi.unstubAllGlobals();
    spy.mockRestore();
  });

  it('can be read but not submitted by an author', async () => {
    const { container } = await show({ [ADDRESS]: quiz({ maySubmit: false }) }, 'author');
    expect(screen.getByText('Your role reads tests and does not submit them.')).toBeVisible();
    expect(screen.getAllByText('The right answer')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await expectAccessible(container);
  });

  it('can be answered by an author as by a reader, which is stored nowhere', async () => {
    const { container, calls } = await show({ [ADDRESS]: quiz({ maySubmit: false }) }, 'author');
    await userEvent.click(screen.getByRole('button', { name: 'Answer as a reader' }));
    expect(screen.queryByText('The right answer')).toBeNull();
    expect(screen.getByText('Nothing is stored.')).toBeVisible();
    await expectAccessible(container);
    await choose(1, /Right/);
    await userEvent.click(screen.getByRole('button', { name: 'Check this answer' }));
    expect(within(question(1)).getByText('Right')).toBeVisible();
    await choose(2, /Wrong/);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    const result = screen.getByRole('status');
    expect(within(result).getByText('Your answers')).toBeVisible();
    expect(within(result).getAllByText('1 of 2')[0]).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Answer again' }));
    expect(screen.queryByText('The right answer')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show the answers' }));
    expect(screen.getAllByText('The right answer')).toHaveLength(2);
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('offers to try again when loading failed', async () => {
    await show({ [ADDRESS]: new FakeFailure(500, { code: 'internal', message: 'It broke.' }) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
