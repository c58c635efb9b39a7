import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Institution } from '@vesalius/contract/admin-institutions';
import type { Person } from '@vesalius/contract/admin-people';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../lib/query-keys.ts';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { AdminFrame } from './admin-frame.tsx';
import { AuditLog, WholeAuditLog } from './audit-log.tsx';
import { EndInstitution } from './end-institution.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { InstitutionMembers } from './institution-members.tsx';
import { InstitutionsList } from './institutions-list.tsx';
import { InvitePerson } from './invite-person.tsx';
import { PeopleList } from './people-list.tsx';
import { PersonView } from './person-view.tsx';

const ID = '0197a000-0000-7000-8000-00000000000a';
const BOOK = '0197a000-0000-7000-8000-00000000000b';
const PROGRAM = '0197a000-0000-7000-8000-00000000000c';
const WHEN = '2026-03-01T09:00:00.000Z';
const listOf = (...data: unknown[]) => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages: 1 },
});

const person: Person = {
  id: ID,
  email: 'rosalind@kings.example',
  name: 'Rosalind Franklin',
  first_name: 'Rosalind',
  second_name: 'Franklin',
  role_name: 'customer',
  email_verified: false,
  is_beta: false,
  institution_name: null,
  created_at: WHEN,
  last_seen_at: WHEN,
  job_type: 'Surgeon',
  job_type_ar: 'جرّاح',
  country: 'Egypt',
  country_ar: 'مصر',
  language: 'en',
  has_password: true,
  has_second_factor: false,
  has_google: false,
  sessions: [{ id: ID, device_name: 'Firefox on Linux', last_seen_at: WHEN, expires_at: WHEN }],
  subscriptions: [
    {
      id: ID,
      title: 'The ECG in Practice (1st edition)',
      replaced: { new_edition: { id: ID, edition: '2nd edition' }, last_day: '2999-12-31' },
      kind: 'book',
      gateway: 'card',
      started_at: WHEN,
      ends_at: WHEN,
      renews: true,
      renews_at: '2027-01-01T00:00:00.000Z',
      renewal_held: false,
      renewal_price: 199,
      is_active: true,
    },
  ],
  institutions: [],
  programs: [],
  books: [],
  restorable_programs: [],
  produced_books: [],
  invitation_sent_at: null,
};
const institution: Institution = {
  id: ID,
  name: 'Fabrica Teaching Hospital',
  starts_at: WHEN,
  ends_at: '2100-03-01T09:00:00.000Z',
  is_active: true,
  seats: 40,
  member_count: 1,
  book_count: 1,
  domains: ['fabrica.example'],
  books: [{ id: BOOK, title: 'The ECG in Practice', edition: '1', replaced: null }],
  version: 1,
  members: [
    {
      id: ID,
      name: 'Omar Said',
      email: 'omar@fabrica.example',
      joined_at: WHEN,
      is_manager: false,
      is_pending: true,
      seat_freed_at: null,
    },
  ],
};
const job = {
  id: ID,
  kind: 'accounts.send-verification',
  attempts: 12,
  person: { id: ID, name: 'Rosalind Franklin' },
  last_error: 'the mail server refused',
  created_at: WHEN,
  dead_at: WHEN,
};
const entry = {
  id: ID,
  actor_id: ID,
  actor_name: 'Stefan Staff',
  action: 'user.role',
  subject_type: 'user',
  subject_id: ID,
  subject_name: 'Rosalind Franklin',
  detail: { before: { role: 'customer' }, after: { role: 'author', book_ids: [BOOK] } },
  names: { [BOOK]: 'The ECG in Practice' },
  created_at: WHEN,
};

const answers = {
  'GET /people': listOf({ ...person, found_by: null }),
  [`GET /people/${ID}/access`]: listOf({
    book_id: BOOK,
    title: 'The ECG in Practice',
    granted: true,
    reasons: ['subscription', 'program'],
  }),
  'GET /institutions': listOf(institution),
  'GET /failed_jobs': listOf(job),
  'GET /audit_log': listOf(entry),
  'GET /products': listOf({ id: BOOK, kind: 'book', title: 'The ECG in Practice (1st edition)' }),
  'GET /programs': listOf({ id: PROGRAM, name: 'Residents' }),
};
const render = (
  element: ReactElement,
  more: Record<string, unknown> = {},
  language: 'en' | 'ar' = 'en',
  at = '/',
) =>
  renderScreen(<AdminFrame title="Screen">{element}</AdminFrame>, {
    namespaces: ['admin', 'fields'],
    session: sessionOf('staff'),
    answers: { ...answers, ...more },
    language,
    at,
  });

