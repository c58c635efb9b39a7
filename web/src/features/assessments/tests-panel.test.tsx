import { screen } from '@testing-library/react';
import type { Role } from '@vesalius/contract/calls';
import { expect, it } from 'vitest';
import { pagedList } from '../../testing/paged-list.ts';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { BOOK_ID, finalAttempt, finalTest, quiz, testSummary } from '../../testing/sample-assessments.ts';
import { TestsPanel } from './tests-panel.tsx';

const list = (data: unknown[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });
const show = (answers: Record<string, unknown>, role: Role = 'customer', certificateRequires?: boolean) =>
  renderScreen(
    <TestsPanel
      certificateRequires={certificateRequires}
      bookId={BOOK_ID}
      links={{ test: (id, turn) => `/test/${id}/${turn}`, quiz: (id) => `/quiz/${id}`, finalTest: '/final' }}
    />,
    { namespaces: ['assessments'], session: sessionOf(role), answers },
  );
const noFinalTest = new FakeFailure(404, { code: 'final_test_not_found', message: 'Final Test Not Found' });

it.each([
  [true, 'Your certificate requires every mandatory test.'],
  [false, /Your certificate does not depend on mandatory tests/],
])('says what mandatory tests mean for the certificate: %s', async (required, words) => {
  const answers = {
    'GET /tests': list([testSummary({ is_mandatory: true })]),
    'GET /book_quizzes': list([]),
    'GET /final_tests': noFinalTest,
  };
  await show(answers, 'customer', required);
  expect(await screen.findByText(words)).toBeVisible();
});

it('shows what can be taken, what is solved, and why a post-test is locked', async () => {
  const solved = testSummary({
    id: '0197a000-0000-7000-8000-000000000099',
    title: 'Solved test',
    pre_solved: true,
    post_solved: true,
    pre_test_points: 1,
    post_test_points: 2,
  });
  const { container } = await show({
    'GET /tests': list([testSummary({ is_mandatory: true }), solved]),
    'GET /book_quizzes': list([quiz({ answered: 2 })]),
    'GET /final_tests': finalTest([finalAttempt(1, 8, true)]),
  });
  expect(await screen.findByRole('link', { name: 'Pre-test Start: Chapter test' })).toBeVisible();
  expect(screen.getByText('Pre-test is not solved')).toBeVisible();
  expect(screen.queryByRole('link', { name: /post-test.*: Chapter test/i })).toBeNull();
  expect(screen.getByRole('link', { name: /^Post-test 2 of 2.*: Solved test$/ })).toHaveTextContent('2 of 2');
  expect(screen.getByRole('link', { name: /^Quiz 2 of 2.*: Quiz of the page$/ })).toHaveTextContent('2 of 2');
  expect(screen.getByRole('link', { name: 'Your result' })).toHaveAttribute('href', '/final');
  expect(screen.getByText('Mandatory')).toBeVisible();
  await expectAccessible(container);
});

it('lists all of 250 quizzes', async () => {
  const quizzes = Array.from({ length: 250 }, (_, index) => ({
    ...quiz(),
    quiz_id: `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    title: `Quiz ${index + 1}`,
  }));
  const answers = { 'GET /tests': list([]), 'GET /final_tests': noFinalTest };
  const { container } = await show({ ...answers, 'GET /book_quizzes': pagedList(quizzes) });
  expect(await screen.findByText('Quiz 250')).toBeVisible();
  expect(container.querySelectorAll('li')).toHaveLength(250);
});

it('locks nothing for an author', async () => {
  await show(
    { 'GET /tests': list([testSummary()]), 'GET /book_quizzes': list([]), 'GET /final_tests': noFinalTest },
    'author',
  );
  expect(await screen.findByRole('link', { name: 'Post-test View: Chapter test' })).toBeVisible();
  expect(screen.queryByText('Pre-test is not solved')).toBeNull();
});

it('says so when a book has no tests', async () => {
  await show({ 'GET /tests': list([]), 'GET /book_quizzes': list([]), 'GET /final_tests': noFinalTest });
  expect(await screen.findByText('This book has no tests.')).toBeVisible();
});
