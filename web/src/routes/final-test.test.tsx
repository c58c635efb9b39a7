import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { BOOK_ID, DRAFTS, finalAttempt, finalTest, SURVEY_ID } from '../testing/sample-assessments.ts';
import { sampleBookDetail } from '../testing/sample-books.ts';
import { dismissAllToasts, getToasts } from '../ui/notify.ts';
import FinalTestPage from './final-test.tsx';

const show = (mode: string, view: string, answers: Record<string, unknown>) =>
  renderScreen(<FinalTestPage />, {
    namespaces: ['assessments', 'catalogue'],
    path: '/FinalTest/:mode/:bookId/:testViewMode',
    at: `/FinalTest/${mode}/${BOOK_ID}/${view}`,
    session: sessionOf('customer'),
    answers: { ...DRAFTS, ...answers },
  });
const taken = [finalAttempt(2, 6, false), finalAttempt(1, 8, true)];

describe('the final test', () => {
  afterEach(dismissAllToasts);

  it('states its two pass marks before it begins', async () => {
    const { container } = await show('take', 'take', { 'GET /final_tests': finalTest() });
    expect(await screen.findByText('Above 50% and below 70%: passed, no certificate')).toBeVisible();
    expect(screen.getByText('70% or more: certificate')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Begin the final test' }));
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    expect(screen.getAllByRole('radio')[0]).toHaveFocus();
  });

  it.each([
    ['open', { is_survey_solved: false }, true, 'Together with the survey.'],
    ['answered', { is_survey_solved: true }, true, 'You have answered the survey: nothing else is required.'],
    ['missing', {}, false, 'This book has no survey: nothing else is required.'],
  ])('says whether a survey belongs to the certificate: %s', async (_, progress, has_survey, words) => {
    const book = sampleBookDetail({ id: BOOK_ID, has_survey, survey_id: has_survey ? SURVEY_ID : null });
    await show('take', 'take', {
      'GET /final_tests': finalTest(),
      [`GET /books/${BOOK_ID}`]: { ...book, book_progress: { ...book.book_progress, ...progress } },
    });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('begins at the note of its authors, where there is one', async () => {
    const note = 'Without the book, please.';
    await show('take', 'take', { 'GET /final_tests': { ...finalTest(), note } });
    await userEvent.click(await screen.findByRole('button', { name: 'Begin the final test' }));
    expect(screen.getByText(note)).toHaveFocus();
  });

  const requires = (missing: string[], more: Record<string, unknown> = {}) => ({
    'GET /certificates/requirements': {
      book_id: BOOK_ID,
      requirements: { final_test_percent: 70, survey: false, mandatory_tests: true, pages_percent: 90 },
      ...{ missing, pages_to_read: 4, is_issued: false },
      open_tests: [{ id: BOOK_ID, title: 'Chapter 2', page: 12, page_label: 'xii' }],
      ...more,
    },
  });

  it('states what else the certificate of the book requires, with links', async () => {
    const { container } = await show('take', 'take', {
      'GET /final_tests': finalTest(),
      ...requires(['pages', 'mandatory_tests', 'final_test']),
    });
    expect(await screen.findByText('The book also requires:')).toBeVisible();
    expect(screen.getByText(/4 more pages to read/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Chapter 2 on page xii' })).toHaveAttribute(
      'href',
      expect.stringContaining('page=12'),
    );
    expect(screen.queryByRole('link', { name: 'Go to the final test' })).toBeNull();
    await expectAccessible(container);
  });

  it('offers the certificate when nothing is missing, and otherwise says what is missing', async () => {
    const reached = { 'GET /final_tests': finalTest([finalAttempt(1, 8, true)]) };
    const { unmount } = await show('result', 'ViewScore', { ...reached, ...requires(['mandatory_tests']) });
    expect(await screen.findByRole('heading', { name: 'Still missing for your certificate' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Chapter 2 on page xii' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Your certificate' })).toBeNull();
    unmount();
    await show('result', 'ViewScore', { ...reached, ...requires([], { is_issued: true }) });
    expect(await screen.findByRole('link', { name: 'Your certificate' })).toBeVisible();
    expect(screen.queryByText('Still missing for your certificate')).toBeNull();
  });

  it('says how far the reader has read a book that is not finished', async () => {
    const book = sampleBookDetail({ id: BOOK_ID, number_of_pages: 57 });
    const read = (status: 'in_progress' | 'completed') => ({
      'GET /final_tests': finalTest(),
      [`GET /books/${BOOK_ID}`]: { ...book, book_progress: { ...book.book_progress, status, page: 6 } },
    });
    const { unmount } = await show('take', 'take', read('in_progress'));
    expect(await screen.findByText(/Your place is page 6 of 57\./)).toBeVisible();
    unmount();
    await show('take', 'take', read('completed'));
    expect(await screen.findByRole('button', { name: 'Begin the final test' })).toBeVisible();
    expect(screen.queryByText(/Your place/)).toBeNull();
  });

  it('opens the result after submission', async () => {
    let attempts = [] as typeof taken;
    const sent: unknown[] = [];
    const { location } = await show('Take', 'x', {
      'GET /final_tests': ({ url }: { url: string }) => finalTest(attempts, { paper: url.includes('paper') }),
      'POST /final_tests/submit_final_test': ({ body }: { body: unknown }) => {
        sent.push(body);
        attempts = [finalAttempt(1, 8, true)];
        return finalTest(attempts);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Begin the final test' }));
    for (const radio of screen.getAllByRole('radio', { name: /Right/ })) await userEvent.click(radio);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('8 of 10')).toBeVisible();
    expect(location()).toBe(`/FinalTest/result/${BOOK_ID}/ViewScore`);
    expect(getToasts().map(({ text }) => text)).toEqual(['Final test submitted successfully.']);
    expect(sent).toMatchObject([{ attempt: 1, answers: [{}, {}] }]);
  });

  it('does not congratulate on an attempt that failed, and says what comes next', async () => {
    let attempts = [] as typeof taken;
    await show('Take', 'x', {
      'GET /final_tests': ({ url }: { url: string }) => finalTest(attempts, { paper: url.includes('paper') }),
      'POST /final_tests/submit_final_test': () => {
        attempts = [finalAttempt(1, 3, true)];
        return finalTest(attempts);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Begin the final test' }));
    for (const radio of screen.getAllByRole('radio', { name: /Right/ })) await userEvent.click(radio);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('3 of 10')).toBeVisible();
    expect(getToasts()).toMatchObject([
      { tone: 'info', text: expect.stringContaining('This attempt did not pass: look at the answers') },
    ]);
  });

  it('says when it can be taken again, and shows neither questions nor button', async () => {
    const waiting = { ...finalTest([finalAttempt(2, 6, true)]), retake_at: '2126-11-20T14:32:00.000Z' };
    const { container, unmount } = await show('result', 'ViewScore', { 'GET /final_tests': waiting });
    expect(await screen.findByText(/^You can take it again from .*2126/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Take it again' })).toBeNull();
    await expectAccessible(container);
    unmount();
    await show('take', 'retake', { 'GET /final_tests': waiting });
    expect(
      await screen.findByRole('heading', { name: 'A short pause before the next attempt' }),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Begin the final test' })).toBeNull();
  });

  it('says before the first attempt how long the pause between retakes is', async () => {
    const paper = finalTest([], { paper: true });
    const { unmount } = await show('Take', 'x', { 'GET /final_tests': paper });
    expect(await screen.findByText(/a pause of 10 minutes before each retake after the first/)).toBeVisible();
    unmount();
    await show('Take', 'x', { 'GET /final_tests': { ...paper, retake_pause_minutes: 0 } });
    expect(await screen.findByText(/You may take it as often as you like\./)).toBeVisible();
    expect(screen.queryByText(/a pause of/)).toBeNull();
  });

  it('says of an attempt that was sent too soon when the next one is possible', async () => {
    await show('Take', 'x', {
      'GET /final_tests': finalTest([], { paper: true }),
      'POST /final_tests/submit_final_test': new FakeFailure(409, {
        code: 'retake_too_soon',
        message: '',
        retry_at: '2126-11-20T14:32:00.000Z',
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Begin the final test' }));
    for (const radio of screen.getAllByRole('radio', { name: /Right/ })) await userEvent.click(radio);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(getToasts()).toMatchObject([
        { tone: 'error', text: expect.stringMatching(/You can take it again from .*2126/) },
      ]),
    );
  });

  it('shows right, wrong and the page to read while the key is hidden', async () => {
    const failed = finalTest([finalAttempt(1, 6, true)]);
    const questions = finalTest([], { paper: true }).details.questions.map((question) => ({
      ...question,
      page_number: 12,
    }));
    await show('view', 'ViewTest', { 'GET /final_tests': { ...failed, details: { questions } } });
    expect(await screen.findByText(/shown when one of your attempts reaches 70%/)).toBeVisible();
    expect(screen.getAllByText('Wrong')).toHaveLength(2);
    expect(screen.getAllByRole('link', { name: 'Read it on page 12' })).toHaveLength(2);
    expect(screen.queryByText('The right answer')).toBeNull();
  });

  it('shows the result with all attempts and the next steps to readers who have answered', async () => {
    const { container } = await show('take', 'take', { 'GET /final_tests': finalTest(taken) });
    expect(await screen.findByText('6 of 10')).toBeVisible();
    expect(screen.getByText('Your best attempt counts: 8 of 10.')).toBeVisible();
    expect(screen.getByText('Passed')).toBeVisible();
    expect(screen.getByText('Qualifies for a certificate')).toBeVisible();
    expect(screen.getByText('Best')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Attempt 1' })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Attempt',
      'Date',
      'Score',
    ]);
    expect(screen.getByRole('link', { name: 'Take it again' })).toHaveAttribute(
      'href',
      `/FinalTest/take/${BOOK_ID}/retake`,
    );
    await expectAccessible(container);
  });

  it('says how many right answers are missing in the best attempt', async () => {
    await show('take', 'take', { 'GET /final_tests': finalTest([finalAttempt(1, 6, true)]) });
    expect(await screen.findByText('You were one answer short of a certificate.')).toBeVisible();
    expect(screen.queryByText(/Your best attempt counts/)).toBeNull();
  });

  it('shows the stored result if another window was faster, and never submits once more by itself', async () => {
    let attempts = [finalAttempt(1, 6, true)];
    const { location, calls } = await show('take', 'retake', {
      'GET /final_tests': () => finalTest(attempts, { paper: true }),
      'POST /final_tests/submit_final_test': () => {
        attempts = [finalAttempt(2, 9, true), finalAttempt(1, 6, false)];
        return new FakeFailure(409, { code: 'already_answered', message: 'This was already answered.' });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Begin the final test' }));
    for (const radio of screen.getAllByRole('radio', { name: /Wrong/ })) await userEvent.click(radio);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(location()).toBe(`/FinalTest/result/${BOOK_ID}/ViewScore`));
    expect(getToasts().map(({ text }) => text)).toEqual([
      'This was answered in another window. Here is what is stored.',
    ]);
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('does not call an attempt with no right answer the best', async () => {
    await show('take', 'take', { 'GET /final_tests': finalTest([finalAttempt(1, 0, true)]) });
    expect(await screen.findByRole('link', { name: 'Attempt 1' })).toBeVisible();
    expect(screen.queryByText('Best')).toBeNull();
  });

  it('shows the answers of an attempt with their explanations', async () => {
    const { container } = await show('View', 'ViewTest', { 'GET /final_tests': finalTest(taken) });
    expect(await screen.findAllByText('Wrong')).toHaveLength(2);
    expect(screen.getAllByText('Because it is so.')).toHaveLength(2);
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
    await expectAccessible(container);
  });

  it('says "Final Test Not Found"', async () => {
    await show('take', 'take', {
      'GET /final_tests': new FakeFailure(404, { code: 'final_test_not_found', message: 'x' }),
    });
    expect(await screen.findByRole('heading', { name: 'Final Test Not Found' })).toBeVisible();
  });
});
