import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnInstitution } from '@vesalius/contract/institutions';
import { expect, it } from 'vitest';
import { getSession } from '../../lib/session.ts';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { Management } from './management.tsx';
import { Members } from './members.tsx';
import OwnInstitutions from './own-institutions.tsx';

const RUNNING = { is_ended: false, ends_at: '2027-01-01T00:00:00.000Z' };
const HOSPITAL = {
  id: '0197a000-0000-7000-8000-00000000000a',
  name: 'General Hospital',
  is_manager: true,
  ...RUNNING,
};
const CLINIC = { id: '0197a000-0000-7000-8000-00000000000b', name: 'Clinic', is_manager: false, ...RUNNING };
const own = (institutions: OwnInstitution['institutions']): OwnInstitution => ({
  id: institutions[0]!.id,
  name: institutions[0]!.name,
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: institutions[0]!.ends_at,
  is_ended: institutions[0]!.is_ended,
  is_manager: institutions[0]!.is_manager,
  seats: null,
  seats_taken: 2,
  people_waiting: 0,
  domains: [],
  books: [],
  institutions,
});
const BOOK = '0197a000-0000-7000-8000-00000000000d';
const LEAVE = 'DELETE /institutions/current/membership';
const render = (institutions: OwnInstitution['institutions']) => {
  const left: string[] = [];
  return renderScreen(<OwnInstitutions />, {
    namespaces: ['institutions'],
    path: '/institution-books',
    at: '/institution-books',
    isPublic: true,
    session: sessionOf('customer', { hasInstitution: true, managesInstitution: true }),
    answers: {
      'GET /institutions/current': () => own(institutions.filter(({ id }) => !left.includes(id))),
      [LEAVE]: ({ url }: { url: string }) => {
        left.push(new URLSearchParams(url.split('?')[1]).get('institution_id') ?? '');
        return null;
      },
    },
  });
};

it('lists the institutions, and leaves one after a confirmation with its consequences', async () => {
  const { calls, container, location } = await render([HOSPITAL, CLINIC]);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave General Hospital' }));
  await expectAccessible(container);
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave General Hospital?' }));
  expect(dialog.getByText(/only an invitation brings you back.*You also stop managing it/)).toBeVisible();
  expect(calls.some((call) => call.startsWith(LEAVE))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(calls).toContain(`${LEAVE}?institution_id=${HOSPITAL.id}`));
  await waitFor(() => expect(screen.queryByText('General Hospital')).toBeNull());
  expect(screen.getByText('Clinic')).toBeVisible();
  expect(location()).toBe('/institution-books');
  expect(getSession()).toMatchObject({ hasInstitution: true, managesInstitution: false });
});

it('opens the reader’s own books after the last one is left', async () => {
  const { location } = await render([CLINIC]);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave Clinic' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/stop managing/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(location()).toBe('/subscriped-books'));
  expect(getSession()).toMatchObject({ hasInstitution: false, managesInstitution: false });
});

it('can be left after its end without a warning about access', async () => {
  await render([{ ...CLINIC, is_ended: true, ends_at: '2026-02-01T00:00:00.000Z' }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave Clinic' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^You are no longer on its list of members/)).toBeVisible();
});

it('lists ended institutions after running ones', async () => {
  const ended = { ...HOSPITAL, is_ended: true, ends_at: '2026-02-01T00:00:00.000Z' };
  await render([CLINIC, ended]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).not.toHaveTextContent('ended');
  expect(second).toHaveTextContent('General HospitalSubscription ended on 1 Feb 2026');
});

it('shows an ended institution to its manager with the reports, and read-only', async () => {
  const ended = { ...HOSPITAL, is_ended: true, ends_at: '2026-02-01T00:00:00.000Z' };
  const member = {
    id: CLINIC.id,
    first_name: 'Noor',
    second_name: 'Haddad',
    email: 'noor@example.org',
    is_manager: false,
    joined_at: '2026-01-01T00:00:00.000Z',
    last_active_at: null,
    is_pending: false,
    invitation_sent_at: null,
  };
  const metadata = { count: 1, currentPage: 1, pages: 1 };
  const { container } = await renderScreen(<Management invite={() => <p>Invite</p>} />, {
    namespaces: ['institutions', 'imports', 'fields'],
    session: sessionOf('customer', { managesInstitution: true }),
    answers: {
      'GET /institutions/current': { ...own([ended]), books: [{ id: BOOK, title: 'The ECG in Practice' }] },
      'GET /institutions/current/members': { data: [member], metadata },
    },
  });
  expect(await screen.findByText('Subscription ended on 1 Feb 2026')).toBeVisible();
  expect(await screen.findByText('Noor Haddad')).toBeVisible();
  expect(screen.getByRole('button', { name: /TR_B1/ })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'The ECG in Practice' })).toHaveAttribute(
    'href',
    `/book-profile/${BOOK}`,
  );
  expect(screen.queryByText('Invite')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove Noor Haddad' })).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Make Noor Haddad a manager' })).toBeDisabled();
  await expectAccessible(container);
});

