import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TestSummary } from '@vesalius/contract/assessments-questions';
import { expect, it } from 'vitest';
import { pagedList } from '../../testing/paged-list.ts';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { BOOK_ID, DRAFTS, QUIZ_ID, quiz, testSummary } from '../../testing/sample-assessments.ts';
import { PageTests } from './page-tests.tsx';

const list = (data: unknown[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });
const show = (page: number, tests: TestSummary[], { answered = 0, records = true } = {}) =>
  renderScreen(
    <PageTests place={{ bookId: BOOK_ID, page, granted: true, records }} pageLink={(to) => `/${to}`} />,
    {
      namespaces: ['assessments'],
      session: sessionOf(records ? 'customer' : 'author'),
      answers: {
        ...DRAFTS,
        'GET /tests': list(tests),
        'GET /book_quizzes': list([quiz({ answered })]),
        [`GET /quizzes/${QUIZ_ID}`]: quiz({ answered }),
      },
    },
  );

it('shows the quizzes of the page and opens one', async () => {
  const { container } = await show(7, [testSummary()]);
  const entry = await screen.findByRole('button', { name: /Quiz of the page/ });
  expect(entry).toHaveTextContent('Open');
  // The chapter test belongs to pages 5 and 20.
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await expectAccessible(container);
  await userEvent.click(entry);
  expect(await screen.findByRole('dialog')).toBeVisible();
});

it('marks a test as solved once every question is answered', async () => {
  await show(7, [], { answered: 2 });
  expect(await screen.findByRole('button', { name: /Quiz of the page/ })).toHaveTextContent('2 of 2');
});

it('does not mark a partly answered test', async () => {
  await show(7, [], { answered: 1 });
  expect(await screen.findByRole('button', { name: /Quiz of the page/ })).toHaveTextContent('Open');
});

it('opens the post-test only after the pre-test, and says why', async () => {
  await show(20, [testSummary()]);
  const locked = await screen.findByRole('button', { name: /Post-test/ });
  expect(locked).toBeDisabled();
  expect(locked).toHaveAttribute('title', 'Pre-test is not solved');
});

it('locks the post-test until the chapter was read, and says how much is missing', async () => {
  await show(20, [testSummary({ pre_solved: true, pages_shown: 3 })]);
  const locked = await screen.findByRole('button', { name: /Post-test/ });
  expect(locked).toBeDisabled();
  expect(locked).toHaveTextContent('read 8 of pages 5 to 20 since the pre-test. So far: 3.');
});

it('unlocks it after the pre-test and the chapter', async () => {
  await show(20, [testSummary({ pre_solved: true, post_open: true })]);
  expect(await screen.findByRole('button', { name: /Post-test/ })).toBeEnabled();
});

it('locks nothing for users who cannot submit', async () => {
  await show(20, [testSummary()], { records: false });
  expect(await screen.findByRole('button', { name: /Post-test/ })).toBeEnabled();
});

it('shows the quiz of a page after 249 others', async () => {
  const quizzes = Array.from({ length: 250 }, (_, index) => ({
    ...quiz(),
    quiz_id: `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    book_page: index + 1,
    title: `Quiz ${index + 1}`,
  }));
  await renderScreen(
    <PageTests
      place={{ bookId: BOOK_ID, page: 250, granted: true, records: true }}
      pageLink={(to) => `/${to}`}
    />,
    {
      namespaces: ['assessments'],
      session: sessionOf('customer'),
      answers: { 'GET /tests': pagedList([]), 'GET /book_quizzes': pagedList(quizzes) },
    },
  );
  expect(await screen.findByRole('button', { name: /Quiz 250/ })).toBeVisible();
});
