import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';

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
    expect(body.message).toBe('student added succesfully');
    expect(body.rows).toMatchObject([{ row: 1, email: 'ada@example.org', outcome: 'new' }]);
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
    expect((await assign([{ ...ada, email: reader.email }])).body.counts.known).toBe(1);
    await mailsTo(app, reader.email);
    const [mail] = await mailsTo(app, reader.email);
    expect(mail?.subject).toBe('You are now in Residency');
  });

  it.each([
    [{ ...ada, first_name: '' }, { first_name: 'First Name is required' }],
    [{ ...ada, first_name: 'A' }, { first_name: 'Too short!' }],
    [{ ...ada, second_name: 'x'.repeat(51) }, { second_name: 'Too long!' }],
    [{ ...ada, email: '' }, { email: 'Email is Required' }],
    [{ ...ada, email: 'not an address' }, { email: 'Invalid email' }],
    [{ ...ada, first_name: '=HYPERLINK("x")' }, { first_name: 'A name cannot begin with = + - or @' }],
  ])('is refused with the words of the specification', async (user, fields) => {
    const { status, body } = await assign([user]);
    expect([status, body.fields]).toEqual([422, fields]);
  });

  it('with the address of a director is refused', async () => {
    expect((await assign([{ ...ada, email: director.email }])).body.fields).toHaveProperty('email');
  });

  it('without a list or a file is refused', async () => {
    const params = { id: programId };
    expect((await app.call(calls.assignUsers, { as: director, params, body: {} })).status).toBe(422);
    expect((await assign([])).status).toBe(422);
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
      'new',
      'already_in',
      'repeated',
      'invalid',
      'new',
    ]);
    expect(body.rows[0]).toMatchObject({ first_name: 'Noor, Jr.', email: 'new@example.org' });
    expect((await upload(file, { query: { dry_run: true } })).body.counts.new).toBe(2);
  });

  it('adds the good rows, answers about each, and can be taken back for a day', async () => {
    const importId = newId();
    const first = await upload(file, { query: { import_id: importId } });
    expect(first.body.counts).toMatchObject({ new: 2, invalid: 1, repeated: 1, already_in: 1 });
    // The same part sent again: the same people, added once.
    const again = await upload(file, { query: { import_id: importId } });
    expect(again.body.counts).toMatchObject({ known: 2, already_in: 1 });

    const list = async () =>
      (await app.call(calls.listImports, { as: director, params: { id: programId } })).body.data;
    expect(await list()).toContainEqual(
      expect.objectContaining({
        id: importId,
        number_of_students: 2,
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
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(importId);
    expect((await upload(file, { query: { import_id: importId } })).status).toBe(404);
  });

  it('stays after a day', async () => {
    const importId = newId();
    await assign([{ ...ada, email: 'late@example.org' }], { import_id: importId });
    app.clock.set(new Date(app.clock.now().getTime() + 25 * 3_600_000));
    const { status, body } = await app.call(calls.undoImport, {
      as: director,
      params: { id: programId, importId },
    });
    expect([status, body.code]).toEqual([409, 'undo_over']);
    const left = await app.call(calls.listImports, { as: director, params: { id: programId } });
    expect(left.body.data).toEqual([]);
  });

  it.each([
    ['another name', 'email,first_name,second_name\na@b.co,Aa,Bb', { name: 'students.xlsx' }],
    ['nothing in it', '', {}],
    ['no such columns', 'mail,name\na@b.co,A', {}],
    ['only a header', 'email,first_name,second_name\n', {}],
    ['another encoding', Buffer.from('email,first_name,second_name\na@b.co,Andr\xe9,Bb', 'latin1'), {}],
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
    expect([plain.body.counts.new, wide.body.counts.new]).toEqual([1, 1]);
  });

  it('that is too large is refused as such', async () => {
    const { status } = await upload(Buffer.alloc(6_000_000, 'a'));
    expect(status).toBe(413);
  });
});
