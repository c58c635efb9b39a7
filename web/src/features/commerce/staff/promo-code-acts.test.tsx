import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PromoCodeRow } from '@vesalius/contract/commerce-promo-codes';
import { expect, it } from 'vitest';
import { type Answers, expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { getToasts } from '../../../ui/notify.ts';
import { PromoCodeActs } from './promo-code-acts.tsx';

const ID = '0197a000-0000-7000-8000-000000000009';

const code = {
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
  is_ended: false,
  planned_ends_at: null,
} as const;
const render = (more: Partial<PromoCodeRow>, answers: Answers) =>
  renderScreen(<PromoCodeActs code={{ ...code, ...more }} />, {
    namespaces: ['sales', 'fields'],
    session: sessionOf('staff'),
    answers,
  });

it('ends a promo code only after a confirmation, and returns the focus', async () => {
  const { calls } = await render({}, { [`POST /promo_codes/${ID}/end`]: () => null });
  const opener = screen.getByRole('button', { name: /^End now/ });
  await userEvent.click(opener);
  await screen.findByRole('dialog', { name: 'End HALF?' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: /^End now/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End HALF?' }));
  expect(dialog.getByText(/You can reopen it later/)).toBeInTheDocument();
  expect(dialog.getByText('It was used 3 times. What was bought with it stays.')).toBeInTheDocument();
  expect(calls).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'End the code' }));
  await waitFor(() => expect(calls).toEqual([`POST /promo_codes/${ID}/end`]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not know whether a code was ended when the answer is lost', async () => {
  await render(
    {},
    { [`POST /promo_codes/${ID}/end`]: () => Promise.reject(new TypeError('Failed to fetch')) },
  );
  await userEvent.click(screen.getByRole('button', { name: /^End now/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End HALF?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'End the code' }));
  await waitFor(() => expect(getToasts().at(-1)?.text).toMatch(/not known yet whether this was done/));
});

it('reopens an ended code, until a day if one is given', async () => {
  let sent: unknown;
  await render(
    { is_active: false, is_ended: true },
    {
      [`POST /promo_codes/${ID}/reopen`]: ({ body }: { body: unknown }) => {
        sent = body;
      },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^Reopen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen HALF?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(sent).toEqual({ ends_at: null }));
});

it('reopens a code that was ended early until its original end', async () => {
  let sent: unknown;
  await render(
    { is_active: false, is_ended: true, planned_ends_at: '2099-11-30T23:59:59.000Z' },
    {
      [`POST /promo_codes/${ID}/reopen`]: ({ body }: { body: unknown }) => {
        sent = body;
      },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^Reopen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen HALF?' }));
  expect(dialog.getByLabelText(/until/i)).toHaveValue('2099-11-30');
  await userEvent.click(dialog.getByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(sent).toEqual({ ends_at: '2099-11-30T23:59:59.000Z' }));
});

it('shows who used a code', async () => {
  const use = {
    id: ID,
    at: '2026-03-01T09:00:00.000Z',
    person: { id: ID, name: 'Ada Reader', email: 'ada@example.org' },
    title: 'Chest Radiography',
    paid: 99.5,
    refunded: 20,
  };
  await render(
    {},
    {
      [`GET /promo_codes/${ID}/uses`]: {
        data: [use],
        metadata: { count: 1, currentPage: 1, pages: 1 },
      },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^Who used it/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Uses of HALF' });
  expect(await within(dialog).findByRole('link', { name: 'Ada Reader', hidden: true })).toBeInTheDocument();
  expect(within(dialog).getByText('$20 refunded')).toBeInTheDocument();
  await expectAccessible(dialog);
});

it('does not offer to end a code that is used up', async () => {
  await render({ uses: 10, is_active: false }, {});
  expect(screen.getByRole('button', { name: /^Who used it/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^End now/ })).toBeNull();
});
