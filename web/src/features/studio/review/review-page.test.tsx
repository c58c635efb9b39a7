import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkReview, WorkReviewer } from '@vesalius/contract/work-review';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { ReviewPage } from './review-page.tsx';

const person = (id: string, fields: Partial<WorkReviewer> = {}): WorkReviewer => ({
  ...{ role: 'author', user_id: id, name: `Dr ${id}`, email: `${id}@people.example`, can_be_asked: true },
  ...{
    asked_at: null,
    looked_at: null,
    number_of_comments: 0,
    approval: null,
    changes_asked: null,
    ...fields,
  },
});
const ASKED = { asked_at: '2026-03-01T09:00:00.000Z' };
const OPEN = {
  ...{ asked_by: 'Pat Desk', note: 'Above all chapter one.', due_on: '2026-03-12', is_overdue: false },
  ...ASKED,
};
const reviewOf = (fields: Partial<WorkReview>): WorkReview => ({
  ...{
    review: null,
    ended_at: null,
    people: [],
    number_of_open_comments: 0,
    may_ask: true,
    earlier_approvals: [],
    earlier_changes_asked: [],
    version: 3,
  },
  ...{ approvals: { needed: 0, given: 0 }, may_approve: false },
  ...fields,
});

async function open(review: WorkReview, language: 'en' | 'ar' = 'en', role: 'author' | 'staff' = 'author') {
  const sent: unknown[] = [];
  const shown = await renderScreen(<ReviewPage workId="w1" />, {
    namespaces: ['studio', 'publishing', 'fields'],
    session: sessionOf(role),
    language,
    answers: {
      'GET /works/w1/review': review,
      'GET /works/w1/comments': { comments: [], next: null },
      'GET /works/w1/comment_counts': { open: 0, settled: 0, pages: [] },
      'PUT /works/w1/review': ({ body }: { body: unknown }) => {
        sent.push(body);
        return { ...review, review: OPEN, people: review.people.map((each) => ({ ...each, ...ASKED })) };
      },
      'DELETE /works/w1/review': () => {
        sent.push('ended');
        return reviewOf({ people: review.people });
      },
    },
  });
  return { ...shown, sent };
}

it.each(['en', 'ar'] as const)('shows how far each person is, in %s', async (language) => {
  const people = [
    person('a', { ...ASKED, looked_at: '2026-03-02T09:00:00.000Z', number_of_comments: 3 }),
    person('b', { ...ASKED, role: 'editor' }),
    person('c', { user_id: null, name: null, can_be_asked: false }),
  ];
  const { container } = await open(reviewOf({ review: OPEN, people }), language);
  expect(await screen.findByText('Above all chapter one.', { selector: 'p' })).toBeVisible();
  expect(screen.getAllByText('c@people.example')[0]).toBeVisible();
  await expectAccessible(container);
});

