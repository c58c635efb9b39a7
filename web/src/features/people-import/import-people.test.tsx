import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ImportedRow, ImportResult, PeopleFile } from '@vesalius/contract/people-import';
import { expect, it, vi } from 'vitest';
import { CallError } from '../../lib/api-client.ts';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { AddPeople } from './add-people.tsx';
import { AddPersonForm } from './add-person-form.tsx';
import type { PeopleImportClient } from './import-client.ts';
import { ImportPeople } from './import-people.tsx';

const row = (
  number: number,
  outcome: ImportedRow['outcome'],
  fields?: Record<string, string>,
): ImportedRow => ({
  row: number,
  email: `p${number}@example.org`,
  first_name: 'Noor',
  second_name: 'Haddad',
  outcome,
  ...(fields ? { fields } : {}),
});
const file: PeopleFile = {
  read_as: 'Windows-1252',
  columns: [
    { name: 'Who', example: 'Noor' },
    { name: 'Clan', example: 'Haddad' },
    { name: 'Mail', example: 'p2@example.org' },
  ],
  mapping: { email: 3, first_name: 1, second_name: 2, full_name: null },
};
const result = (rows: readonly ImportedRow[], more: Partial<ImportResult> = {}): ImportResult => ({
  message: '',
  dry_run: true,
  import_id: null,
  counts: {} as ImportResult['counts'],
  freed_seats: 0,
  freed_members: [],
  known_domains: [],
  rows: [...rows],
  file,
  ...more,
});

function fakeClient(answers: { rows: ImportedRow[]; tried?: ImportResult[] }) {
  const asked: Record<string, string>[] = [];
  const added: (string | undefined)[] = [];
  const sent: string[][] = [];
  const tried = [...(answers.tried ?? [])];
  const client: PeopleImportClient = {
    group: 'members',
    id: 'hospital',
    cache: 'programs',
    add: async (users, { importId }) => {
      added.push(importId);
      sent.push(users.map(({ email }) => email));
      // Another member took the last seat meanwhile.
      return result(
        users.map((user, index) => ({ ...row(index + 1, index === 0 ? 'added' : 'no_seat'), ...user })),
      );
    },
    tryFile: async (_file, { import_id, ...columns }) => {
      asked.push(columns);
      added.push(import_id);
      return tried.shift() ?? result(answers.rows);
    },
    listImports: async () => ({ data: [] }),
    undo: async () => ({ message: '', removed: 1, kept: 2 }),
  };
  return { client, asked, added, sent };
}

async function chooseFile(client: PeopleImportClient) {
  const rendered = await renderScreen(<ImportPeople client={client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  const input = rendered.container.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['x'], 'people.csv', { type: 'text/csv' }));
  return rendered;
}

it('asks for columns that it could not guess, and validates the file again with them', async () => {
  const half = { ...file, mapping: { email: 3, first_name: null, second_name: null, full_name: null } };
  const { client, asked } = fakeClient({
    rows: [row(2, 'added')],
    tried: [
      result([], { file: half }),
      result([], { file: { ...half, mapping: { ...half.mapping, first_name: 1 } } }),
    ],
  });
  const { container } = await chooseFile(client);
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose which column holds the email');
  await expectAccessible(container);
  await userEvent.selectOptions(screen.getByLabelText('First name'), 'Who (as in Noor)');
  await waitFor(() => expect(screen.getByLabelText('Last name')).toBeEnabled());
  await userEvent.selectOptions(screen.getByLabelText('Last name'), 'Clan (as in Haddad)');
  expect(await screen.findByText('✓ Will be added')).toBeVisible();
  expect(asked).toEqual([
    {},
    { email_column: '3', first_name_column: '1' },
    { email_column: '3', first_name_column: '1', second_name_column: '2' },
  ]);
  expect(screen.getByText(/Check that accented names look right/)).toBeVisible();
});

const IDLE = [{ name: 'Idle Ida', email: 'ida@example.org' }];

