import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';
import { workbook } from '../../testing/workbook.ts';

let app: TestApp;
let director: Person;
let programId: string;

beforeAll(async () => {
  app = await testApp();
  director = await app.person({ role: 'program_director', firstName: 'Dina', secondName: 'Director' });
  const book = await buildBook(app.deps.db);
  programId = (
    await buildProgram(app.deps.db, { name: 'Residency', bookIds: [book.id], directorIds: [director.id] })
  ).id;
});
afterAll(() => app.close());

type Query = Record<string, string | boolean>;
const ada = { first_name: 'Ada', second_name: 'Lovelace', email: ' Ada@Example.org ' };
const assign = (users: unknown[], query: Query = {}) =>
  app.call(calls.assignUsers, {
    as: director,
    params: { id: programId },
    query,
    body: { program: { users } },
  });

function upload(
  content: Buffer | string,
  { name = 'students.csv', query = {} as Query, field = 'program[users_file]' } = {},
) {
  const boundary = 'xxxxboundaryxxxx';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return app.call(calls.assignUsers, {
    as: director,
    params: { id: programId },
    query,
    body: payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

describe('adding one student', () => {
  it('makes an account, a place and a letter with a link to set a password', async () => {
    const { status, body } = await assign([ada]);
    expect(status).toBe(200);
    expect(body.message).toBe('Student added successfully');
    expect(body.rows).toMatchObject([{ row: 1, email: 'ada@example.org', outcome: 'added' }]);
    await mailsTo(app, 'ada@example.org');
    const mails = await mailsTo(app, 'ada@example.org');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Dina Director (Residency)');
    expect(linkIn(mails[0]).pathname).toBe('/forget-password');
  });

  it('twice is a conflict', async () => {
    const { status, body } = await assign([ada]);
    expect([status, body.code]).toEqual([409, 'duplicate_student']);
    expect(body.message).toContain('already exists');
  });

  it('who has an account keeps it and hears of the program', async () => {
    const reader = await app.person({ email: 'known@example.org' });
    expect((await assign([{ ...ada, email: reader.email }])).body.counts.added).toBe(1);
    await mailsTo(app, reader.email);
    const [mail] = await mailsTo(app, reader.email);
    expect(mail?.subject).toBe('You are now in Residency');
  });

  it.each([
    [{ ...ada, first_name: '' }, { first_name: 'First Name is required' }],
    [{ ...ada, first_name: 'A' }, { first_name: 'Too short!' }],
    [{ ...ada, second_name: 'é' }, { second_name: 'Too short!' }],
    [{ ...ada, second_name: 'x'.repeat(51) }, { second_name: 'Too long!' }],
    [{ ...ada, email: '' }, { email: 'Email is Required' }],
    [{ ...ada, email: 'not an address' }, { email: 'Invalid email' }],
    [{ ...ada, first_name: '=HYPERLINK("x")' }, { first_name: 'A name cannot begin with = + - or @' }],
  ])('is refused with the words of the specification', async (user, fields) => {
    const { status, body } = await assign([user]);
    expect([status, body.fields]).toEqual([422, fields]);
  });

  it.each(['李', '이', 'ع'])('may have a name of one letter in a script without case: %s', async (name) => {
    const user = { first_name: name, second_name: '王', email: `${newId()}@example.org` };
    const { status, body } = await assign([user]);
    expect([status, body.counts.added]).toEqual([200, 1]);
  });

  it('with the address of a director is refused', async () => {
    expect((await assign([{ ...ada, email: director.email }])).body.fields).toHaveProperty('email');
  });

  it('has a name without invisible characters, line breaks and formulas', async () => {
    const eve = { second_name: 'Lind', email: 'eve@example.org', first_name: 'Eve,\n\nPay \u202enow\u200b' };
    const { body } = await assign([eve]);
    expect(body.rows).toMatchObject([{ outcome: 'added', first_name: 'Eve, Pay now' }]);
    const hidden = await assign([{ ...eve, email: 'mia@example.org', first_name: '\u200b=1+1' }]);
    expect(hidden.body.fields).toHaveProperty('first_name');
    const { body: students } = await app.call(calls.studentsOverview, {
      ...{ as: director, query: { program_id: programId } },
    });
    expect(JSON.stringify(students)).toContain('Eve, Pay now');
  });

  it('without a list or a file is refused', async () => {
    const params = { id: programId };
    expect((await app.call(calls.assignUsers, { as: director, params, body: {} })).status).toBe(422);
    expect((await assign([])).status).toBe(422);
  });
});

describe('a form', () => {
  const part = (name: string, fileName: string | null, content: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n\r\n${content}\r\n`;
  const field = 'program[users_file]';
  const good = part(field, 'a.csv', 'email,first_name,second_name\na@b.example,Aa,Bb');
  const end = '--x--\r\n';
  const post = (payload: string, contentType = 'multipart/form-data; boundary=x') =>
    app.app.inject({
      method: 'POST',
      url: `/program_director_portal/v1/programs/${programId}/assign_users?dry_run=true`,
      headers: { authorization: `Bearer ${director.token}`, 'content-type': contentType },
      payload,
    });

  it.each<[string, string, string?]>([
    ['has no boundary', good + end, 'multipart/form-data'],
    ['is cut off in the file', good.slice(0, -6)],
    ['is cut off behind the file', good],
    ['is cut off in a header', '--x\r\nContent-Disposition: form-da'],
    ['is something else', 'garbage'],
    ['has a field that no object may have', part('__proto__', 'a.csv', 'a') + end],
  ])('that %s is malformed', async (_what, payload, contentType) => {
    const answer = await post(payload, contentType);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  });

  it.each([
    ['two files', good + good + end, 'Choose one file.'],
    ['a second file in another field', good + part('notes', 'b.csv', 'b') + end, 'Choose one file.'],
    ['the file in another field', part('other', 'a.csv', 'a') + end, `expected in the field ${field}`],
    ['words instead of a file', part(field, null, 'a') + end, `expected in the field ${field}`],
    ['nothing', end, `expected in the field ${field}`],
  ])('with %s is refused', async (_what, payload, words) => {
    const { code, fields } = (await post(payload)).json();
    expect([code, fields.users_file]).toEqual(['csv_invalid', expect.stringContaining(words)]);
  });

  it('may have other fields before and behind its file', async () => {
    const answer = await post(part('a', null, '1') + good + part('b', null, '2') + end);
    expect([answer.statusCode, answer.json().rows?.[0]?.outcome]).toEqual([200, 'added']);
  });
});

describe('an address as mail programs copy it', () => {
  const lines = [
    'email,first_name,second_name',
    'Cora Copied <Cora@Copied.example>,Cora,Copied',
    '"""Link, Lina"" <lina@copied.example>",Lina,Link',
    'mailto:lina@copied.example?subject=Hi,Lina,Again',
    'A <a@copied.example>; B <b@copied.example>,Two,Both',
  ].join('\r\n');
  const rows = [
    { email: 'cora@copied.example', outcome: 'added' },
    { email: 'lina@copied.example', outcome: 'added' },
    { email: 'lina@copied.example', outcome: 'repeated' },
    { email: 'a <a@copied.example>; b <b@copied.example>', outcome: 'invalid' },
  ];

  it('is read as the address, in a file and in the form', async () => {
    expect((await upload(lines, { query: { dry_run: true } })).body.rows).toMatchObject(rows);
    const { body } = await assign([
      { first_name: 'Cora', second_name: 'Copied', email: 'Cora Copied <cora@copied.example>' },
    ]);
    expect(body.rows).toMatchObject([{ email: 'cora@copied.example', outcome: 'added' }]);
    expect(await mailsTo(app, 'cora@copied.example')).toHaveLength(1);
    // It is the account that is known by now.
    const again = await upload(lines, { query: { dry_run: true } });
    expect(again.body.rows[0]).toMatchObject({ email: 'cora@copied.example', outcome: 'already_in' });
  });
});

describe('a file of students', () => {
  const rows = [
    '\uFEFFemail,First Name,second_name,ward',
    'NEW@example.org,"Noor, Jr.",Haddad,7',
    'known@example.org,Known,Reader,',
    '',
    'new@example.org,Noor,Again,',
    'broken,Bo,Ken,',
    `fresh@example.org, Fresh ,سلمى,`,
  ];
  const file = rows.join('\r\n');

  it('is tried first and changes nothing', async () => {
    const { status, body } = await upload(file, { query: { dry_run: true } });
    expect(status).toBe(200);
    expect(body.rows.map((row: { outcome: string }) => row.outcome)).toEqual([
      'added',
      'already_in',
      'repeated',
      'invalid',
      'added',
    ]);
    expect(body.rows[0]).toMatchObject({ first_name: 'Noor, Jr.', email: 'new@example.org' });
    // As the spreadsheet numbers them: below the headings, the empty row counted.
    expect(body.rows.map(({ row }: { row: number }) => row)).toEqual([2, 3, 5, 6, 7]);
    expect(body.file).toMatchObject({
      read_as: 'UTF-8',
      columns: [
        { name: 'email', example: 'NEW@example.org' },
        { name: 'First Name' },
        { name: 'second_name' },
        { name: 'ward', example: '7' },
      ],
      mapping: { email: 1, first_name: 2, second_name: 3, full_name: null },
    });
    expect((await upload(file, { query: { dry_run: true } })).body.counts.added).toBe(2);
  });

  it('adds the good rows, answers about each, and can be taken back for a day', async () => {
    const importId = newId();
    const first = await upload(file, { query: { import_id: importId } });
    expect(first.body.counts).toMatchObject({ added: 2, invalid: 1, repeated: 1, already_in: 1 });
    // The same part sent again: the same people, added once.
    const again = await upload(file, { query: { import_id: importId } });
    expect(again.body.counts).toMatchObject({ added: 2, already_in: 1 });

    const list = async () =>
      (await app.call(calls.listImports, { as: director, params: { id: programId } })).body.data;
    expect(await list()).toContainEqual(
      expect.objectContaining({
        id: importId,
        number_of_people: 2,
        number_of_active: 0,
        people: [
          { name: expect.stringMatching(/\w/), email: expect.stringContaining('@'), is_active: false },
          { name: expect.stringMatching(/\w/), email: expect.stringContaining('@'), is_active: false },
        ],
        undo_until: '2026-03-02T09:00:00.000Z',
      }),
    );
    const stranger = await app.person({ role: 'program_director' });
    for (const call of [calls.listImports, calls.undoImport])
      expect((await app.call(call, { as: stranger, params: { id: programId, importId } })).status).toBe(404);
    const params = { id: programId, importId };
    const undone = await app.call(calls.undoImport, { as: director, params });
    expect([undone.status, undone.body.removed]).toEqual([200, 2]);
    expect((await app.call(calls.undoImport, { as: director, params })).body.removed).toBe(0);
    expect(await list()).toContainEqual(
      expect.objectContaining({ id: importId, people: [], undone_at: app.clock.now().toISOString() }),
    );
    expect((await upload(file, { query: { import_id: importId } })).status).toBe(404);
  });

  it('stays after a day', async () => {
    const importId = newId();
    await assign([{ ...ada, email: 'late@example.org' }], { import_id: importId });
    app.clock.set(new Date(app.clock.now().getTime() + 25 * HOUR_MS));
    const { status, body } = await app.call(calls.undoImport, {
      as: director,
      params: { id: programId, importId },
    });
    expect([status, body.code]).toEqual([409, 'undo_over']);
    const left = await app.call(calls.listImports, { as: director, params: { id: programId } });
    expect(left.body.data).toEqual([]);
  });

  it.each([
    ['nothing in it', '', {}],
    ['no such columns', 'mail,who\na@b.co,A', {}],
    ['a column that is not there', 'a,b,c\na@b.co,Aa,Bb', { query: { email_column: '7' } }],
    ['an old Excel file in it', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), {}],
    ['only a header', 'email,first_name,second_name\n', {}],
    ['another encoding', Buffer.from('email,first_name,second_name\na@b.co,Andr\x8e,Bb', 'latin1'), {}],
    ['no text in it', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), {}],
    ['a quote that never ends', 'email,first_name,second_name\n"a@b.co,Aa,Bb', {}],
    ['another field', 'email,first_name,second_name\na@b.co,Aa,Bb', { field: 'file' }],
  ])('with %s is no valid CSV file, and says why', async (_what, content, options) => {
    const { status, body } = await upload(content, options);
    expect([status, body.code, body.message]).toEqual([
      422,
      'csv_invalid',
      'Please select a valid CSV file.',
    ]);
    expect(body.fields).toHaveProperty('users_file');
  });

  it('of a spreadsheet with semicolons, or in UTF-16, is understood', async () => {
    const text = 'Email;First name;Second name\nsemi@example.org;Semi;Colon\n';
    const plain = await upload(text, { query: { dry_run: true } });
    const wide = await upload(Buffer.from(`\uFEFF${text}`, 'utf16le'), { query: { dry_run: true } });
    expect([plain.body.counts.added, wide.body.counts.added]).toEqual([1, 1]);
  });

  it('is mapped by other headings, by choice, and by nothing but its addresses', async () => {
    const trial = (text: string, query: Query = {}) => upload(text, { query: { dry_run: true, ...query } });
    const known = await trial('Surname;Given name;E-Mail Address\nHaddad;Noor;mapped@example.org');
    expect(known.body.rows).toMatchObject([
      { outcome: 'added', first_name: 'Noor', second_name: 'Haddad', email: 'mapped@example.org' },
    ]);
    const odd = 'Who,Clan,Where\nNoor,Haddad,mapped@example.org';
    const asked = await trial(odd);
    expect([asked.status, asked.body.rows]).toEqual([200, []]);
    expect(asked.body.file.mapping).toEqual({
      email: 3,
      first_name: null,
      second_name: null,
      full_name: null,
    });
    const chosen = { first_name_column: '1', second_name_column: '2' };
    expect((await trial(odd, chosen)).body.rows).toMatchObject([
      { row: 2, outcome: 'added', first_name: 'Noor' },
    ]);
    expect((await upload(odd)).body.fields.users_file).toContain('first_name, second_name');
    const bare = await trial('Noor,Haddad,mapped@example.org', chosen);
    expect(bare.body.rows).toMatchObject([{ row: 1, outcome: 'added', second_name: 'Haddad' }]);
    expect(bare.body.file.columns[2]).toEqual({ name: 'C', example: 'mapped@example.org' });
  });

  it('may have one column for the whole name, which is divided', async () => {
    const trial = (text: string, query: Query = {}) => upload(text, { query: { dry_run: true, ...query } });
    const { body } = await trial(
      'Full name;Email\nLeila Haddad;l1@example.org\n"Haddad, Leila";l2@example.org\nPele;l3@example.org',
    );
    expect(body.file.mapping).toEqual({ email: 2, first_name: null, second_name: null, full_name: 1 });
    expect(body.rows).toMatchObject([
      { outcome: 'added', first_name: 'Leila', second_name: 'Haddad' },
      { outcome: 'added', first_name: 'Leila', second_name: 'Haddad' },
      {
        outcome: 'invalid',
        first_name: 'Pele',
        second_name: '',
        fields: { second_name: expect.any(String) },
      },
    ]);
    const arabic = await trial('الاسم,البريد الإلكتروني\nليلى حداد,l4@example.org');
    expect(arabic.body.rows).toMatchObject([{ outcome: 'added', first_name: 'ليلى', second_name: 'حداد' }]);
    // Beside a first name, "Name" is the other part; and what is chosen wins over every guess.
    const german = await trial('Vorname,Name,E-Mail\nNoor,Haddad,l5@example.org');
    expect(german.body.file.mapping).toMatchObject({ first_name: 1, second_name: 2, full_name: null });
    const chosen = await trial('Vorname,Name,E-Mail\nNoor,Omar Haddad,l5@example.org', {
      full_name_column: '2',
    });
    expect(chosen.body.rows).toMatchObject([{ first_name: 'Omar', second_name: 'Haddad' }]);
    const added = await upload('Name,Email\nLeila Haddad,l6@example.org');
    expect(added.body.counts.added).toBe(1);
  });

  it('may begin with a title and a date above its headings', async () => {
    const file =
      'Cardiology Residents\nExported 2026-11-22\nEmail,First name,Last name\nt1@example.org,Thea,Lang';
    const { body } = await upload(file, { query: { dry_run: 'true' } });
    expect(body.rows).toMatchObject([
      { row: 4, email: 't1@example.org', first_name: 'Thea', outcome: 'added' },
    ]);
    expect(body.file?.columns.map(({ name }: { name: string }) => name)).toEqual([
      'Email',
      'First name',
      'Last name',
    ]);
  });

  it('in Windows-1252 keeps its names', async () => {
    const text = 'email;first_name;second_name\ncp@example.org;Zo\xeb;Mu\x9aloviæ-Größe\n';
    const { body } = await upload(Buffer.from(text.replace('Mu\x9aloviæ', 'O\x92Neil'), 'latin1'), {
      query: { dry_run: true },
    });
    expect(body.file.read_as).toBe('Windows-1252');
    expect(body.rows).toMatchObject([{ outcome: 'added', first_name: 'Zoë', second_name: 'O’Neil-Größe' }]);
  });

  it('of Excel is read as it is shown', async () => {
    const { body } = await upload(workbook(), { name: 'students.xlsx', query: { dry_run: true } });
    expect(body.file).toMatchObject({
      read_as: 'Excel',
      mapping: { email: 3, first_name: 1, second_name: 2, full_name: null },
    });
    expect(body.rows).toMatchObject([
      { row: 2, outcome: 'added', first_name: 'Noor', second_name: 'Haddad & Sons', email: 'x1@example.org' },
      { row: 4, outcome: 'added', first_name: '李', second_name: '王', email: 'x2@example.org' },
    ]);
  });

  it('that is too large is refused as such', async () => {
    const { status } = await upload(Buffer.alloc(6_000_000, 'a'));
    expect(status).toBe(413);
  });
});

describe('an import that somebody has acted on', () => {
  it('is undone for all but them', async () => {
    const importId = newId();
    const rows = ['one', 'two', 'three'].map((name) => ({ ...ada, email: `${name}@acted.example` }));
    await assign(rows, { import_id: importId });
    const [mail] = await mailsTo(app, 'one@acted.example');
    app.clock.advance(60_000);
    const body = {
      email: 'one@acted.example',
      reset_password_token: linkIn(mail).searchParams.get('token'),
      new_password: 'Night shift 8',
      ...(await ownerProfile(app)),
    };
    expect((await app.call(accountsCalls.resetPassword, { body })).status).toBe(200);
    const params = { id: programId, importId };
    const { data } = (await app.call(calls.listImports, { as: director, params })).body;
    expect(data.find(({ id }: { id: string }) => id === importId)).toMatchObject({
      number_of_people: 3,
      number_of_active: 1,
    });
    const undone = await app.call(calls.undoImport, { as: director, params });
    expect(undone.body).toMatchObject({ removed: 2, kept: 1 });
    const left = await app.call(calls.studentsOverview, {
      as: director,
      query: { program_id: programId, search_term: 'acted.example' },
    });
    expect(left.body.data.map(({ user }: { user: { email: string } }) => user.email)).toEqual([
      'one@acted.example',
    ]);
  });
});

describe('an invitation', () => {
  it('is sent again to those who have not accepted it, not twice in an hour', async () => {
    const students = [`late-${newId()}@resend.example`, `later-${newId()}@resend.example`];
    await assign(students.map((email) => ({ ...ada, email })));
    const reader = await app.person({ email: 'verified@resend.example' });
    await assign([{ ...ada, email: reader.email }]);
    const count = async () => (await mailsTo(app, students[0] as string)).length;
    expect(await count()).toBe(1);
    const row = async (email: string) =>
      (
        await app.call(calls.studentsOverview, {
          as: director,
          query: { program_id: programId, search_term: email },
        })
      ).body.data[0];
    const pending = await row(students[0] as string);
    expect(pending).toMatchObject({ state: 'invited', invitation_sent_at: app.clock.now().toISOString() });
    expect(await row(reader.email)).toMatchObject({ state: 'not_started', invitation_sent_at: null });
    const send = async (body: object) =>
      (await app.call(calls.resendInvitations, { as: director, params: { id: programId }, body })).body;
    const resend = (user_ids: string[]) => send({ user_ids });
    expect(await resend([pending.user.id, reader.id])).toMatchObject({ sent: 0, waiting: 1 });
    app.clock.advance(HOUR_MS);
    const both = await Promise.all([resend([pending.user.id]), resend([pending.user.id])]);
    expect(both.map(({ sent }) => sent).sort()).toEqual([0, 1]);
    expect(await count()).toBe(2);
    expect((await mailsTo(app, students[1] as string)).length).toBe(1);
    app.clock.advance(HOUR_MS);
    // Whom the list's search finds, and nobody while it is only counted.
    const search_term = students[0];
    const names = [`${pending.user.first_name} ${pending.user.second_name}`];
    expect(await send({ search_term, dry_run: true })).toEqual({ sent: 1, names, waiting: 0 });
    expect(await count()).toBe(2);
    expect(await send({ search_term })).toEqual({ sent: 1, names, waiting: 0 });
    expect(await send({ search_term, dry_run: true })).toEqual({ sent: 0, names: [], waiting: 1 });
    expect([await count(), (await mailsTo(app, students[1] as string)).length]).toEqual([3, 1]);
    expect((await send({})).sent).toBeGreaterThan(0);
    expect((await mailsTo(app, students[1] as string)).length).toBe(2);
    expect((await mailsTo(app, reader.email)).map(({ subject }) => subject)).toEqual([
      'You are now in Residency',
    ]);
  });
});
