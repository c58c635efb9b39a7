import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import StudioPage from '../../../routes/studio.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';

const listOf = (data: object[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });
const WORK = {
  ...{
    id: 'w1',
    slug: 'atlas',
    title: 'Atlas',
    edition: '2nd',
    state: 'changed',
    version: 4,
    may_edit: true,
  },
  ...{ changed_at: '2026-03-01T09:00:00.000Z', changed_by: 'Sam Desk', cover: '/files/assets/c' },
  missing: ['edition', 'author', 'category', 'brief'],
  missing_approvals: 0,
  review: {
    due_on: '2026-03-12',
    is_overdue: false,
    ...{ asked_by: 'Pat Desk', note: 'Above all chapter one.', asks_caller: false },
    people: [
      { name: 'Ed Editor', has_looked: false, has_commented: false },
      { name: 'Ann Author', has_looked: true, has_commented: true },
    ],
  },
  number_of_open_comments: 2,
  replaced_by: null,
  pending: { state: 'waiting', publish_at: '2026-04-01T09:00:00.000Z' },
  people: [{ role: 'producer', user_id: 'u1', name: 'Ann Author', email: null }],
};
const open = (role: 'staff' | 'author', works: object[], language: 'en' | 'ar' = 'en') =>
  renderScreen(<StudioPage />, {
    namespaces: ['studio', 'publishing'],
    session: sessionOf(role),
    language,
    answers: { 'GET /works': listOf(works) },
  });

it.each(['en', 'ar'] as const)(
  'shows each book with its state, people and what is missing, in %s',
  async (language) => {
    const { container } = await open('staff', [WORK], language);
    expect(await screen.findByRole('link', { name: 'Atlas' })).toHaveAttribute('href', '/studio/w1');
    expect(screen.getByText('Ann Author')).toBeVisible();
    const review = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href') === '/studio/w1/review');
    expect(review).toHaveLength(2);
    await expectAccessible(container);
  },
);

it('names the first fields that are missing, and counts the others', async () => {
  await open('staff', [WORK]);
  expect(await screen.findByText('Edition, Authors, Category and 1 more')).toBeVisible();
  expect(screen.getByText('Published, with changes')).toBeVisible();
  expect(screen.getByText(/^Will be published on 1 Apr 2026/)).toBeVisible();
});

it('shows missing approvals, and links to the review', async () => {
  await open('staff', [
    { ...WORK, missing: [], missing_approvals: 2 },
    { ...WORK, id: 'w2', missing: [] },
  ]);
  expect(await screen.findByRole('link', { name: '2 approvals' })).toHaveAttribute(
    'href',
    '/studio/w1/review',
  );
  expect(screen.getAllByText('Required fields complete')).toHaveLength(1);
});

it('says who was asked to review, until when, and who did what', async () => {
  await open('staff', [WORK]);
  expect(await screen.findByRole('link', { name: 'In review until 12 Mar 2026' })).toBeVisible();
  expect(screen.getByText('Commented: Ann Author')).toBeVisible();
  expect(screen.getByText('Not looked yet: Ed Editor')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open comments: 2' })).toBeVisible();
});

it('separates the parts of a review, and says that its day has passed', async () => {
  const review = { ...WORK.review, is_overdue: true };
  await open('staff', [{ ...WORK, review }]);
  const until = await screen.findByRole('link', { name: 'Overdue: the review was due on 12 Mar 2026' });
  // A `small` of a list is a block, and its parts would run into one line.
  expect(until.parentElement?.tagName).toBe('DIV');
});

it('says by which edition a book was replaced, and when', async () => {
  const replaced_by = { edition: '3rd', since: '2026-02-10T09:00:00.000Z' };
  await open('staff', [{ ...WORK, state: 'replaced', replaced_by, pending: null }]);
  expect(await screen.findByText('Replaced by a newer edition (3rd) on 10 Feb 2026')).toBeVisible();
  expect(screen.queryByText(/^Published/)).toBeNull();
});

it('tells staff how to begin, and others that staff must assign them', async () => {
  const { unmount } = await open('staff', []);
  expect(await screen.findByText(/drop a PDF/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'New book' })).toHaveAttribute('href', '/studio/new');
  unmount();
  await open('author', []);
  expect(await screen.findByText(/When somebody names you/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'New book' })).toBeNull();
});

it('leads a reviewer to the book, and says what is asked', async () => {
  const asked = { ...WORK, may_edit: false, review: { ...WORK.review, asks_caller: true } };
  await open('author', [asked]);
  const begin = await screen.findByRole('link', { name: 'Read and comment on Atlas' });
  expect(begin).toHaveAttribute('href', '/studio/w1/preview');
  const section = screen.getByRole('region', { name: 'You are asked to review' });
  expect(section).toHaveTextContent(/Asked by Pat Desk · In review until 12 Mar 2026/);
  expect(section).toHaveTextContent('Above all chapter one.');
  expect(screen.getByRole('link', { name: 'Atlas' })).toHaveAttribute('href', '/studio/w1/preview');
});
