import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TestSummary } from '@vesalius/contract/assessments-questions';
import { TEST_MODAL_DELAY_MS } from '@vesalius/contract/constants';
import { type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import {
  BOOK_ID,
  chapterTest,
  DRAFTS,
  finalAttempt,
  finalTest,
  SURVEY_ID,
  survey,
  TEST_ID,
  testSummary,
  WEAK_SECTION,
} from '../../testing/sample-assessments.ts';
import { testOptions } from './api.ts';
import { PageRangeAlert } from './page-range-alert.tsx';
import { endSitting } from './put-away.ts';
import { AssessmentsWatcher } from './watcher.tsx';

const place = (page: number, records = true) => ({
  bookId: BOOK_ID,
  page,
  numberOfPages: 40,
  granted: true,
  records,
  progressStores: 0,
  isResumed: false,
  isLinked: false,
  isLookUp: false,
  goTo: vi.fn(),
  leaveFullScreen: vi.fn(),
});
const render = async (screen: ReactElement, tests: TestSummary[], more: Record<string, unknown> = {}) => {
  let client: QueryClient | undefined;
  const rendered = await renderScreen(screen, {
    prepare: (queryClient) => {
      client = queryClient;
    },
    namespaces: ['assessments'],
    session: sessionOf('customer'),
    answers: {
      ...DRAFTS,
      'GET /final_tests': new FakeFailure(404, { code: 'final_test_not_found', message: '' }),
      'GET /tests': { data: tests, metadata: { count: tests.length, currentPage: 1, pages: 1 } },
      [`GET /tests/${TEST_ID}`]: chapterTest(),
      [`GET /surveys/${SURVEY_ID}`]: survey(),
      ...more,
    },
  });
  const settled = () => waitFor(() => expect(client?.isFetching()).toBe(0));
  const keepsPaper = () => client?.setQueryData(testOptions(TEST_ID, 'pre').queryKey, chapterTest());
  return Object.assign(rendered, { settled, keepsPaper });
};
const show = async (
  at: ReturnType<typeof place>,
  tests: TestSummary[],
  more: Record<string, unknown> = {},
) => {
  const onCertificate = vi.fn();
  const onSurvey = vi.fn();
  const onFinalTest = vi.fn();
  const rendered = await render(
    <AssessmentsWatcher
      place={at}
      surveyId={SURVEY_ID}
      pageLink={(page) => `/${page}`}
      onCertificate={onCertificate}
      onSurvey={onSurvey}
      onFinalTest={onFinalTest}
    />,
    tests,
    more,
  );
  return { ...rendered, onCertificate, onSurvey, onFinalTest };
};

afterEach(() => {
  vi.useRealTimers();
  endSitting();
});

const MANDATORY = { [`GET /tests/${TEST_ID}`]: { ...chapterTest(), is_mandatory: true } };

describe('the watcher', () => {
  it('opens an optional test on its page without leaving full screen', async () => {
    const at = place(5);
    await show(at, [testSummary()]);
    expect(await screen.findByRole('dialog', { name: 'Chapter test · Pre-test' })).toBeVisible();
    expect(at.leaveFullScreen).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(at.goTo).not.toHaveBeenCalled();
  });

  it('leaves the page usable while a due test cannot be loaded, and opens it once it can', async () => {
    let isDown = true;
    await show(place(5), [testSummary({ is_mandatory: true })], {
      [`GET /tests/${TEST_ID}`]: () => {
        if (isDown) throw new FakeFailure(500, { code: 'internal', message: '' });
        return { ...chapterTest(), is_mandatory: true };
      },
    });
    expect(await screen.findByText(/The pre-test of .* could not be loaded\./)).toBeVisible();
    expect(screen.getByText(/You can read on\./)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('dialog', { name: 'Chapter test · Pre-test' })).toBeVisible();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('counts the 100 ms from the moment when the page is reached', async () => {
    const at = place(4);
    function Reading() {
      const [page, setPage] = useState(4);
      return (
        <>
          <button type="button" onClick={() => setPage(5)}>
            on
          </button>
          <AssessmentsWatcher
            place={{ ...at, page }}
            surveyId={null}
            pageLink={(to) => `/${to}`}
            onCertificate={vi.fn()}
            onSurvey={vi.fn()}
          />
        </>
      );
    }
    const { calls, settled, keepsPaper } = await render(<Reading />, [testSummary({ is_mandatory: true })]);
    await waitFor(() => expect(calls.some((call) => call.startsWith('GET /tests'))).toBe(true));
    await settled();
    keepsPaper();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'on' }));
    act(() => void vi.advanceTimersByTime(TEST_MODAL_DELAY_MS - 1));
    expect(at.leaveFullScreen).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1));
    expect(at.leaveFullScreen).toHaveBeenCalledOnce();
  });

  it('opens a mandatory test after its page, leaves full screen, and says why and what depends on it', async () => {
    const at = place(9);
    await show(at, [testSummary({ is_mandatory: true })], MANDATORY);
    const dialog = await screen.findByRole('dialog');
    expect(at.leaveFullScreen).toHaveBeenCalledOnce();
    const note = await within(dialog).findByRole('region', { name: 'Mandatory' });
    expect(note).toHaveTextContent('This pre-test is mandatory.');
    expect(note).toHaveTextContent('The post-test on page 20 opens only after it.');
    await expectAccessible(dialog);
  });

  it('says that a mandatory test belongs to an earlier chapter; its line can be hidden', async () => {
    await show(place(33), [testSummary({ is_mandatory: true })], MANDATORY);
    const note = await screen.findByRole('region', { name: 'Mandatory' });
    expect(note).toHaveTextContent('It belongs to an earlier chapter, pages 5 to 20');
    await userEvent.click(screen.getByRole('button', { name: 'Read on' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(screen.queryByText(/is still open/)).toBeNull();
  });

  it('covers no page that is looked up: a line offers the mandatory test', async () => {
    const { settled } = await show(
      { ...place(9), isLookUp: true },
      [testSummary({ is_mandatory: true })],
      MANDATORY,
    );
    expect(await screen.findByText('The mandatory pre-test of “Chapter test” is still open.')).toBeVisible();
    await settled();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Take the pre-test' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('opens one test on a page: the next one is offered after "Read on"', async () => {
    const other = testSummary({
      id: '0197a000-0000-7000-8000-00000000aaaa',
      title: 'Earlier',
      is_mandatory: true,
    });
    await show(
      place(12),
      [{ ...other, pre_page: 1, post_page: 4 }, testSummary({ is_mandatory: true })],
      MANDATORY,
    );
    expect(await screen.findByRole('dialog', { name: 'Chapter test · Pre-test' })).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Read on' }));
    expect(await screen.findByText(/^The mandatory pre-test of/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['Read on', 'Close'])('shows a line and moves nobody after "%s"', async (name) => {
    const at = place(9);
    const { unmount } = await show(at, [testSummary({ is_mandatory: true })], MANDATORY);
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('The mandatory pre-test of “Chapter test” is still open.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(at.goTo).not.toHaveBeenCalled();
    unmount();
    await show(place(12), [testSummary({ is_mandatory: true })], MANDATORY);
    await userEvent.click(await screen.findByRole('button', { name: 'Take the pre-test' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('remembers "Read on" after a reload, until the next day', async () => {
    const { unmount } = await show(place(9), [testSummary({ is_mandatory: true })], MANDATORY);
    await userEvent.click(await screen.findByRole('button', { name: 'Read on' }));
    unmount();
    // A reload has only what the browser keeps.
    const key = Object.keys(localStorage).find((each) => each.startsWith('read-on:')) ?? '';
    const kept = localStorage.getItem(key) ?? '';
    endSitting();
    localStorage.setItem(key, kept);
    const again = await show(place(12), [testSummary({ is_mandatory: true })], MANDATORY);
    expect(await screen.findByText('The mandatory pre-test of “Chapter test” is still open.')).toBeVisible();
    await again.settled();
    expect(screen.queryByRole('dialog')).toBeNull();
    again.unmount();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    await show(place(12), [testSummary({ is_mandatory: true })], MANDATORY);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('covers no page of another chapter that a link opened, until the reader turns it', async () => {
    const { settled, unmount } = await show(
      { ...place(33), isLinked: true },
      [testSummary({ is_mandatory: true })],
      MANDATORY,
    );
    expect(await screen.findByText('The mandatory pre-test of “Chapter test” is still open.')).toBeVisible();
    await settled();
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    const { unmount: leave } = await show(
      { ...place(9), isLinked: true },
      [testSummary({ is_mandatory: true })],
      MANDATORY,
    );
    expect(await screen.findByRole('dialog')).toBeVisible();
    leave();
    await show(place(34), [testSummary({ is_mandatory: true })], MANDATORY);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('opens it again in the next session', async () => {
    const { unmount } = await show(place(9), [testSummary({ is_mandatory: true })], MANDATORY);
    await userEvent.click(await screen.findByRole('button', { name: 'Read on' }));
    unmount();
    endSitting();
    await show(place(9), [testSummary({ is_mandatory: true })], MANDATORY);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('leads a reader who jumped to the post-test back to the chapter', async () => {
    const at = place(20);
    await show(at, [testSummary({ pre_solved: true, pages_shown: 2 })]);
    expect(await screen.findByText(/Opens on page 20 when you have read 8 of pages 5 to 20/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Go to page 5' }));
    expect(at.goTo).toHaveBeenCalledWith(5);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the post-test when the server has stored the missing pages', async () => {
    const at = place(20);
    let tests = [testSummary({ pre_solved: true, pages_shown: 7 })];
    function Reading() {
      const [progressStores, setStores] = useState(0);
      return (
        <>
          <button type="button" onClick={() => setStores(1)}>
            stored
          </button>
          <AssessmentsWatcher
            place={{ ...at, progressStores }}
            surveyId={null}
            pageLink={(to) => `/${to}`}
            onCertificate={vi.fn()}
            onSurvey={vi.fn()}
          />
        </>
      );
    }
    await render(<Reading />, [], {
      'GET /tests': () => ({ data: tests, metadata: { count: 1, currentPage: 1, pages: 1 } }),
      [`GET /tests/${TEST_ID}`]: chapterTest({ pre: true }),
    });
    expect(await screen.findByText(/So far: 7/)).toBeVisible();
    tests = [testSummary({ pre_solved: true, post_open: true, pages_shown: 8 })];
    fireEvent.click(screen.getByRole('button', { name: 'stored' }));
    expect(await screen.findByRole('dialog', { name: 'Chapter test · Post-test' })).toBeVisible();
  });

  it('opens the survey on the last page', async () => {
    await show(place(40), []);
    const survey = await screen.findByRole('dialog', { name: 'Survey' });
    expect(await within(survey).findByRole('heading', { name: 'Your view' })).toBeVisible();
  });

  it('offers the survey to a reader who comes back to a finished book', async () => {
    await show({ ...place(40), isResumed: true }, []);
    expect(await screen.findByText('The survey about this book is still open.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Answer the survey' }));
    const survey = await screen.findByRole('dialog', { name: 'Survey' });
    fireEvent.click(within(survey).getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('button', { name: 'Answer the survey' })).toBeVisible();
  });

  const answered = { [`GET /surveys/${SURVEY_ID}`]: survey({ solved: true }) };

  it('leads from the last page to the final test once the survey is answered', async () => {
    const { onFinalTest } = await show(place(40), [], { ...answered, 'GET /final_tests': finalTest() });
    expect(await screen.findByText('The final test of this book is still open.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Go to the final test' }));
    expect(onFinalTest).toHaveBeenCalled();
  });

  it('leads to the final test, whose result leads to the survey, where both are open', async () => {
    await show({ ...place(40), isResumed: true }, [], { 'GET /final_tests': finalTest() });
    expect(await screen.findByRole('button', { name: 'Go to the final test' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Answer the survey' })).toBeNull();
  });

  it.each([
    ['on an earlier page', 39, finalTest()],
    ['after an attempt that qualifies', 40, finalTest([finalAttempt(1, 8, true)])],
    [
      'during the pause before a retake',
      40,
      { ...finalTest([finalAttempt(2, 3, true)]), retake_at: '2126-11-20T14:32:00.000Z' },
    ],
  ])('says nothing of the final test %s', async (_, page, test) => {
    const { settled } = await show(place(page), [], { ...answered, 'GET /final_tests': test });
    await settled();
    expect(screen.queryByText('The final test of this book is still open.')).toBeNull();
  });

  it('opens nothing for a survey without questions', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { calls, settled } = await show(place(40), [], {
      [`GET /surveys/${SURVEY_ID}`]: survey({ survey_questions: [] }),
    });
    await waitFor(() => expect(calls).toContain(`GET /surveys/${SURVEY_ID}`));
    await settled();
    act(() => void vi.advanceTimersByTime(5 * TEST_MODAL_DELAY_MS));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('requests and opens nothing for users who cannot submit', async () => {
    const { calls } = await show(place(40, false), [testSummary({ is_mandatory: true })]);
    expect(calls).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the page-range alert', () => {
  const alert = (page: number, percent: number, at = place(page), to = WEAK_SECTION.section_to) =>
    renderScreen(<PageRangeAlert place={at} />, {
      namespaces: ['assessments'],
      session: sessionOf('customer'),
      answers: {
        'GET /tests': {
          data: [
            testSummary({
              pre_solved: true,
              sections_results: [
                { ...WEAK_SECTION, section_to: to, percentage: percent, pre_test_score_percentage: percent },
              ],
            }),
          ],
          metadata: { count: 1, currentPage: 1, pages: 1 },
        },
      },
    });

  it('shows within a section below 80 percent', async () => {
    await alert(12, 79.9);
    expect(
      await screen.findByText(
        'Read with care: The heart, pages 5 to 12. Your latest result: 79.9% (Pre-test).',
      ),
    ).toBeVisible();
  });

  it('names a single page as one', async () => {
    await alert(5, 50, place(5), 5);
    expect(
      await screen.findByText('Read with care: The heart, page 5. Your latest result: 50% (Pre-test).'),
    ).toBeVisible();
  });

  it('links to the first page of the section, from each of its other pages', async () => {
    const at = place(12);
    const { unmount } = await alert(12, 50, at);
    await userEvent.click(await screen.findByRole('button', { name: 'Begin at page 5' }));
    expect(at.goTo).toHaveBeenCalledWith(5);
    unmount();
    await alert(5, 50);
    expect(await screen.findByText(/^Read with care/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Begin/ })).toBeNull();
  });

  it('can be hidden for this session', async () => {
    const { unmount } = await alert(12, 50);
    await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(screen.queryByText(/^Read with care/)).toBeNull();
    unmount();
    const { calls, unmount: leave } = await alert(8, 50);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText(/^Read with care/)).toBeNull();
    leave();
    endSitting();
    await alert(8, 50);
    expect(await screen.findByText(/^Read with care/)).toBeVisible();
  });

  it.each([
    [13, 50],
    [4, 50],
    [8, 80],
  ])('is silent on page %i at %i percent', async (page, percent) => {
    const { calls } = await alert(page, percent);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText(/^Read with care/)).toBeNull();
  });
});