it('lists the freed seats, and validates and adds the file as one import', async () => {
  const rows = [row(2, 'already_in'), row(3, 'added'), row(4, 'added')];
  const { client, sent, added } = fakeClient({
    rows: [],
    tried: [result(rows, { freed_seats: 2, freed_members: IDLE })],
  });
  await chooseFile(client);
  expect(await screen.findByText('Idle Ida')).toBeVisible();
  expect(screen.getByText('and 1 more member')).toBeVisible();
  expect(await screen.findByText(/^2 members who have read nothing for a long time give up/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 people' }));
  expect(await screen.findByText('1 person was added')).toBeVisible();
  expect(sent).toEqual([['p3@example.org', 'p4@example.org']]);
  // A member of the validated file keeps the seat in every part.
  expect(new Set(added)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  expect([added.length, new Set(added).size]).toEqual([2, 1]);
  // The existing member, counted once, and the row that found no seat.
  expect(screen.getByText('2 rows are left out')).toBeVisible();
});

it('says whose seat a corrected row takes before it is added', async () => {
  const rows = [row(2, 'added'), row(3, 'invalid', { first_name: 'Too short!' })];
  const { client, sent } = fakeClient({ rows: [], tried: [result(rows)] });
  const files: string[] = [];
  const { tryFile } = client;
  client.tryFile = async (csv, query) => {
    const answer = await tryFile(csv, query);
    if (files.push(await csv.text()) === 1) return answer;
    return result([row(2, 'added'), row(3, 'added')], { freed_seats: 1 });
  };
  client.add = async (users, { isDryRun }) => {
    if (!isDryRun) sent.push(users.map(({ email }) => email));
    return result(users.map((user, index) => ({ ...row(index + 1, 'added'), ...user })));
  };
  await chooseFile(client);
  await retype('First name, Row 3', 'Katharina');
  // The freed seat is unknown until the row is validated, so the first press only shows it.
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 person' }));
  expect(await screen.findByText(/^1 member who has read nothing for a long time gives up/)).toBeVisible();
  expect(sent).toEqual([]);
  expect(files.at(-1)).toContain('p3@example.org,Katharina,Haddad');
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 people' }));
  await waitFor(() => expect(sent).toEqual([['p2@example.org', 'p3@example.org']]));
});

it('asks before a new person takes a member’s seat', async () => {
  const { client } = fakeClient({ rows: [] });
  const added: boolean[] = [];
  client.add = async (users, { isDryRun = false }) => {
    added.push(!isDryRun);
    return result(
      users.map((user) => ({ ...row(1, 'added'), ...user })),
      { freed_seats: 1 },
    );
  };
  await renderScreen(<AddPersonForm client={client} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  await userEvent.type(screen.getByLabelText(/^First name/), 'Noor');
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Haddad');
  await userEvent.type(screen.getByLabelText(/^Email/), 'noor@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take the seat of an inactive member?' }));
  expect(added).toEqual([false]);
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(added).toEqual([false, true]));
});

it('reads full names from one column, and lets the user correct each split name', async () => {
  const half = { ...file, mapping: { email: 3, first_name: 1, second_name: null, full_name: null } };
  const { client, asked } = fakeClient({
    rows: [],
    tried: [
      result([], { file: half }),
      result([row(2, 'added')], {
        file: { ...half, mapping: { ...half.mapping, first_name: null, full_name: 1 } },
      }),
    ],
  });
  await chooseFile(client);
  await userEvent.selectOptions(await screen.findByLabelText('Full name'), 'Who (as in Noor)');
  expect(await screen.findByText(/The name is divided/)).toBeVisible();
  expect(asked).toEqual([{}, { email_column: '3', full_name_column: '1' }]);
  const last = screen.getByLabelText('Last name, Row 2');
  await userEvent.clear(last);
  await userEvent.type(last, 'al-Haddad');
  await userEvent.tab();
  const sent: string[] = [];
  const { add } = client;
  client.add = (users, options) => {
    sent.push(...users.map(({ second_name }) => second_name));
    return add(users, options);
  };
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 person' }));
  await waitFor(() => expect(sent).toContain('al-Haddad'));
});

it('imports the valid rows, and offers the others with their reasons as a file', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const { client, added } = fakeClient({
    rows: [
      row(2, 'added'),
      row(3, 'invalid', { first_name: 'Too short!' }),
      row(4, 'added'),
      row(6, 'already_in'),
    ],
  });
  const { container } = await chooseFile(client);
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 people' }));
  expect(await screen.findByText('1 person was added')).toBeVisible();
  const left = screen.getByRole('region', { name: '3 rows are left out' });
  expect(within(left).getByText(/Row 4/)).toHaveTextContent('No free seat');
  await expectAccessible(container);
  await userEvent.click(within(left).getByRole('button', { name: /Download these rows/ }));
  click.mockRestore();
  const text = await saved[0]?.text();
  expect(text?.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'row,email,first_name,second_name,reason',
    '3,p3@example.org,Noor,Haddad,First name: At least 2 letters',
    '6,p6@example.org,Noor,Haddad,Already in',
    '4,p4@example.org,Noor,Haddad,No free seat',
  ]);
  expect(added.at(-1)).toMatch(/^[0-9a-f-]{36}$/);
  await userEvent.click(screen.getByRole('button', { name: 'Undo this import' }));
  const asked = within(await screen.findByRole('dialog'));
  await userEvent.click(asked.getByRole('button', { name: /^Remove \d+ pe/ }));
  expect(await screen.findByText('1 person was removed again.')).toBeVisible();
  expect(screen.getByText('2 people have accepted or read already, and stay.')).toBeVisible();
});

