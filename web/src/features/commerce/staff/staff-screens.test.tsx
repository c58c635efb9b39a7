import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../../testing/render.tsx';
import { getToasts } from '../../../ui/notify.ts';
import { Differences } from './differences.tsx';
import { PaymentList } from './payment-list.tsx';
import { PriceList } from './price-list.tsx';
import { PromoCodeList } from './promo-code-list.tsx';
import { SalesReport } from './sales-report.tsx';

const ID = '0197a000-0000-7000-8000-000000000009';
const AT = '2026-03-01T09:00:00.000Z';
const listOf = (data: unknown[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });
const payment = {
  id: ID,
  at: AT,
  person: { id: ID, name: 'Ada Reader', email: 'ada@example.org' },
  title: 'Chest Radiography',
  gateway: 'card',
  kind: 'initial',
  state: 'approved',
  amount: 199,
  refunded: 49,
  refunds: [
    {
      amount: 49,
      at: '2026-03-02T09:00:00.000Z',
      made_by: { id: ID, name: 'Sam Staff' },
      reason: 'asked for it',
    },
  ],
  reason: null,
  transaction_id: '60012345678',
  attempt_key: 'VABC',
  last_four: '0027',
  promo_code: 'HALF',
  invoice_number: 'V-2026-000001',
};
const PRICE = {
  id: ID,
  kind: 'book' as const,
  title: 'Chest Radiography',
  edition: '2',
  price: 199,
  subscribers: 3,
  is_replaced: false,
  plans: [{ plan_id: 'P-1', yearly: 199, first_year: 99.5 }],
};
const SCREENS = {
  payments: [<PaymentList key="p" />, { 'GET /payments': listOf([payment]) }],
  prices: [
    <PriceList key="p" />,
    {
      'GET /prices': listOf([
        PRICE,
        {
          ...{ id: ID.replace(/.$/, 'f'), kind: 'book', title: 'Chest Radiography', edition: '1' },
          ...{ price: 149, subscribers: 1, is_replaced: true, plans: [] },
        },
      ]),
    },
  ],
  'promo codes': [
    <PromoCodeList key="p" />,
    {
      'GET /promo_codes': listOf([
        {
          id: ID,
          name: 'HALF',
          kind: 'percentage',
          value: 50,
          item: null,
          starts_at: null,
          ends_at: null,
          max_uses: 10,
          max_uses_per_person: 1,
          mail_domain: 'example.org',
          recurs: false,
          uses: 3,
          paid: 298.5,
          is_active: true,
          is_ended: false,
          planned_ends_at: null,
        },
      ]),
      'GET /products': listOf([]),
    },
  ],
  sales: [
    <SalesReport key="p" />,
    {
      'GET /sales': {
        data: [
          { name: '2026-02', item_id: null, edition: null, payments: 1, gross: 199, refunded: 199, net: 0 },
          { name: '2026-03', item_id: null, edition: null, payments: 2, gross: 398, refunded: 0, net: 398 },
        ],
        total: { name: '', item_id: null, edition: null, payments: 3, gross: 597, refunded: 199, net: 398 },
        from: '2025-04-01',
        to: '2026-03-01',
      },
    },
  ],
  comparison: [
    <Differences key="p" />,
    {
      'GET /reconciliation': {
        last_run: { at: AT, differences: 1 },
        ...listOf([
          {
            id: ID,
            gateway: 'card',
            kind: 'refund_missing_here',
            subject: '60012345678',
            detail: 'The provider gave 100 cents back.',
            found_at: AT,
            closed_at: null,
          },
        ]),
      },
    },
  ],
} as const;
type Name = keyof typeof SCREENS;

const open = (name: Name, answers: Answers = {}, language: 'en' | 'ar' = 'en') => {
  const [element, own] = SCREENS[name];
  return renderScreen(element, {
    namespaces: ['sales', 'commerce'],
    session: sessionOf('staff'),
    answers: { ...own, ...answers },
    language,
  });
};

