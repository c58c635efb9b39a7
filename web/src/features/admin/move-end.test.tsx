import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EARLIEST_YEAR } from '@vesalius/contract/constants';
import { expect, it, vi } from 'vitest';
import { renderScreen, sessionOf } from '../../testing/render.tsx';
import { MoveEnd } from './move-end.tsx';

const ID = '0197a000-0000-7000-8000-00000000000e';
const subscription = {
  ...{ id: ID, title: 'The ECG in Practice', gateway: 'card', is_active: true },
  ...{ ends_at: '2099-03-01T09:00:00.000Z', renews: true, renews_at: '2099-03-01T09:00:00.000Z' },
  ...{ renewal_held: false, renewal_price: 129 },
};

it('ends a subscription now: first shows the consequences, then sends an end that the server accepts', async () => {
  const sent: { ends_at: string; preview?: boolean }[] = [];
  const onClose = vi.fn();
  await renderScreen(
    <MoveEnd subscription={subscription as never} personName="Ada Reader" onClose={onClose} />,
    {
      namespaces: ['admin'],
      session: sessionOf('staff'),
      answers: {
        [`PATCH /subscriptions/${ID}`]: ({ body }: { body: { ends_at: string; preview?: boolean } }) => {
          sent.push(body);
          const now = new Date().toISOString();
          return { ...subscription, is_active: false, renews: false, renews_at: null, ends_at: now };
        },
      },
    },
  );
  expect(
    await screen.findByRole('dialog', { name: 'End of The ECG in Practice for Ada Reader' }),
  ).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'End now' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Access ends now.');
  expect(sent).toMatchObject([{ preview: true }]);
  await userEvent.click(screen.getByRole('button', { name: 'End now' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ preview: false, ends_at: sent[0]?.ends_at });
  // The server accepts no earlier year.
  const end = new Date(sent[1]?.ends_at ?? '');
  expect(end.getUTCFullYear()).toBeGreaterThanOrEqual(EARLIEST_YEAR);
  expect(end.getTime()).toBeLessThan(Date.now());
});
