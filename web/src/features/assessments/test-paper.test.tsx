import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { chapterTest, DRAFTS, TEST_ID } from '../../testing/sample-assessments.ts';
import { dismissAllToasts, getToasts } from '../../ui/notify.ts';
import { TestPaper } from './test-paper.tsx';

const ADDRESS = `GET /tests/${TEST_ID}`;
const onTakePreTest = vi.fn();
const show = async (turn: 'pre' | 'post', answers: Record<string, unknown>, language: 'en' | 'ar' = 'en') => {
  const rendered = await renderScreen(
    <TestPaper testId={TEST_ID} turn={turn} pageLink={(page) => `/${page}`} onTakePreTest={onTakePreTest} />,
    {
      namespaces: ['assessments'],
      session: sessionOf('customer'),
      answers: { ...DRAFTS, ...answers },
      language,
    },
  );
  await waitFor(() => expect(screen.queryByRole('status', { busy: true })).toBeNull());
  return rendered;
};
const answerAll = async () => {
  for (const group of screen.getAllByRole('group'))
    await userEvent.click(within(group).getByRole('radio', { name: /Right/ }));
};

describe('a chapter test', () => {
  afterEach(dismissAllToasts);

  it.each([
    [401, 'session_ended', true],
    [429, 'too_many_requests', true],
    [422, 'invalid', false],
  ])('keeps answers that were not saved because of %i: %s, %s', async (status, code, isKept) => {
    const refused = vi.fn(() => new FakeFailure(status, { code, message: 'No' }));
    await show('pre', { [ADDRESS]: chapterTest(), 'PATCH /answer_drafts': refused });
    await answerAll();
    await waitFor(() => expect(refused).toHaveBeenCalled());
    const kept = () => localStorage.getItem(`draft:${sessionOf('customer').userId}:pre:${TEST_ID}`);
    if (isKept) {
      await act(async () => {});
      expect(kept()).not.toBeNull();
    } else await waitFor(() => expect(kept()).toBeNull());
  });

  it('says that the pre-test is not solved and links to it', async () => {
    const { container } = await show('post', { [ADDRESS]: chapterTest() });
    expect(screen.getByRole('heading', { name: 'Pre-test is not solved' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Take the pre-test' }));
    expect(onTakePreTest).toHaveBeenCalled();
    await expectAccessible(container);
  });

  it('says that the chapter is not read and links to it', async () => {
    const { container } = await show('post', {
      [ADDRESS]: { ...chapterTest({ pre: true }), post_open: false },
    });
    expect(screen.getByRole('heading', { name: 'Read the chapter first' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to page 5' })).toHaveAttribute('href', '/5');
    await expectAccessible(container);
  });

  it('shows the score and the sections after the pre-test, without explanations', async () => {
    const sent: unknown[] = [];
    const { container } = await show('pre', {
      [ADDRESS]: chapterTest(),
      'POST /test_answers/bulk_create': ({ body }: { body: unknown }) => {
        sent.push(body);
        return chapterTest({ pre: true });
      },
    });
    expect(screen.getByText('Without the book, please.')).toBeVisible();
    await answerAll();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Pre-test completed')).toBeVisible();
    expect(sent).toMatchObject([{ test_id: TEST_ID, test_type: 0, answers: [{}, {}] }]);
    expect(screen.getByText('1 of 2')).toBeVisible();
    expect(screen.getByText('The heart')).toBeVisible();
    expect(screen.getByText(/Read it again\./)).toBeVisible();
    expect(screen.getByText('Wrong')).toBeVisible();
    expect(screen.queryByText('Because it is so.')).toBeNull();
    expect(screen.queryByText('The right answer')).toBeNull();
    await expectAccessible(container);
  });

  it('shows the improvement and the explanations after the post-test', async () => {
    const { container } = await show('post', { [ADDRESS]: chapterTest({ pre: true, post: true }) });
    expect(screen.getByRole('img', { name: 'The heart: 50% before, 100% after' })).toBeVisible();
    expect(screen.getAllByText('Because it is so.')).toHaveLength(2);
    await expectAccessible(container);
  });

  it('tells the second of two windows about the first, and shows what is stored', async () => {
    let stored = chapterTest();
    await show('pre', {
      [ADDRESS]: () => stored,
      'POST /test_answers/bulk_create': () => {
        stored = chapterTest({ pre: true });
        return new FakeFailure(409, { code: 'already_answered', message: 'This was already answered.' });
      },
    });
    await answerAll();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Pre-test completed')).toBeVisible();
    expect(getToasts().map(({ text }) => text)).toEqual([
      'This was answered in another window. Here is what is stored.',
    ]);
  });

  it('says that the answers of the first try count when only its answer was lost', async () => {
    let stored = chapterTest();
    let tries = 0;
    await show('pre', {
      [ADDRESS]: () => stored,
      'POST /test_answers/bulk_create': () => {
        tries += 1;
        if (tries > 1)
          return new FakeFailure(409, { code: 'already_answered', message: 'This was already answered.' });
        stored = chapterTest({ pre: true });
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    await answerAll();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(getToasts()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Pre-test completed')).toBeVisible();
    expect(getToasts().at(-1)?.text).toBe(
      'Your first submission had arrived, and its answers count. Here is what is stored.',
    );
  });

  it.each([
    [
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Submission error. No connection. Please check your network and try again.',
    ],
    [
      new FakeFailure(403, { code: 'not_subscribed', message: 'Your subscription has ended.' }),
      'Submission error. Your subscription has ended.',
    ],
  ])('says "Submission error" and why, and keeps the answers', async (failure, said) => {
    await show('pre', { [ADDRESS]: chapterTest(), 'POST /test_answers/bulk_create': failure });
    await answerAll();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByRole('button', { name: 'Submit' })).toBeEnabled();
    expect(getToasts().map(({ text }) => text)).toEqual([said]);
    expect(screen.getByText('2 of 2 answered')).toBeVisible();
  });

  it('promises offline only that answers are kept, and takes the error away when the network is back', async () => {
    await show('pre', {
      [ADDRESS]: chapterTest(),
      'PATCH /answer_drafts': () => Promise.reject(new TypeError('Failed to fetch')),
      'POST /test_answers/bulk_create': () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await answerAll();
    const kept = 'Not submitted yet. Your answers are kept here; press Submit when you are back online.';
    expect(await screen.findByText(kept, undefined, { timeout: 5000 })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(getToasts()).toHaveLength(1));
    expect(screen.getByText(kept)).toBeVisible();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(getToasts()).toEqual([]);
  });

  it('takes the message of a failed submission away when the next one is stored', async () => {
    let isOffline = true;
    await show('pre', {
      [ADDRESS]: chapterTest(),
      'POST /test_answers/bulk_create': () =>
        isOffline ? new FakeFailure(503, { code: 'unavailable', message: 'x' }) : chapterTest({ pre: true }),
    });
    await answerAll();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(getToasts()).toHaveLength(1));
    isOffline = false;
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Pre-test completed')).toBeVisible();
    expect(getToasts()).toEqual([]);
  });

  it('is complete in Arabic', async () => {
    const { container } = await show('pre', { [ADDRESS]: chapterTest({ pre: true }) }, 'ar');
    expect(screen.getByText('اكتمل الاختبار القبلي')).toBeVisible();
    expect(container.textContent).not.toMatch(/[a-z]+\.[a-z]+[A-Z]/);
    await expectAccessible(container);
  });
});
