import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../testing/render.tsx';
import ReviewPage from './review.tsx';

const show = (wants: boolean) => {
  const sent: unknown[] = [];
  const user = { id: sessionOf('customer').userId, role_name: 'customer', wants_weekly: wants };
  const rendered = renderScreen(<ReviewPage />, {
    namespaces: ['assessments', 'cards', 'letters'],
    session: sessionOf('customer'),
    answers: {
      'GET /review': {
        due: [],
        number_due: 0,
        cards: [],
        number_of_due_cards: 0,
        number_of_cards: 3,
        next_due_at: '2031-01-01T00:00:00.000Z',
        last_reviewed_at: new Date().toISOString(),
      },
      'GET /review/practice': { books: [], coming: [] },
      'GET /users': user,
      'PATCH /users/update_profile': ({ body }: { body: { wants_weekly: boolean } }) => {
        sent.push(body);
        return { ...user, wants_weekly: body.wants_weekly };
      },
    },
  });
  return { sent, rendered };
};

it('offers the weekly letter when the review is done, and takes the choice back', async () => {
  const { sent, rendered } = show(false);
  const { container } = await rendered;
  const offer = await screen.findByRole('switch', { name: /^Send me a weekly summary/ });
  expect(offer).not.toBeChecked();
  await expectAccessible(container);
  await userEvent.click(offer);
  await waitFor(() => expect(offer).toBeChecked());
  await userEvent.click(offer);
  await waitFor(() => expect(offer).not.toBeChecked());
  expect(sent).toEqual([
    { wants_weekly: true, time_zone: expect.any(String) },
    { wants_weekly: false, time_zone: expect.any(String) },
  ]);
});

it('offers nothing to a reader who gets the letter', async () => {
  const { rendered } = show(true);
  await (await rendered).findByText('Done for today');
  await waitFor(async () => expect((await rendered).calls).toContain('GET /users'));
  expect(screen.queryByRole('switch')).toBeNull();
});