it.each([
  [2, 'Noor Haddad and Omar Haddad were removed'],
  [1, 'Noor Haddad was removed'],
  [0, 'Nobody was left to remove'],
])(
  'removes the selected members in one act, says that %i were, and offers the removals',
  async (removed, told) => {
    const people = ['Noor', 'Omar'].map((first_name, index) => ({
      id: `0197a000-0000-7000-8000-0000000000c${index}`,
      first_name,
      second_name: 'Haddad',
      email: `${first_name}@example.org`,
      is_manager: false,
      joined_at: '2026-01-01T00:00:00.000Z',
      last_active_at: null,
      is_pending: false,
      invitation_sent_at: null,
    }));
    const metadata = { count: 2, currentPage: 1, pages: 1 };
    const sent: { removal_id: string; user_ids: string[] }[] = [];
    const { calls } = await renderScreen(<Members institutionId={HOSPITAL.id} />, {
      namespaces: ['institutions', 'imports', 'fields'],
      session: sessionOf('customer', { managesInstitution: true }),
      answers: {
        'GET /institutions/current/members': { data: people, metadata },
        'GET /institutions/current/removals': () => ({
          metadata,
          data: sent.map(({ removal_id, user_ids }) => ({
            id: removal_id,
            removed_at: '2026-03-06T09:00:00.000Z',
            number_of_people: user_ids.length,
            names: ['Noor Haddad', 'Omar Haddad'],
            undo_until: '2026-03-07T09:00:00.000Z',
          })),
        }),
        'POST /institutions/current/removals': ({ body }: { body: (typeof sent)[number] }) => {
          sent.push(body);
          return { removed, names: ['Noor Haddad', 'Omar Haddad'].slice(0, removed) };
        },
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Noor Haddad' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Omar Haddad' }));
    expect(screen.getByRole('status')).toHaveTextContent('2 selected, of these 2 shown here');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 2 members?' }));
    expect(dialog.getByText(/^The members lose access .* the seats they hold are free again/)).toBeVisible();
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent.map(({ user_ids }) => user_ids)).toEqual([people.map(({ id }) => id)]));
    expect(await screen.findByRole('button', { name: /^Undo the removal of/ })).toBeVisible();
    expect(getToasts().at(-1)?.text).toBe(told);
  },
);

it('appoints a manager only after a confirmation that says what the role opens', async () => {
  const member = {
    id: CLINIC.id,
    first_name: 'Noor',
    second_name: 'Haddad',
    email: 'noor@example.org',
    is_manager: false,
    joined_at: '2026-01-01T00:00:00.000Z',
    last_active_at: null,
    is_pending: false,
    invitation_sent_at: null,
    seat_freed_at: null,
  };
  const sent: unknown[] = [];
  await renderScreen(<Members institutionId={HOSPITAL.id} />, {
    namespaces: ['institutions', 'imports', 'fields'],
    session: sessionOf('customer', { managesInstitution: true }),
    answers: {
      'GET /institutions/current/members': {
        data: [member],
        metadata: { count: 1, currentPage: 1, pages: 1 },
      },
      [`PATCH /institutions/current/members/${member.id}`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return null;
      },
    },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Make Noor Haddad a manager' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Noor Haddad a manager?' }));
  expect(dialog.getByText(/invites and removes members, sees who reads/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Make manager' }));
  await waitFor(() => expect(sent).toEqual([{ is_manager: true }]));
});