it('leads staff to where reviewers are named, and tells others who can name them', async () => {
  const { unmount } = await open(reviewOf({}), 'en', 'staff');
  const link = await screen.findByRole('link', { name: 'Name authors and editors' });
  expect(link).toHaveAttribute('href', '/admin/books/w1');
  unmount();
  await open(reviewOf({}));
  expect(await screen.findByText(/no authors or editors yet\. Staff can name them\./)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Name authors and editors' })).toBeNull();
});

it('asks the chosen people, and reports missing input before', async () => {
  const { sent } = await open(reviewOf({ people: [person('a'), person('b')] }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /Dr b/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Ask by mail' }));
  expect(screen.getByText('Choose a day.')).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Until/), '2026-03-12');
  await userEvent.type(screen.getByLabelText(/^Note/), 'Please');
  await userEvent.click(screen.getByRole('button', { name: 'Ask by mail' }));
  expect(await screen.findByText('In review until 12 Mar 2026')).toBeVisible();
  expect(sent).toEqual([{ people: ['a'], note: 'Please', due_on: '2026-03-12' }]);
});

it.each([
  ['en', 'Approved this version', 'Approved an earlier version'],
  ['ar', 'موافقة على هذه النسخة', 'موافقة على نسخة سابقة'],
] as const)(
  'tells an approval of this version from one of an earlier version by word and sign, in %s',
  async (language, now, before) => {
    const given_at = '2026-03-02T09:00:00.000Z';
    const people = [
      person('a', { approval: { version: 7, given_at, counts: true } }),
      person('b', { approval: { version: 6, given_at, counts: false } }),
    ];
    const { container } = await open(reviewOf({ people }), language);
    const signOf = async (words: string) =>
      (await screen.findByText(words, { selector: 'strong' })).closest('p')?.querySelector('svg')?.innerHTML;
    expect(await signOf(now)).toBeTruthy();
    expect(await signOf(now)).not.toBe(await signOf(before));
    await expectAccessible(container);
  },
);

it('lists the approvals that do not count any more, with their files', async () => {
  const given = {
    ...{ id: 'e1', name: 'Dr a', role: 'author' as const, version: 7, given_at: '2026-03-02T09:00:00.000Z' },
    ...{ withdrawn_at: null, changed_files: ['cover.png'] },
  };
  await open(reviewOf({ people: [person('a')], earlier_approvals: [given] }));
  const part = await screen.findByRole('region', { name: 'Earlier approvals' });
  expect(part).toHaveTextContent(
    /Dr a.*Approved version 7 on 2 Mar 2026.*Swapped or removed since: cover.png/,
  );
});

it('cancels the review after naming the consequences', async () => {
  const { sent } = await open(reviewOf({ review: OPEN, people: [person('a', ASKED)] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Call off the review' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Call off the review' }));
  expect(await screen.findByText('No review is open.')).toBeVisible();
  expect(sent).toEqual(['ended']);
});

it('offers nothing to change to those who review', async () => {
  await open(reviewOf({ review: OPEN, people: [person('a', { ...ASKED, email: null })], may_ask: false }));
  expect(await screen.findByText('In review until 12 Mar 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: /ask|Call off/i })).toBeNull();
});

it('remembers who was asked after the review has ended, and asks anew', async () => {
  const people = [
    person('a', { ...ASKED, looked_at: '2026-03-02T09:00:00.000Z', number_of_comments: 3 }),
    person('b'),
  ];
  await open(reviewOf({ ended_at: '2026-03-05T09:00:00.000Z', people }));
  expect(await screen.findByText(/The last review ended on 5 Mar 2026/)).toBeVisible();
  expect(screen.getByText(/Looked at it on 2 Mar 2026.*Comments: 3/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Do not ask Dr a any more' })).toBeNull();
  expect(screen.getByRole('checkbox', { name: /Dr a/ })).toBeEnabled();
});

it.each(['en', 'ar'] as const)(
  'shows the producer what must change, and what was asked before, in %s',
  async (language) => {
    const at = '2026-03-02T09:00:00.000Z';
    const asked = { version: 2, text: 'The rib on page 7', asked_at: at, is_behind: true };
    const before = {
      ...{ id: 'r1', name: 'Dr a', role: 'author' as const, version: 1, text: 'The cover' },
      ...{ asked_at: at, ended_at: at, ended_by: 'approved' as const },
    };
    const review = reviewOf({
      people: [person('a', { changes_asked: asked })],
      earlier_changes_asked: [before],
    });
    const { container } = await open(review, language);
    expect(await screen.findByText('The rib on page 7')).toBeVisible();
    expect(screen.getByText('The cover')).toBeVisible();
    if (language === 'en') {
      expect(screen.getByText(/on 2 Mar 2026.*changed since/)).toBeVisible();
      expect(screen.getByText(/^Approved on 2 Mar 2026/)).toBeVisible();
    }
    await expectAccessible(container);
  },
);