it('keeps typed text while the server validates the row, and imports a corrected row', async () => {
  const { client } = fakeClient({
    rows: [
      row(2, 'added'),
      { ...row(3, 'invalid', { first_name: 'Too short!' }), first_name: '', email: '' },
    ],
  });
  const trials: (() => void)[] = [];
  const imported: string[] = [];
  client.add = async (users, { isDryRun }) => {
    if (isDryRun) await new Promise<void>((resolve) => trials.push(resolve));
    else imported.push(...users.map(({ email, first_name }) => `${email} ${first_name}`));
    return result(
      users.map((user) => ({
        ...row(
          1,
          user.first_name ? 'added' : 'invalid',
          user.first_name ? undefined : { first_name: 'Required' },
        ),
        ...user,
      })),
    );
  };
  await chooseFile(client);
  await userEvent.type(await screen.findByLabelText('Email, Row 3'), 'kat@example.org');
  await userEvent.tab();
  await userEvent.keyboard('Katharina');
  trials.shift()?.();
  await userEvent.keyboard(' Anna');
  expect(screen.getByLabelText('First name, Row 3')).toHaveValue('Katharina Anna');
  // Presses the button without waiting for the validation of the field that loses the focus.
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 person' }));
  expect(imported).toEqual([]);
  trials.shift()?.();
  await waitFor(() => expect(imported).toEqual(['p2@example.org Noor', 'kat@example.org Katharina Anna']));
});

