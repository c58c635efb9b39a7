import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen, sessionOf } from '../../../testing/render.tsx';
import { EndPromoCode } from './end-promo-code.tsx';

const ID = '0197a000-0000-7000-8000-000000000009';

it('a promo code ends only after its consequence was read', async () => {
  const { calls } = await renderScreen(
    <EndPromoCode
      code={{
        id: ID,
        name: 'HALF',
        kind: 'percentage',
        value: 50,
        item: null,
        starts_at: null,
        ends_at: null,
        max_uses: 10,
        max_uses_per_person: 1,
        mail_domain: null,
        recurs: false,
        uses: 3,
        paid: 298.5,
        is_active: true,
      }}
    />,
    {
      namespaces: ['sales'],
      session: sessionOf('staff'),
      answers: { [`POST /promo_codes/${ID}/end`]: () => null },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^End now/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End HALF?' }));
  expect(dialog.getByText(/It cannot be opened again/)).toBeInTheDocument();
  expect(dialog.getByText('It was used 3 times. What was bought with it stays.')).toBeInTheDocument();
  expect(calls).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'End the code' }));
  await waitFor(() => expect(calls).toEqual([`POST /promo_codes/${ID}/end`]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