const SCREENS: [name: string, element: ReactElement, shows: RegExp][] = [
  ['people', <PeopleList key="p" />, /rosalind@kings\.example/],
  ['a person', <PersonView key="v" person={person} isSelf={false} />, /Firefox on Linux/],
  ['institutions', <InstitutionsList key="i" />, /Fabrica Teaching Hospital/],
  ['members', <InstitutionMembers key="m" institution={institution} />, /omar@fabrica\.example/],
  ['failed jobs', <FailedJobs key="j" />, /the mail server refused/],
  ['the audit log', <WholeAuditLog key="a" />, /The ECG in Practice/],
];

describe.each(['en', 'ar'] as const)('the screens of the administration in %s', (language) => {
  it.each(SCREENS)('%s is accessible', async (_name, element, shows) => {
    const { container } = await render(element, {}, language);
    expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0);
    await expectAccessible(container);
  });
});

describe('the sections of the administration on a phone', () => {
  it('are one line that names the current section and opens to all', async () => {
    const { matchMedia } = window;
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') });
    try {
      const { container } = await render(<p>Content</p>, {}, 'en', '/admin/institutions/1');
      const line = container.querySelector('summary') as HTMLElement;
      expect(line).toHaveTextContent(/^Institutions$/);
      expect(line.closest('details')).not.toHaveAttribute('open');
      await userEvent.click(line);
      expect(screen.getByRole('link', { name: 'Prices' })).toHaveAttribute('href', '/admin/prices');
      await expectAccessible(container);
    } finally {
      window.matchMedia = matchMedia;
    }
  });
});

describe('an ended institution', () => {
  it('accepts no members or managers, and says what to do', async () => {
    const members = [
      { ...institution.members[0]!, id: BOOK, is_manager: true },
      { ...institution.members[0]!, id: PROGRAM, is_manager: false },
    ];
    await render(
      <InstitutionMembers institution={{ ...institution, members, ends_at: '2020-01-01T00:00:00.000Z' }} />,
    );
    expect(screen.getByText(/^This institution has ended\. Give it a later end/)).toBeVisible();
    expect(screen.queryByLabelText('Email of an account')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Make manager/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Remove: / })).toHaveLength(2);
    expect(screen.getByRole('button', { name: /^Remove as manager/ })).toBeEnabled();
  });
});

describe('a member of an institution', () => {
  it('becomes a manager, and is removed, only after a confirmation', async () => {
    const path = `/institutions/${institution.id}/members/${institution.members[0]!.id}`;
    const { calls } = await render(<InstitutionMembers institution={institution} />, {
      [`PATCH ${path}`]: institution,
      [`DELETE ${path}`]: null,
    });
    const sent = () => calls.filter((call) => /^(PATCH|DELETE) /.test(call));
    for (const [button, consequence, act, call] of [
      [/^Make manager: Omar/, /invites and removes members, sees who reads/, 'Make manager', `PATCH ${path}`],
      [/^Remove: Omar/, /access that came from the institution ends/, 'Remove', `DELETE ${path}`],
    ] as const) {
      const before = sent().length;
      await userEvent.click(screen.getByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText(consequence)).toBeVisible();
      expect(sent()).toHaveLength(before);
      await userEvent.click(dialog.getByRole('button', { name: act }));
      await waitFor(() => expect(sent()).toContain(call));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });
});

describe('a member without an account', () => {
  it('is invited at the field where the address was refused', async () => {
    const sent: unknown[] = [];
    const email = 'chief@hospital.example';
    await render(<InstitutionMembers institution={institution} />, {
      [`POST /institutions/${institution.id}/members`]: ({ body }: { body: { first_name?: string } }) => {
        if (body.first_name) {
          sent.push(body);
          return institution;
        }
        return new FakeFailure(422, {
          code: 'invalid',
          message: 'Some fields need your attention.',
          fields: { email: 'There is no account with this email.' },
        });
      },
    });
    const field = screen.getByLabelText('Email of an account');
    await userEvent.type(field, email);
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('There is no account with this email.')).toBeVisible();
    expect(field).toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: 'Invite them' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('First name'), 'Ada');
    await userEvent.type(dialog.getByLabelText('Last name'), 'Chief');
    await userEvent.click(dialog.getByLabelText('Make this person a manager'));
    await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ email, first_name: 'Ada', second_name: 'Chief', is_manager: false }]);
    expect(field).toHaveValue('');
  });
});