it('shows the progress of an interrupted import after a return', async () => {
  const rows = Array.from({ length: 501 }, (_none, index) => row(index + 2, 'added'));
  const { client } = fakeClient({ rows });
  let parts = 0;
  client.add = async (users) => {
    if (++parts === 2) throw new Error('the network is gone');
    return result(users.map((user, index) => ({ ...row(index + 1, 'added'), ...user })));
  };
  const { unmount } = await chooseFile(client);
  await userEvent.click(await screen.findByRole('button', { name: /^(Import|Invite|Add).*501/ }));
  expect(await screen.findByRole('alert')).toBeVisible();
  unmount();
  await renderScreen(<ImportPeople client={client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  expect(screen.getByText(/^An import stopped after 500 of 501\./)).toBeVisible();
});

it('says that an interrupted import was undone, not how far it came, and imports all rows anew', async () => {
  const rows = Array.from({ length: 501 }, (_none, index) => row(index + 2, 'added'));
  const { client } = fakeClient({ rows });
  const sent: { count: number; id: string | undefined }[] = [];
  client.add = async (users, { importId: id }) => {
    sent.push({ count: users.length, id });
    if (sent.length === 2) throw new Error('the network is gone');
    return result(users.map((user, index) => ({ ...row(index + 1, 'added'), ...user })));
  };
  client.listImports = async () => ({
    data: sent
      .flatMap(({ id }) => id ?? [])
      .slice(0, 1)
      .map((id) => ({
        ...added(id, []),
        ...{ undone_at: '2026-11-29T08:00:00.000Z', undone_by: 'Otto Other' },
      })),
  });
  const { unmount } = await chooseFile(client);
  const add = await screen.findByRole('button', { name: /^(Import|Invite|Add).*501/ });
  await userEvent.click(add);
  expect(await screen.findByText('This import was undone')).toBeVisible();
  expect(screen.queryByText(/What was added stays/)).toBeNull();
  unmount();
  const again = await renderScreen(<ImportPeople client={client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  await waitFor(() => expect(screen.queryByText(/^An import stopped after/)).toBeNull());
  again.unmount();
  await chooseFile(client);
  await userEvent.click(await screen.findByRole('button', { name: /^(Import|Invite|Add).*501/ }));
  await waitFor(() => expect(sent.slice(2).map(({ count }) => count)).toEqual([500, 1]));
  expect(sent[2]?.id).not.toBe(sent[0]?.id);
});

const mendingClient = () => {
  const { client, asked } = fakeClient({
    rows: [row(2, 'added'), row(3, 'invalid', { first_name: 'Too short!' }), row(4, 'repeated')],
  });
  const tried: string[] = [];
  client.add = async (users) => {
    tried.push(...users.map(({ email, first_name }) => `${email} ${first_name}`));
    return result(
      users.map((user) => ({ ...row(1, user.email === 'in@example.org' ? 'already_in' : 'added'), ...user })),
    );
  };
  return { client, asked, tried };
};
const retype = async (label: string, text: string) => {
  const input = await screen.findByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};

it('validates a corrected row on Enter, and keeps it editable', async () => {
  const { client, tried } = mendingClient();
  const { container } = await chooseFile(client);
  expect(screen.queryByLabelText('Email, Row 2')).toBeNull();
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'repeated');
  await retype('Email, Row 4', 'in@example.org{Enter}');
  expect(tried).toEqual(['in@example.org Noor']);
  // The row is no longer a repeated row, and must not disappear while it is being edited.
  expect(await screen.findByText('Already in', { selector: 'td' })).toBeVisible();
  expect(screen.getByLabelText('Email, Row 4')).toHaveFocus();
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'already_in');
  await retype('Email, Row 4', 'four@example.org{Enter}');
  expect(await screen.findByText('✓ Will be added')).toBeVisible();
  await expectAccessible(container);
});

it('corrects a mistyped domain by one tap, in a row or in all, and asks the server about it', async () => {
  const typed = (number: number, email: string) => ({ ...row(number, 'added'), email });
  const rows = [typed(2, 'ada@gmial.com'), typed(3, 'bea@gmail.con'), typed(4, 'cem@hotmial.com')];
  const { client, sent } = fakeClient({ rows });
  const { container } = await chooseFile(client);
  await userEvent.click(await screen.findByRole('button', { name: 'Did you mean ada@gmail.com?' }));
  expect(await screen.findByText('ada@gmail.com')).toBeVisible();
  await waitFor(() => expect(sent).toEqual([['ada@gmail.com']]));
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Correct all 2 addresses' }));
  await waitFor(() => expect(sent[1]).toEqual(['bea@gmail.com', 'cem@hotmail.com']));
  expect(screen.queryByRole('button', { name: /Did you mean|Correct all/ })).toBeNull();
});

it('suggests the domain of the institution, and never another one for an address in it', async () => {
  const typed = (number: number, email: string) => ({ ...row(number, 'added'), email });
  const rows = [typed(2, 'jane@charite.d'), typed(3, 'joe@gmaill.com'), typed(4, 'ann@charite.de')];
  const tried = [result(rows, { known_domains: ['charite.de', 'gmaill.com'] })];
  const { client, sent } = fakeClient({ rows, tried });
  await chooseFile(client);
  const offers = await screen.findAllByRole('button', { name: /Did you mean/ });
  expect(offers.map(({ textContent }) => textContent)).toEqual(['Did you mean jane@charite.de?']);
  await userEvent.click(offers[0] as HTMLElement);
  await waitFor(() => expect(sent).toEqual([['jane@charite.de']]));
});

it('shows the rows with a likely address alone', async () => {
  const typed = (number: number, email: string) => ({ ...row(number, 'added'), email });
  const rows = [typed(2, 'ada@gmial.com'), typed(3, 'bea@example.org'), typed(4, 'cem@clinic.con')];
  await chooseFile(fakeClient({ rows }).client);
  const filter = await screen.findByRole('combobox', { name: 'Show' });
  await userEvent.selectOptions(filter, 'Please check (2)');
  expect(screen.getByText('ada@gmial.com')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Did you mean cem@clinic.com?' })).toBeVisible();
  expect(screen.queryByText('bea@example.org')).toBeNull();
});

it('asks once before one person with a likely mistyped address is invited, also on a direct click', async () => {
  const { client, sent } = fakeClient({ rows: [] });
  client.add = async (users, { isDryRun }) => {
    if (!isDryRun) sent.push(users.map(({ email }) => email));
    return result(users.map((user) => ({ ...row(1, 'added'), ...user })));
  };
  await renderScreen(<AddPersonForm client={client} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  await userEvent.type(screen.getByLabelText(/^First name/), 'Noor');
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Haddad');
  await userEvent.type(screen.getByLabelText(/^Email/), 'noor@gmial.com');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Is noor@gmial.com right?');
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(sent).toEqual([['noor@gmial.com']]));
});

it.each(['members', 'students'] as const)(
  'asks before one person is invited whose domain is nearly that of the %s',
  async (group) => {
    const { client, sent } = fakeClient({ rows: [] });
    const add: PeopleImportClient['add'] = async (users, { isDryRun }) => {
      if (!isDryRun) sent.push(users.map(({ email }) => email));
      return result(
        users.map((user) => ({ ...row(1, 'added'), ...user })),
        { known_domains: ['fabrica.example'] },
      );
    };
    await renderScreen(<AddPersonForm client={{ ...client, group, add }} />, {
      namespaces: ['imports', 'fields'],
      session: sessionOf('customer'),
      answers: {},
    });
    await userEvent.type(screen.getByLabelText(/^First name/), 'Nia');
    await userEvent.type(screen.getByLabelText(/^Last name/), 'Haddad');
    await userEvent.type(screen.getByLabelText(/^Email/), 'nia@fabrica.exmaple{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Is nia@fabrica.exmaple right?');
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Did you mean nia@fabrica.example?' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(screen.getByLabelText(/^Email/), '{Enter}');
    await waitFor(() => expect(sent).toEqual([['nia@fabrica.example']]));
  },
);

it('asks before corrections are lost, and restores them after the page was left', async () => {
  const first = mendingClient();
  const { unmount } = await chooseFile(first.client);
  await retype('First name, Row 3', 'Katharina{Enter}');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('What you corrected in 1 row is lost.')).toBeVisible();
  await userEvent.click(dialog.getByText('Cancel'));
  expect(screen.getByLabelText('First name, Row 3')).toHaveValue('Katharina');
  unmount();

  const second = mendingClient();
  await renderScreen(<ImportPeople client={second.client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  }).then(({ unmount }) => {
    expect(screen.getByText(/^What you corrected in 1 row is kept\./)).toBeVisible();
    unmount();
  });
  await chooseFile(second.client);
  expect(await screen.findByLabelText('First name, Row 3')).toHaveValue('Katharina');
  await waitFor(() => expect(second.tried).toEqual(['p3@example.org Katharina']));
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 people' }));
  expect(await screen.findByText('2 people were added')).toBeVisible();
  expect(screen.getByRole('heading', { level: 3 })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(screen.queryByText(/is kept/)).toBeNull();
});

it('remembers the columns of a file with the same headings', async () => {
  const half = { ...file, mapping: { ...file.mapping, first_name: null } };
  const { client, asked } = fakeClient({
    rows: [row(2, 'added')],
    tried: [result([], { file: half }), result([row(2, 'added')]), result([], { file: half })],
  });
  const { container } = await chooseFile(client);
  await userEvent.selectOptions(await screen.findByLabelText('First name'), 'Who (as in Noor)');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose another file' }));
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['x'], 'people.csv', { type: 'text/csv' }));
  expect(await screen.findByText('✓ Will be added')).toBeVisible();
  const mapped = { email_column: '3', first_name_column: '1', second_name_column: '2' };
  expect(asked).toEqual([{}, mapped, {}, mapped]);
});

it('names the Excel file in an error, and says what to do without free seats', async () => {
  const { client } = fakeClient({ rows: [row(2, 'added'), row(3, 'no_seat'), row(4, 'no_seat')] });
  const { tryFile } = client;
  client.tryFile = async () => {
    throw new CallError(422, { code: 'invalid', fields: { users_file: 'The file is empty.' } });
  };
  const { container } = await renderScreen(<ImportPeople client={client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  const choose = (name: string) =>
    userEvent.upload(container.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], name), {
      applyAccept: false,
    });
  await choose('people.xlsx');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This Excel file cannot be used. The file is empty.',
  );
  await choose('people.csv');
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Please select a valid CSV file. The file is empty.'),
  );
  client.tryFile = tryFile;
  await choose('people.csv');
  expect(await screen.findByText(/^No seat is left for 2 people\. Remove members/)).toBeVisible();
});

