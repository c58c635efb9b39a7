import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Institution, InstitutionBody } from '@vesalius/contract/admin-institutions';
import { type ReactElement, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../lib/api-client.ts';
import { renderScreen, sessionOf } from '../../testing/render.tsx';
import { InstitutionForm } from './institution-form.tsx';
import { PersonSubscriptions } from './person-subscriptions.tsx';

const idOf = (n: number) => `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const bookOf = (n: number) => ({ id: idOf(n), kind: 'book', title: `Book ${n} (1)` });
const PAGE = 20;
/** Simulates 300 books and a package; the first page lists twenty. */
function products({ url }: { url: string }) {
  const query = new URL(url, 'http://x').searchParams;
  const all = [
    ...Array.from({ length: 300 }, (_, n) => bookOf(n + 1)),
    ...(query.get('kind') === 'book' ? [] : [{ id: idOf(999), kind: 'package', title: 'Everything' }]),
  ];
  const term = (query.get('search_term') ?? '').toLowerCase();
  const found = all.filter(({ title }) => title.toLowerCase().includes(term));
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  return { data: found.slice(0, PAGE), metadata: { count: found.length, currentPage: 1, pages } };
}
const chosen = Array.from({ length: 3 }, (_, n) => n + 200);
const institution: Institution = {
  id: idOf(1000),
  name: 'Fabrica Teaching Hospital',
  starts_at: '2026-03-01T00:00:00.000Z',
  ends_at: '2027-03-01T23:59:59.000Z',
  is_active: true,
  seats: null,
  member_count: 0,
  book_count: chosen.length,
  domains: [],
  books: chosen.map((n) => ({ id: idOf(n), title: `Book ${n} (1)`, edition: '1', replaced: null })),
  members: [],
  version: 1,
};

const screenOf = (element: ReactElement) =>
  renderScreen(element, {
    namespaces: ['admin', 'fields'],
    session: sessionOf('staff'),
    answers: { 'GET /products': products },
  });
/** Opens the form of an institution. The returned list receives what it sends. */
async function open(fields: Partial<Institution> = {}) {
  const sent: InstitutionBody[] = [];
  await screenOf(
    <InstitutionForm
      institution={{ ...institution, ...fields }}
      onSubmit={async (body) => {
        sent.push(body);
        return { id: institution.id };
      }}
      onDone={() => {}}
    />,
  );
  return { sent, user: userEvent.setup() };
}
/** Saves, expects a confirmation before anything is sent, and accepts it. */
async function saveAfterQuestion(
  user: UserEvent,
  sent: readonly unknown[],
  asks: (dialog: HTMLElement) => void,
) {
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Fabrica Teaching Hospital?' });
  asks(dialog);
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
}

describe('the books of an institution', () => {
  it('can be added from the complete library, and none is lost', async () => {
    const { sent, user } = await open();
    expect(screen.getByText('Book 202 (1)')).toBeVisible();
    const books = screen.getByRole('combobox', { name: 'Books covered' });
    await user.click(books);
    fireEvent.change(books, { target: { value: 'book 287' } });
    await user.click(await screen.findByRole('option', { name: 'Book 287 (1)', hidden: true }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.book_ids).toEqual([...chosen, 287].map(idOf));
  });
});

describe('an institution is saved after a confirmation', () => {
  it('when members lose books by fewer covered books or an earlier end', async () => {
    const { sent, user } = await open({ member_count: 3 });
    await user.click(screen.getByRole('combobox', { name: 'Books covered' }));
    await user.keyboard('{Backspace}');
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-12-31' } });
    await saveAfterQuestion(user, sent, (dialog) => {
      expect(within(dialog).getByText('3 members can no longer open: Book 202 (1).')).toBeInTheDocument();
      expect(within(dialog).getByText(/ends on 31 Dec 2026 for 3 members/)).toBeInTheDocument();
    });
    expect(sent[0]?.book_ids).toHaveLength(2);
  });

  it('when a start in the future closes the books of a running institution', async () => {
    const { sent, user } = await open({ ends_at: '2101-01-01T23:59:59.000Z', member_count: 3 });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2100-01-01' } });
    await saveAfterQuestion(user, sent, (dialog) =>
      expect(dialog).toHaveTextContent('3 members lose access through the institution now'),
    );
  });

  it('with the times of its first and last day, where only the seats change', async () => {
    const times = { starts_at: '2026-03-01T15:37:12.000Z', ends_at: '2101-01-01T15:37:12.000Z' };
    const { sent, user } = await open({ ...times, seats: 8 });
    const seats = screen.getByRole('textbox', { name: 'Seats' });
    await user.clear(seats);
    await user.type(seats, '9');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ ...times, seats: 9 }]));
  });

  it('when it has more members than seats', async () => {
    const { sent, user } = await open({ member_count: 6, seats: 8 });
    const seats = screen.getByRole('textbox', { name: 'Seats' });
    await user.clear(seats);
    await user.type(seats, '4');
    await saveAfterQuestion(user, sent, (dialog) =>
      expect(within(dialog).getByText(/It has 6 members and would have 4 seats/)).toBeVisible(),
    );
    expect(sent).toMatchObject([{ seats: 4 }]);
  });

  it('when its domain is a public mail provider; an @ before a domain is removed', async () => {
    const { sent, user } = await open();
    await user.type(screen.getByRole('combobox', { name: 'Mail domains' }), '@gmail.com,@stluke.example,');
    await saveAfterQuestion(user, sent, (dialog) =>
      expect(within(dialog).getByText(/Anybody can get an address at gmail.com,/)).toBeVisible(),
    );
    expect(sent).toMatchObject([{ domains: ['gmail.com', 'stluke.example'] }]);
  });
});

describe('a granted subscription', () => {
  it.each([
    ['book 299', 'Book 299 (1) · book', { book_id: idOf(299), months: 12, although_not_sold: false }],
    ['every', 'Everything · bundle', { package_id: idOf(999), months: 12, although_not_sold: false }],
  ])('is found by "%s", however many books there are', async (text, label, expected) => {
    const user = userEvent.setup();
    let sent: unknown;
    await renderScreen(<PersonSubscriptions person={{ id: idOf(7), subscriptions: [] } as never} />, {
      namespaces: ['admin', 'fields'],
      session: sessionOf('staff'),
      answers: {
        'GET /products': products,
        [`POST /people/${idOf(7)}/subscriptions`]: ({ body }: { body: unknown }) => {
          sent = body;
          return {};
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Grant a subscription' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('combobox', { name: 'Book or bundle' }), text);
    await user.click(await screen.findByRole('option', { name: label, hidden: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Grant a subscription' }));
    await waitFor(() => expect(sent).toEqual(expected));
  });
});

describe('an institution that another user has stored meanwhile', () => {
  const newer = {
    ...institution,
    version: 2,
    books: [{ id: idOf(5), title: 'Book 5 (1)', edition: '1', replaced: null }],
  };
  /** As the page does: each response about the lists refetches the stored institution. */
  function Page({ sent }: { sent: [number | null, number][] }) {
    const [shown, setShown] = useState(institution);
    return (
      <InstitutionForm
        institution={shown}
        onSubmit={async ({ seats }, version) => {
          sent.push([seats, version]);
          if (version === newer.version) return { id: newer.id, version: 3 };
          setShown(newer);
          throw new CallError(409, { code: 'edited_meanwhile', message: '' });
        }}
        onDone={() => {}}
      />
    );
  }
  const saveSeats = async () => {
    const user = userEvent.setup();
    const sent: [number | null, number][] = [];
    await screenOf(<Page sent={sent} />);
    await user.type(screen.getByRole('textbox', { name: 'Seats' }), '50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const alert = within(await screen.findByRole('alert'));
    expect(sent).toEqual([[50, 1]]);
    expect(alert.getByText('Seats: stored none; in the form 50')).toBeVisible();
    expect(
      alert.getByText(/^Books covered: stored Book 5 \(1\); in the form Book 200 \(1\), Book 201/),
    ).toBeVisible();
    return { user, sent, alert };
  };

  it('is shown beside the form’s values, and saved again only on purpose', async () => {
    const { user, sent } = await saveSeats();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/can no longer open: Book 5 \(1\)/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([
        [50, 1],
        [50, 2],
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('can be loaded as it is stored', async () => {
    const { user, alert } = await saveSeats();
    await user.click(alert.getByRole('button', { name: 'Take what is stored' }));
    expect(screen.getByRole('textbox', { name: 'Seats' })).toHaveValue('');
    expect(screen.getByText('Book 5 (1)')).toBeVisible();
  });
});