it('offers the address that was probably meant, at the field and in the invitation', async () => {
  const sent: unknown[] = [];
  await render(<InstitutionMembers institution={institution} />, {
    [`POST /institutions/${institution.id}/members`]: ({ body }: { body: { first_name?: string } }) => {
      sent.push(body);
      if (body.first_name) return institution;
      const fields = { email: 'There is no account with this email.' };
      return new FakeFailure(422, { code: 'invalid', message: 'Some fields need your attention.', fields });
    },
  });
  const field = screen.getByLabelText('Email of an account');
  await userEvent.type(field, 'ada@gmial.com');
  expect(screen.getByRole('button', { name: 'Did you mean ada@gmail.com?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Invite them' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Did you mean ada@gmail.com?' }));
  expect(dialog.getByText(/ada@gmail\.com/)).toBeVisible();
  expect(dialog.getByLabelText('First name')).toHaveFocus();
  await userEvent.type(dialog.getByLabelText('First name'), 'Ada');
  await userEvent.type(dialog.getByLabelText('Last name'), 'Chief');
  await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    { email: 'ada@gmial.com' },
    { email: 'ada@gmail.com', first_name: 'Ada', second_name: 'Chief', is_manager: true },
  ]);
});

describe('the audit log', () => {
  it('says that no entry matches the filters, not that nothing was changed', async () => {
    const none = { data: [], metadata: { count: 0, currentPage: 1, pages: 1 } };
    await render(<AuditLog wish={{ action: 'program.undo-import' }} />, { 'GET /audit_log': none });
    expect(await screen.findByText('No entry matches these filters')).toBeVisible();
  });

  it('names the changed person, and resolves the ids of an entry', async () => {
    await render(<AuditLog />);
    expect(await screen.findByText('The ECG in Practice')).toBeInTheDocument();
    const role = screen.getByText('role').closest('li');
    expect(role).toHaveTextContent('roleReaderchanged toAuthor');
    expect(screen.getByRole('link', { name: 'Rosalind Franklin' })).toBeInTheDocument();
  });
});

it('ends a running institution at once, after a question about its members', async () => {
  const user = userEvent.setup();
  const { calls } = await render(<EndInstitution institution={institution} />, {
    [`POST /institutions/${ID}/end`]: { ...institution, is_active: false },
  });
  await user.click(await screen.findByRole('button', { name: 'End now' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End Fabrica Teaching Hospital now?' }));
  expect(dialog.getByText(/members lose access through the institution at once/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'End now' }));
  await waitFor(() => expect(calls).toContain(`POST /institutions/${ID}/end`));
  await waitFor(() => expect(getToasts().at(-1)?.text).toBe('Fabrica Teaching Hospital has ended'));
});

describe('the list of people', () => {
  it('says by which certificate, receipt or name a person was found', async () => {
    const found = [
      { kind: 'certificate', text: 'VSL-0000-0000-0001' },
      { kind: 'receipt', text: 'V-2026-000007' },
      { kind: 'certificate_name', text: 'Ada Milbanke' },
    ].map((found_by, index) => ({ ...person, id: `${index}`, found_by }));
    await render(<PeopleList />, { 'GET /people': { ...listOf(person), data: found } });
    const [, ...rows] = await screen.findAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Certificate VSL-0000-0000-0001'),
      expect.stringContaining('Receipt V-2026-000007'),
      expect.stringContaining('Name on a certificate: Ada Milbanke'),
    ]);
  });

  it('says when more people match than it lists', async () => {
    const { data } = listOf(person);
    const metadata = { count: 1000, currentPage: 1, pages: 50, more: true };
    await render(<PeopleList />, { 'GET /people': { data, metadata } });
    expect(await screen.findByText(/Only the newest 1,000 are listed/)).toBeVisible();
  });
  it('keeps search and role in the address', async () => {
    const user = userEvent.setup();
    const { calls, location } = await render(<PeopleList />);
    await user.type(
      await screen.findByRole('searchbox', { name: 'Name, email, certificate or receipt number' }),
      'rosa',
    );
    await waitFor(() => expect(calls.at(-1)).toContain('search_term=rosa'));
    expect(location()).toBe('/?search=rosa');
    await user.selectOptions(screen.getByLabelText('Role'), 'author');
    await waitFor(() => expect(location()).toBe('/?search=rosa&role=author'));
    await waitFor(() => expect(calls.at(-1)).toContain('role_name=author'));
  });
  it('does not mention more people when it lists all', async () => {
    await render(<PeopleList />);
    await screen.findByText(/rosalind@kings/);
    expect(screen.queryByText(/Only the newest/)).toBeNull();
  });
});

describe('a person', () => {
  it('shows which edition a subscription is for, and that it was replaced', async () => {
    await render(<PersonView person={person} isSelf={false} />);
    const row = (await screen.findByText('The ECG in Practice (1st edition)')).closest('tr');
    expect(row).toHaveTextContent('Replaced by a newer edition; new readers open it until');
  });
  it('can be verified, granted beta access, signed out, and sent a mail again, each with its call', async () => {
    const user = userEvent.setup();
    const { calls } = await render(<PersonView person={person} isSelf={false} />, {
      [`POST /people/${ID}/verify`]: person,
      [`PATCH /people/${ID}`]: ({ body }: { body: unknown }) => {
        expect(body).toEqual({
          is_beta: true,
          previous: {
            role_name: person.role_name,
            is_beta: false,
            book_ids: person.books.map(({ id }) => id),
            produced_book_ids: [],
            program_ids: person.programs.map(({ id }) => id),
            institution_ids: person.institutions.map(({ id }) => id),
          },
        });
        return person;
      },
      [`DELETE /people/${ID}/sessions`]: null,
      [`POST /people/${ID}/mails`]: null,
    });
    const confirm = async (act: string, consequence: RegExp) => {
      const before = calls.length;
      const dialog = await screen.findByRole('dialog');
      expect(within(dialog).getByText(consequence)).toBeInTheDocument();
      expect(calls).toHaveLength(before);
      await user.click(within(dialog).getByRole('button', { name: act }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await user.click(screen.getByRole('button', { name: 'Mark email as verified' }));
    await confirm('Mark email as verified', /counts as proved/);
    await user.click(screen.getByRole('button', { name: 'Give beta access' }));
    await confirm('Give beta access', /Every book opens in full/);
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await confirm('Sign out everywhere', /All devices are signed out now/);
    await user.click(screen.getByRole('combobox', { name: 'Send an email again' }));
    await user.click(await screen.findByRole('option', { name: 'Verification', hidden: true }));
    await confirm('Send', /rosalind@kings\.example/);
    for (const call of [
      `POST /people/${ID}/verify`,
      `PATCH /people/${ID}`,
      `DELETE /people/${ID}/sessions`,
      `POST /people/${ID}/mails`,
    ])
      expect(calls).toContain(call);
    expect(getToasts().map(({ text }) => text)).toContain('Email sent to rosalind@kings.example');
  });

  it('gets a new end after its consequences were shown, which can be undone', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    await render(<PersonView person={person} isSelf={false} />, {
      [`PATCH /subscriptions/${ID}`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return {
          ...person.subscriptions[0],
          ends_at: WHEN,
          is_active: false,
          renews: false,
          renews_at: null,
        };
      },
    });
    await user.click(screen.getByRole('button', { name: /Change end date/ }));
    await user.click(await screen.findByRole('button', { name: 'End now', hidden: true }));
    expect(await screen.findByText('Access ends now. It does not renew.')).toBeInTheDocument();
    expect(sent).toMatchObject([{ preview: true }]);
    await user.click(screen.getByRole('button', { name: 'End now', hidden: true }));
    await waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(getToasts().at(-1)?.action?.label).toBe('Undo'));
    getToasts().at(-1)?.action?.run();
    await waitFor(() => expect(sent.at(-1)).toEqual({ ends_at: WHEN, preview: false }));
  });

  it('becomes staff only after the word was typed, with a notice', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    await render(<PersonView person={person} isSelf={false} />, {
      [`PATCH /people/${ID}`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return person;
      },
    });
    expect(screen.getByRole('button', { name: 'Save role' })).toBeDisabled();
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { hidden: true, name: 'Staff' }));
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Change the role of Rosalind Franklin to Staff?',
    });
    expect(within(dialog).getByText(/Staff see every account and payment/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Save role' })).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Type "staff" to confirm'), 'staff');
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Save role' }));
    await expect.poll(() => sent).toMatchObject([{ role_name: 'staff' }]);
  });

  it('becomes a director of selected programs', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    await render(<PersonView person={person} isSelf={false} />, {
      [`PATCH /people/${ID}`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return person;
      },
    });
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { hidden: true, name: 'Program director' }));
    // A director needs at least one program.
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('No program is chosen');
    await user.click(within(screen.getByRole('dialog')).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('combobox', { name: 'Programs' }));
    await user.click(await screen.findByRole('option', { hidden: true, name: 'Residents' }));
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save role' }));
    await expect.poll(() => sent).toMatchObject([{ role_name: 'program_director', program_ids: [PROGRAM] }]);
  });

  it('shows what another user assigned meanwhile before it saves', async () => {
    const user = userEvent.setup();
    const sent: { previous: object }[] = [];
    const [one, two] = [
      { id: BOOK, title: 'One' },
      { id: PROGRAM, title: 'Two' },
    ];
    const author: Person = { ...person, role_name: 'author', books: [one, two] };
    let shown = author;
    const Screen = () => {
      const { data = author } = useQuery({ queryKey: keyOf('admin', 'person', ID), queryFn: () => shown });
      return <PersonView person={data} isSelf={false} />;
    };
    await render(<Screen />, {
      [`PATCH /people/${ID}`]: ({ body }: { body: { previous: object } }) => {
        sent.push(body);
        if (sent.length > 1) return shown;
        shown = { ...author, books: [two] };
        return new FakeFailure(409, { code: 'edited_meanwhile', message: 'Changed.' });
      },
    });
    const books = await screen.findByRole('combobox', { name: 'Assigned books' });
    // Removes the last book.
    await user.type(books, '{Backspace}');
    const save = () => screen.getByRole('button', { name: 'Save role' });
    await user.click(save());
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save role' }));
    expect(await screen.findByText(/Assigned now: Two\./)).toBeVisible();
    expect(sent[0]?.previous).toMatchObject({
      role_name: 'author',
      book_ids: [BOOK, PROGRAM],
      produced_book_ids: [],
      program_ids: [],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(save());
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save role' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ book_ids: [BOOK], previous: { book_ids: [PROGRAM] } });
  });

  it('warns that a program would have no director', async () => {
    const user = userEvent.setup();
    const programs: Person['programs'] = [
      { id: PROGRAM, name: 'Residents', as: 'director', is_only_director: true },
      { id: BOOK, name: 'Fellows', as: 'director', is_only_director: false },
    ];
    await render(
      <PersonView person={{ ...person, role_name: 'program_director', programs }} isSelf={false} />,
    );
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { hidden: true, name: 'Reader' }));
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(
      'Nobody directs these programs any more: Residents.',
    );
  });

  it('without any book left is made a reader again in one step', async () => {
    const sent: unknown[] = [];
    await render(<PersonView person={{ ...person, role_name: 'author' }} isSelf={false} />, {
      [`PATCH /people/${ID}`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return person;
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Make a reader again' }));
    const asked = () =>
      screen.findByRole('dialog', { name: 'Change the role of Rosalind Franklin to Reader?' });
    expect(await asked()).toHaveTextContent(
      'No place in a program comes back: Rosalind Franklin lost none in the last 30 days.',
    );
    await userEvent.click(within(await asked()).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Make a reader again' }));
    await userEvent.dblClick(within(await asked()).getByRole('button', { name: 'Save role' }));
    await waitFor(() => expect(sent).toMatchObject([{ role_name: 'customer' }]));
    expect(sent).toHaveLength(1);
  });

  it('sees which places come back with the role of a reader', async () => {
    const restorable_programs = [{ id: ID, name: 'Residency' }];
    await render(
      <PersonView person={{ ...person, role_name: 'author', restorable_programs }} isSelf={false} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Make a reader again' }));
    const question = await screen.findByRole('dialog');
    expect(question).toHaveTextContent(
      'Rosalind Franklin is a student again in Residency, with the results from before.',
    );
    expect(question).toHaveTextContent('A seat at an institution does not come back now.');
  });

  it('cannot change their own role', async () => {
    await render(<PersonView person={{ ...person, role_name: 'staff' }} isSelf />);
    expect(screen.getByRole('combobox', { name: 'Role' })).toBeDisabled();
    expect(screen.getByText('Somebody else has to change your own role.')).toBeVisible();
  });
});

describe('an invitation', () => {
  const known: string[] = [];
  async function open(more: Record<string, unknown>) {
    const user = userEvent.setup();
    const rendered = await render(<InvitePerson onKnown={(email) => known.push(email)} />, more);
    await user.click(screen.getByRole('button', { name: 'Invite a person' }));
    const dialog = await screen.findByRole('dialog');
    const fill = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    fill('Email', 'vesal@padua.example');
    fill('First name', 'Andreas');
    fill('Last name', 'Vesal');
    return { ...rendered, user, dialog };
  }

  it('of an author includes the books, and is accessible', async () => {
    let sent: unknown;
    const { user, dialog } = await open({
      'POST /people': ({ body }: { body: unknown }) => {
        sent = body;
        return { id: ID };
      },
    });
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole('combobox', { name: 'Assigned books' }));
    await user.click(
      await screen.findByRole('option', { hidden: true, name: 'The ECG in Practice (1st edition)' }),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
    expect(await screen.findByRole('button', { name: 'Invite a person' })).toBeVisible();
    expect(sent).toMatchObject({ role_name: 'author', book_ids: [BOOK], program_ids: [] });
  });

  it('offers the address that was probably meant', async () => {
    const { user, dialog } = await open({});
    const field = within(dialog).getByLabelText('Email');
    fireEvent.change(field, { target: { value: 'vesal@gmail.con' } });
    await user.click(within(dialog).getByRole('button', { name: 'Did you mean vesal@gmail.com?' }));
    expect(field).toHaveValue('vesal@gmail.com');
    expect(field).toHaveFocus();
    expect(within(dialog).queryByRole('button', { name: /Did you mean/ })).toBeNull();
  });

  it('of a director includes the program, and no book', async () => {
    let sent: unknown;
    const { user, dialog } = await open({
      'POST /people': ({ body }: { body: unknown }) => {
        sent = body;
        return { id: ID };
      },
    });
    await user.click(within(dialog).getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { hidden: true, name: 'Program director' }));
    expect(within(dialog).queryByRole('combobox', { name: 'Assigned books' })).toBeNull();
    await user.click(within(dialog).getByRole('combobox', { name: 'Programs' }));
    await user.click(await screen.findByRole('option', { hidden: true, name: 'Residents' }));
    await user.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
    await expect
      .poll(() => sent)
      .toMatchObject({ role_name: 'program_director', program_ids: [PROGRAM], book_ids: [] });
  });

  it('to the address of an existing account says so at the field, and links to it', async () => {
    const text = 'There is already an account with this email.';
    const failure = new FakeFailure(409, { code: 'email_taken', message: text, fields: { email: text } });
    const { user, dialog } = await open({ 'POST /people': failure });
    await user.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
    expect(await within(dialog).findByText(text)).toBeVisible();
    expect(within(dialog).getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true');
    // The role can be assigned to the existing account.
    await user.click(within(dialog).getByRole('button', { name: 'Find the account' }));
    expect(known).toEqual(['vesal@padua.example']);
  });
});

describe('failed jobs', () => {
  it('can be retried', async () => {
    const user = userEvent.setup();
    const { calls } = await render(<FailedJobs />, { [`POST /failed_jobs/${ID}/retry`]: null });
    await user.click(await screen.findByRole('button', { name: 'Try again: accounts.send-verification' }));
    expect(calls).toContain(`POST /failed_jobs/${ID}/retry`);
  });

  it('are discarded after a confirmation, and all retried at once', async () => {
    const user = userEvent.setup();
    const { calls } = await render(<FailedJobs />, {
      'GET /failed_jobs': listOf(job, { ...job, id: BOOK }),
      [`DELETE /failed_jobs/${ID}`]: null,
      'POST /failed_jobs/retry': { jobs: 2 },
    });
    await user.click((await screen.findAllByRole('button', { name: /^Discard/ }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Discard this job?' });
    expect(within(dialog).getByText(/Its work is never done/)).toBeInTheDocument();
    expect(within(dialog).getByText('Rosalind Franklin')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(calls).toContain(`DELETE /failed_jobs/${ID}`));
    await user.click(screen.getByRole('button', { name: 'Try all 2 again' }));
    await waitFor(() => expect(calls).toContain('POST /failed_jobs/retry'));
  });

  it('show an empty state when nothing has failed', async () => {
    const { container } = await render(<FailedJobs />, { 'GET /failed_jobs': listOf() });
    expect(await screen.findByText('Nothing has failed')).toBeVisible();
    await expectAccessible(container);
  });
});
