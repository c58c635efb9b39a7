import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkReview } from '@vesalius/contract/work-review';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { ApprovalBox } from './approval-box.tsx';

type Approval = WorkReview['people'][number]['approval'];
const SESSION = sessionOf('author');
const at = '2026-03-02T09:00:00.000Z';
const reviewOf = (approval: Approval, fields: Partial<WorkReview> = {}): WorkReview => ({
  ...{
    review: null,
    ended_at: null,
    number_of_open_comments: 0,
    version: 7,
    may_ask: false,
    earlier_approvals: [],
    earlier_changes_asked: [],
    may_approve: true,
  },
  approvals: { needed: 2, given: approval?.counts ? 1 : 0 },
  people: [
    {
      ...{ role: 'author', user_id: SESSION.userId, name: 'Ada Author', email: null, can_be_asked: true },
      ...{ asked_at: null, looked_at: null, number_of_comments: 0, approval, changes_asked: null },
    },
  ],
  ...fields,
});

const withChanges = (
  review: WorkReview,
  changes_asked: WorkReview['people'][number]['changes_asked'],
): WorkReview => ({ ...review, people: review.people.map((each) => ({ ...each, changes_asked })) });

async function open(review: WorkReview, { shownVersion = 7, language = 'en' as 'en' | 'ar' } = {}) {
  const sent: unknown[] = [];
  const shown = await renderScreen(
    <ApprovalBox workId="w1" shown={{ version: shownVersion, madeAt: at }} />,
    {
      namespaces: ['studio', 'publishing'],
      session: SESSION,
      language,
      answers: {
        'GET /works/w1/review': review,
        'PUT /works/w1/review/approval': ({ body }: { body: unknown }) => {
          sent.push(body);
          return reviewOf({ version: 7, given_at: at, counts: true });
        },
        'PUT /works/w1/review/changes': ({ body }: { body: unknown }) => {
          sent.push(body);
          const { text } = body as { text: string };
          return withChanges(reviewOf(null), { version: 7, text, asked_at: at, is_behind: false });
        },
        'DELETE /works/w1/review/changes': () => {
          sent.push('changes withdrawn');
          return reviewOf(null);
        },
        'DELETE /works/w1/review/approval': () => {
          sent.push('withdrawn');
          return reviewOf(null);
        },
      },
    },
  );
  return { ...shown, sent };
}

it.each(['en', 'ar'] as const)('is accessible in %s', async (language) => {
  const { container } = await open(reviewOf({ version: 5, given_at: at, counts: false }), { language });
  for (const button of await screen.findAllByRole('button')) expect(button).toBeVisible();
  await expectAccessible(container);
});

it('approves the version that is shown, and takes it back', async () => {
  const { sent } = await open(reviewOf(null));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve this version' }));
  expect(await screen.findByText('Approvals: 1 of 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Take the approval back' }));
  expect(await screen.findByText('Approvals: 0 of 2')).toBeVisible();
  expect(sent).toEqual([{ version: 7, preview_made_at: at }, 'withdrawn']);
});

it('says that a change made the approval void', async () => {
  await open(reviewOf({ version: 5, given_at: at, counts: false }));
  expect(await screen.findByText(/does not count any more/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve this version' })).toBeEnabled();
});

it('does not approve a version that is not shown', async () => {
  await open(reviewOf(null), { shownVersion: 6 });
  expect(await screen.findByRole('button', { name: 'Approve this version' })).toBeDisabled();
  expect(screen.getByText(/Update the preview/)).toBeVisible();
});

it('asks for changes beside the approval, and takes it back', async () => {
  const { sent, container } = await open(reviewOf(null));
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for changes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Say what must change.')).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^What must change/), 'The rib on page 7');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('The rib on page 7')).toBeVisible();
  expect(screen.getByText('Asked for changes')).toBeVisible();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Take it back' }));
  expect(await screen.findByRole('button', { name: 'Ask for changes' })).toBeVisible();
  expect(sent).toEqual([{ version: 7, text: 'The rib on page 7' }, 'changes withdrawn']);
});