const ACCESS = {
  subscription_end_date: '2027-11-23T12:00:00.000Z',
  renews: true,
  paid_until: null,
  remains: [],
};

describe('the payment screens of the administration', () => {
  afterEach(cleanup);

  it.each((Object.keys(SCREENS) as Name[]).flatMap((name) => [[name, 'en'] as const, [name, 'ar'] as const]))(
    '%s has no accessibility findings: %s',
    async (name, language) => {
      const { container, calls } = await open(name, {}, language);
      await waitFor(() => expect(container.querySelector('table')).not.toBeNull());
      expect(calls.length).toBeGreaterThan(0);
      await expectAccessible(container);
    },
  );

  it.each(Object.keys(SCREENS) as Name[])(
    '%s says so when loading failed, and offers to try again',
    async (name) => {
      const failing = Object.fromEntries(
        Object.keys(SCREENS[name][1]).map((call) => [
          call,
          new FakeFailure(500, { code: 'internal', message: 'x' }),
        ]),
      );
      await open(name, failing);
      expect((await screen.findAllByRole('button', { name: /Try again/ })).length).toBeGreaterThan(0);
    },
  );

  it('changes a price once for a double click', async () => {
    const sent: unknown[] = [];
    await open('prices', {
      'GET /prices': listOf([PRICE]),
      [`PUT /prices/${ID}`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return { message: '' };
      },
    });
    const field = await screen.findByLabelText(/^Price of Chest Radiography/);
    await userEvent.clear(field);
    await userEvent.type(field, '249');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Change the price' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ price: 249, previous_price: 199, free: false }]);
  });

  it('shows a payment with the provider’s ids, its code and its refunds', async () => {
    await open('payments');
    const row = (await screen.findByText('Chest Radiography')).closest('tr') as HTMLElement;
    for (const text of [
      'Ada Reader',
      '60012345678',
      'V-2026-000001',
      'HALF',
      '$49 refunded on 2 Mar 2026',
      'Sam Staff',
    ])
      expect(row).toHaveTextContent(text);
  });

  it('asks for the receipt of a payment, as staff', async () => {
    const asked: string[] = [];
    await open('payments', {
      [`GET /payments/${ID}/receipt`]: () => {
        asked.push(ID);
        return new Promise(() => {});
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /V-2026-000001/ }));
    await waitFor(() => expect(asked).toEqual([ID]));
  });

  it('refunds a part with a reason, never more than is left, and once for two presses', async () => {
    const sent: { refund_id: string }[] = [];
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: { left: 150, whole_only: false, credited_to: [], access: ACCESS },
      [`POST /payments/${ID}/refunds`]: ({ body }: { body: { refund_id: string } }) => {
        sent.push(body);
        return sent.length === 1
          ? new FakeFailure(502, { code: 'provider_failed', message: 'The provider did not answer.' })
          : undefined;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/\$150 of this payment can be refunded/)).toBeInTheDocument();
    const submit = () => dialog.getByRole('button', { name: /^Refund \$/ });
    expect(submit()).toBeDisabled();
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/at least 3 letters/);
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'asked for it' } });
    const amount = dialog.getByLabelText('Amount');
    await userEvent.clear(amount);
    await userEvent.type(amount, '200');
    await userEvent.tab();
    // The typed amount stays and is not changed.
    expect(amount).toHaveValue('$200');
    expect(amount).toHaveAccessibleDescription('No more than $150 can be refunded.');
    expect(submit()).toBeDisabled();
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '20.5' } });
    await userEvent.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(submit()).toBeEnabled());
    await userEvent.click(submit());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]).toMatchObject({ amount: 20.5, ends_access: false, reason: 'asked for it' });
    expect(sent[1]?.refund_id).toBe(sent[0]?.refund_id);
  });

  it('asks what happens to a bundle that the payment made cheaper', async () => {
    let sent: unknown;
    const credited_to = [{ title: 'Both books', subscription_end_date: '2027-03-01T09:00:00.000Z' }];
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: { left: 150, whole_only: false, credited_to, access: null },
      [`POST /payments/${ID}/refunds`]: ({ body }: { body: unknown }) => {
        sent = body;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/lowered the price of Both books/)).toBeVisible();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'asked for it' } });
    const submit = dialog.getByRole('button', { name: /^Refund \$/ });
    expect(submit).toBeDisabled();
    await userEvent.click(dialog.getByRole('radio', { name: 'It ends now and does not renew' }));
    await userEvent.click(submit);
    const all = within(await screen.findByRole('dialog', { name: 'Refund all of it?' }));
    await userEvent.click(all.getByRole('button', { name: /^Refund \$/ }));
    await waitFor(() => expect(sent).toMatchObject({ ends_credited: true }));
  });

  it('lets staff decide about the access of a full refund, and repeats the decision with its dates', async () => {
    const sent: unknown[] = [];
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: { left: 150, whole_only: false, credited_to: [], access: ACCESS },
      [`POST /payments/${ID}/refunds`]: ({ body }: { body: unknown }) => {
        sent.push(body);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const keep = await dialog.findByRole('radio', { name: 'Keep both the renewal and the access' });
    const end = dialog.getByRole('radio', { name: 'End the renewal and the access now' });
    expect([keep, end].some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'asked for it' } });
    const submit = dialog.getByRole('button', { name: /^Refund \$/ });
    expect(submit).toBeDisabled();
    await userEvent.click(keep);
    await userEvent.click(submit);
    const asked = () => screen.findByRole('dialog', { name: 'Refund all of it?' });
    expect(await asked()).toHaveTextContent(
      /Access stays until Nov 23, 2027 and renews|Access stays until 23 Nov 2027 and renews/,
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refund all of it?' })).toBeNull());
    await userEvent.click(end);
    await userEvent.click(submit);
    const again = await asked();
    expect(again).toHaveTextContent('The access ends now');
    await userEvent.click(within(again).getByRole('button', { name: /^Refund \$/ }));
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ ends_access: true })]));
  });

  it('speaks of no renewal where it has ended already', async () => {
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: {
        ...{ left: 150, whole_only: false, credited_to: [] },
        access: { ...ACCESS, renews: false },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(2));
    expect(dialog.getByRole('radio', { name: 'Keep the access' })).toBeVisible();
    await userEvent.click(dialog.getByRole('radio', { name: 'End the access now' }));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'asked for it' } });
    await userEvent.click(dialog.getByRole('button', { name: /^Refund \$/ }));
    const asked = await screen.findByRole('dialog', { name: 'Refund all of it?' });
    expect(asked).toHaveTextContent('The access ends now');
    expect(asked).not.toHaveTextContent(/renewal/);
    await userEvent.keyboard('{Escape}');
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '20' } });
    expect(dialog.getByRole('checkbox', { name: 'End the access now' })).toBeVisible();
  });

  it('says when the access ends where another payment covers it', async () => {
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: {
        ...{ left: 150, whole_only: false, credited_to: [] },
        access: { ...ACCESS, paid_until: '2027-05-01T12:00:00.000Z' },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      await dialog.findByRole('radio', { name: 'End the renewal now, and the access on 1 May 2027' }),
    ).toBeVisible();
  });

  it('offers no end of access for a payment whose subscription has ended', async () => {
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: { left: 150, whole_only: false, credited_to: [], access: null },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/\$150 of this payment can be refunded/)).toBeInTheDocument();
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '20' } });
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  it('names what keeps the book open after the refund, before and in the question', async () => {
    const remains = [
      { kind: 'program', name: 'Internal Medicine Residency', whole: true, is_credited: false },
      { kind: 'bundle', name: 'Thorax', whole: true, is_credited: false },
    ];
    const rest = /They keep reading it through Internal Medicine Residency and the bundle Thorax/;
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: {
        left: 150,
        whole_only: false,
        credited_to: [],
        access: { ...ACCESS, remains },
      },
      [`POST /payments/${ID}/refunds`]: { state: 'done', made_by: { id: ID, name: 'Sam Staff' } },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const end = await dialog.findByRole('radio', { name: 'End the renewal and the access now' });
    expect(end).toHaveAccessibleDescription(rest);
    await userEvent.click(end);
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'asked for it' } });
    await userEvent.click(dialog.getByRole('button', { name: /^Refund \$/ }));
    const asked = await screen.findByRole('dialog', { name: 'Refund all of it?' });
    expect(asked).toHaveTextContent(rest);
    expect(asked).not.toHaveTextContent('The access ends now');
    await userEvent.click(within(asked).getByRole('button', { name: /^Refund \$/ }));
    await waitFor(() =>
      expect(getToasts().at(-1)?.text).toMatch(
        /refunded to Ada Reader by Sam Staff. They keep reading it through/,
      ),
    );
  });

  it('offers a full refund only for a payment that has not settled', async () => {
    let sent: unknown;
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: { left: 199, whole_only: true, credited_to: [], access: ACCESS },
      [`POST /payments/${ID}/refunds`]: ({ body }: { body: unknown }) => {
        sent = body;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Refund/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/today only the whole \$199 can be refunded/)).toBeVisible();
    expect(dialog.getByLabelText('Amount')).toHaveAttribute('readonly');
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'asked for it' } });
    await userEvent.click(dialog.getByRole('radio', { name: /^Keep both/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Refund $199' }));
    await screen.findByRole('dialog', { name: 'Refund all of it?' });
    expect(sent).toBeUndefined();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refund all of it?' })).toBeNull());
    expect(sent).toBeUndefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Refund $199' }));
    const again = within(await screen.findByRole('dialog', { name: 'Refund all of it?' }));
    await userEvent.click(again.getByRole('button', { name: 'Refund $199' }));
    await waitFor(() => expect(sent).toMatchObject({ amount: 199 }));
  });

  it('says when the records were last compared', async () => {
    await open('comparison');
    expect(await screen.findByText(/^Last compared on .*: 1 difference\.$/)).toBeVisible();
  });

  it('creates a promo code', async () => {
    let sent: unknown;
    await open('promo codes', {
      'POST /promo_codes': ({ body }: { body: unknown }) => {
        sent = body;
        return { id: ID };
      },
    });
    expect((await screen.findByText('HALF')).closest('tr')).toHaveTextContent('3 of 10');
    await userEvent.click(screen.getByRole('button', { name: 'New promo code' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Code'), { target: { value: 'SPRING' } });
    fireEvent.change(dialog.getByLabelText('Total uses'), { target: { value: '100' } });
    fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2099-02-01' } });
    fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2099-01-01' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Create the code' }));
    expect(await dialog.findByText('The end comes after the beginning.')).toBeVisible();
    fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2099-02-01' } });
    fireEvent.change(dialog.getByLabelText('Only for addresses at'), { target: { value: 'example.org' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Create the code' }));
    await waitFor(() =>
      expect(sent).toMatchObject({
        name: 'SPRING',
        kind: 'percentage',
        value: 20,
        max_uses: 100,
        starts_at: '2099-02-01T00:00:00.000Z',
        // The code is valid until the end of the day.
        ends_at: '2099-02-01T23:59:59.000Z',
        mail_domain: 'example.org',
        recurs: false,
      }),
    );
  });

  it('changes a price', async () => {
    let sent: unknown;
    await open('prices', {
      [`PUT /prices/${ID}`]: ({ body }: { body: unknown }) => {
        sent = body;
      },
    });
    const field = await screen.findByLabelText('Price of Chest Radiography (2)');
    expect(screen.queryByLabelText('Price of Chest Radiography (1)')).toBeNull();
    expect(screen.getByText('Not sold: replaced by a newer edition')).toBeVisible();
    // Nothing has changed yet.
    await userEvent.type(field, '{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.change(field, { target: { value: '19.9' } });
    expect(screen.getByRole('button', { name: 'Save' })).toBeVisible();
    await userEvent.type(field, '{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Change this price?' });
    expect(dialog).toHaveTextContent('From $199 to $19.90 (−90%)');
    expect(dialog).toHaveTextContent('3 subscribers keep the price they agreed to.');
    expect(sent).toBeUndefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change the price' }));
    await waitFor(() => expect(sent).toEqual({ price: 19.9, previous_price: 199, free: false }));
    expect(getToasts().at(-1)?.text).toBe('Price of Chest Radiography changed to $19.90');
    getToasts().at(-1)?.action?.run();
    await waitFor(() => expect(sent).toEqual({ price: 199, previous_price: 19.9, free: false }));
  });

  it('saves no empty price, and asks whether 0 is intended', async () => {
    let sent: unknown;
    await open('prices', {
      [`PUT /prices/${ID}`]: ({ body }: { body: unknown }) => {
        sent = body;
      },
    });
    const field = await screen.findByLabelText('Price of Chest Radiography (2)');
    await userEvent.clear(field);
    expect(await screen.findByText('Enter a price')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await userEvent.type(field, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change this price?' });
    const change = within(dialog).getByRole('button', { name: 'Change the price' });
    expect(change).toBeDisabled();
    await userEvent.click(within(dialog).getByLabelText('Make it free for everyone'));
    await userEvent.click(change);
    await waitFor(() => expect(sent).toEqual({ price: 0, previous_price: 199, free: true }));
  });

  it('shows sales by month, title and code, as a chart and as a table with a correct total', async () => {
    const { calls } = await open('sales');
    const total = (await screen.findByText('Total')).closest('tr') as HTMLElement;
    for (const text of ['3', '$597', '$199', '$398']) expect(total).toHaveTextContent(text);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText('Group by'), 'code');
    await waitFor(() => expect(calls.some((call) => call.includes('by=code'))).toBe(true));
  });

  it('sorts sales by a column, announces it, and keeps it in the address', async () => {
    const { location } = await open('sales');
    const net = await screen.findByRole('columnheader', { name: /^Net/ });
    expect(net).toHaveAttribute('aria-sort', 'none');
    const order = () =>
      screen
        .getAllByRole('row')
        .slice(1, -1)
        .map((row) => row.firstChild?.textContent);
    await userEvent.click(within(net).getByRole('button'));
    await userEvent.click(within(net).getByRole('button'));
    await waitFor(() => expect(order()).toEqual(['Mar 2026', 'Feb 2026']));
    expect(net).toHaveAttribute('aria-sort', 'descending');
    expect(location()).toContain('sort=-net');
  });

  it('finds payments by the address on the first load', async () => {
    const { calls } = await renderScreen(<PaymentList />, {
      namespaces: ['sales'],
      session: sessionOf('staff'),
      answers: SCREENS.payments[1],
      at: '/?search_term=ada&state=refunded&from=2026-03-01&to=2026-03-31&page=2',
    });
    expect(await screen.findByRole('searchbox')).toHaveValue('ada');
    for (const part of ['search_term=ada', 'state=refunded', 'from=2026-03-01', 'to=2026-03-31', 'page=2'])
      expect(calls[0]).toContain(part);
  });

  it('returns the focus to the button that opened the refund', async () => {
    await open('payments', {
      [`GET /payments/${ID}/refunds`]: { left: 150, whole_only: false, credited_to: [], access: ACCESS },
    });
    const opener = await screen.findByRole('button', { name: /^Refund/ });
    await userEvent.click(opener);
    const dialog = within(await screen.findByRole('dialog'));
    for (const fact of [/Ada Reader/, /Chest Radiography/, /\$199 · /, /•••• 0027/, /V-2026-000001/])
      expect(dialog.getByText(fact)).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('compares on request and says what was found', async () => {
    const { calls } = await open('comparison', { 'POST /reconciliation': { differences: 2 } });
    expect(await screen.findByText('Refund not in our books')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Compare now' }));
    // The differences are in the list, which is refetched.
    await waitFor(() =>
      expect(calls.slice(-2).map((call) => call.split('?')[0])).toEqual([
        'POST /reconciliation',
        'GET /reconciliation',
      ]),
    );
  });
});