const person = (name: string, is_active = false) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  is_active,
});
const added = (id: string, people: ReturnType<typeof person>[]) => ({
  id,
  created_at: '2026-11-29T06:13:00.000Z',
  added_by: 'Dina Director',
  number_of_people: people.length,
  number_of_active: people.filter(({ is_active }) => is_active).length,
  people,
  undo_until: '2026-11-30T06:13:00.000Z',
  undone_at: null,
  undone_by: null,
});

it('names whom each undo concerns, in the row and in the dialog', async () => {
  const { client } = fakeClient({ rows: [] });
  client.listImports = async () => ({
    data: [
      added('one', [person('Nora Quist')]),
      added('file', [person('Ana Abel'), person('Ben Berg'), person('Cyd Cole', true)]),
    ],
  });
  const { container } = await renderScreen(<AddPeople client={client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  const rows = within(await screen.findByRole('region', { name: 'Added during the last day' }));
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Nora Quist · nora.quist@example.com'),
    expect.stringContaining('Ana Abel · ana.abel@example.com and 2 more'),
  ]);
  await userEvent.click(rows.getByRole('button', { name: /Ana Abel and 2 more/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ana Abel · ana.abel@example.com',
    'Ben Berg · ben.berg@example.com',
  ]);
  expect(dialog.getByRole('button', { name: 'Remove 2 people' })).toBeVisible();
  await expectAccessible(container);
});

it('adds the person once for two quick submissions, names them, and leaves the emptied form without an error', async () => {
  const { client, sent } = fakeClient({ rows: [] });
  client.add = async (users, { isDryRun }) => {
    if (!isDryRun) sent.push(users.map(({ email }) => email));
    const outcome = sent.length > 1 ? 'already_in' : 'added';
    return result(users.map((user) => ({ ...row(1, outcome), ...user })));
  };
  const { container } = await renderScreen(<AddPersonForm client={client} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  await userEvent.type(screen.getByLabelText(/^First name/), 'Noor');
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Haddad');
  await userEvent.type(screen.getByLabelText(/^Email/), 'noor@example.org');
  const form = container.querySelector('form') as HTMLFormElement;
  fireEvent.submit(form);
  fireEvent.submit(form);
  await waitFor(() => expect(screen.getByLabelText(/^Email/)).toHaveValue(''));
  expect(screen.getByLabelText(/^First name/)).toHaveFocus();
  await userEvent.tab();
  await userEvent.tab();
  expect(sent).toEqual([['noor@example.org']]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(container.querySelector('[aria-invalid=true]')).toBeNull();
});

it('says in the report that the import was undone meanwhile, and offers no undo', async () => {
  const { client, added: ids } = fakeClient({ rows: [row(2, 'added')] });
  client.listImports = async () => ({
    data: ids
      .filter((id) => id !== undefined)
      .map((id) => ({
        ...added(id, []),
        undone_at: '2026-11-29T08:00:00.000Z',
        undone_by: 'Otto Other',
      })),
  });
  await chooseFile(client);
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 person' }));
  const heading = await screen.findByRole('heading', { name: 'This import was undone' });
  expect(heading.parentElement).toHaveTextContent(/Undone .+ · Otto Other/);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

it('says of an undone import who stayed, and not that they were undone', async () => {
  const { client } = fakeClient({ rows: [] });
  client.listImports = async () => ({
    data: [
      {
        ...added('gone', [person('Pat Neil', true)]),
        ...{ undone_at: '2026-11-29T08:00:00.000Z', undone_by: 'Otto Other' },
      },
    ],
  });
  await renderScreen(<AddPeople client={client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  expect(await screen.findByText(/^Import undone; 1 stayed:/)).toHaveTextContent('1 stayed: Pat Neil');
});

it('says of an undone import when it was undone and by whom, and offers no undo', async () => {
  const { client } = fakeClient({ rows: [] });
  client.listImports = async () => ({
    data: [{ ...added('gone', []), undone_at: '2026-11-29T08:00:00.000Z', undone_by: 'Otto Other' }],
  });
  await renderScreen(<AddPeople client={client} listPath={null} />, {
    namespaces: ['imports', 'fields'],
    session: sessionOf('customer'),
    answers: {},
  });
  const row = await screen.findByText('This import was undone');
  expect(row.closest('li')).toHaveTextContent(/Undone .+ · Otto Other/);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});
