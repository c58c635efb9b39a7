import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution } from '../../testing/factories.ts';
import { PATIENT, whileHeld } from '../../testing/held-row.ts';
import { hashPassword } from '../accounts/passwords.ts';

const PASSWORD = 'a seat in two houses';
const LATER = new Date('2030-01-01T00:00:00Z');
let app: TestApp;
let staff: Person;
let number = 0;

beforeAll(async () => {
  app = await testApp({}, { database: PATIENT });
  staff = await app.person({ role: 'staff' });
});
afterAll(() => app.close());

async function build(fields: { endsAt?: Date } = {}) {
  number += 1;
  const book = await buildBook(app.deps.db, { title: `Book of house ${number}`, pages: 40 });
  const name = `House ${number}`;
  const { id } = await buildInstitution(app.deps.db, { name, bookIds: [book.id], ...fields });
  const librarian = async () => {
    const person = await app.person({ institutionId: id });
    await sql`update institution_members set is_manager = true where user_id = ${person.id}`.execute(
      app.deps.db,
    );
    return person;
  };
  return { id, name, book, librarian: await librarian(), makeLibrarian: librarian };
}
const add = (as: Person, emails: readonly string[], query: Record<string, string> = {}) =>
  app.call(calls.addInstitutionMembers, {
    as,
    query,
    body: {
      institution: { users: emails.map((email) => ({ email, first_name: 'Noor', second_name: 'Haddad' })) },
    },
  });
const remove = (as: Person, { id: userId }: Person, query = {}) =>
  app.call(calls.removeInstitutionMember, { as, params: { userId }, query });
const members = async (as: Person, query = {}): Promise<string[]> =>
  (await app.call(calls.listInstitutionMembers, { as, query })).body.data
    .filter(({ seat_freed_at }: { seat_freed_at: string | null }) => seat_freed_at === null)
    .map(({ email }: { email: string }) => email);
const lastPage = async (as: Person, { id }: { id: string }): Promise<number> =>
  (await app.call(readerCalls.getBookPages, { as, params: { id } })).body.access.last_page;
const setPassword = async ({ id }: Person) =>
  sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${id}`.execute(app.deps.db);
const own = async (as: Person, query = {}) => (await app.call(calls.getOwnInstitution, { as, query })).body;

describe('somebody with a seat in two institutions', () => {
  it('reads the books of both, whichever lasts longer', async () => {
    const [one, two] = [await build(), await build({ endsAt: LATER })];
    const reader = await app.person({ institutionId: one.id });
    expect(await lastPage(reader, two.book)).toBe(15);
    await add(two.librarian, [reader.email]);
    expect([await lastPage(reader, one.book), await lastPage(reader, two.book)]).toEqual([40, 40]);
    const shelf = await app.call(catalogueCalls.listInstitutionBooks, { as: reader });
    expect(shelf.body.data.map(({ title }: { title: string }) => title)).toEqual([
      one.book.title,
      two.book.title,
    ]);
    expect((await own(reader)).institutions).toMatchObject([
      { id: one.id, name: one.name, is_manager: false },
      { id: two.id, name: two.name, is_manager: false },
    ]);

    const params = { id: reader.id };
    const access = await app.call(adminCalls.listPersonAccess, {
      as: staff,
      params,
      query: { readable: 'true' },
    });
    expect(access.body.data).toMatchObject([
      { title: one.book.title, reasons: ['institution'] },
      { title: two.book.title, reasons: ['institution'] },
    ]);
    const page = await app.call(adminCalls.getPerson, { as: staff, params });
    expect(page.body.institution_name).toBe(`${one.name}, ${two.name}`);
    expect(
      (await app.call(adminCalls.listPeople, { as: staff, query: { search_term: reader.email } })).body.data,
    ).toMatchObject([{ institution_name: `${one.name}, ${two.name}` }]);

    await remove(two.librarian, reader);
    expect([await lastPage(reader, one.book), await lastPage(reader, two.book)]).toEqual([40, 15]);
  });

  it('is counted by the one that covers the book, by both that do, and as refused where none does', async () => {
    const [one, two] = [await build(), await build({ endsAt: LATER })];
    const shared = await buildBook(app.deps.db, { title: 'Shared', pages: 40 });
    const closed = await buildBook(app.deps.db, { title: 'Closed', pages: 40 });
    for (const { id } of [one, two])
      await sql`insert into institution_books (institution_id, book_id) values (${id}, ${shared.id})`.execute(
        app.deps.db,
      );
    const reader = await app.person({ institutionId: one.id });
    await add(two.librarian, [reader.email]);
    for (const book of [one.book, shared, closed]) await lastPage(reader, book);
    const report = async (as: Person, name: string) => {
      const query = { begin_date: '2026-03', end_date: '2026-03' };
      const { body } = await app.call(calls.getCounterReport, { as, params: { report: name }, query });
      return body.Report_Items.map(({ Title }: { Title: string }) => Title);
    };
    expect(await report(one.librarian, 'tr_b1')).toEqual([one.book.title, 'Shared']);
    expect(await report(two.librarian, 'tr_b1')).toEqual(['Shared']);
    expect(await report(one.librarian, 'tr_b2')).toEqual(['Closed']);
    expect(await report(two.librarian, 'tr_b2')).toEqual(['Closed']);
  });

  it('takes the seat that the mail domain gives also while there is another one', async () => {
    const [one, two] = [await build(), await build()];
    const domain = `${newId()}.example`;
    await sql`insert into institution_domains (domain, institution_id) values (${domain}, ${one.id})`.execute(
      app.deps.db,
    );
    const reader = await app.person({ email: `reader@${domain}` });
    await setPassword(reader);
    await add(two.librarian, [reader.email]);
    await app.call(accountsCalls.signIn, { body: { email: reader.email, password: PASSWORD } });
    expect([await lastPage(reader, one.book), await lastPage(reader, two.book)]).toEqual([40, 40]);
  });
});

describe('a librarian who gets a seat in another institution', () => {
  it('still manages the own one, and nothing of the other', async () => {
    const [one, two] = [await build({ endsAt: LATER }), await build()];
    const member = await app.person({ institutionId: two.id });
    await add(one.librarian, [two.librarian.email]);
    expect(await own(two.librarian)).toMatchObject({ id: two.id, is_manager: true });
    expect(await members(two.librarian)).toContain(member.email);
    expect((await remove(two.librarian, member)).status).toBe(204);
    const elsewhere = { institution_id: one.id };
    expect(
      (await app.call(calls.listInstitutionMembers, { as: two.librarian, query: elsewhere })).status,
    ).toBe(403);
    expect((await remove(two.librarian, one.librarian, elsewhere)).status).toBe(403);
    expect((await own(one.librarian, { institution_id: two.id })).code).toBe('not_found');
  });

  it('signs in as a manager, whichever institution lasts longer', async () => {
    const [one, two] = [await build({ endsAt: LATER }), await build()];
    await setPassword(two.librarian);
    await add(one.librarian, [two.librarian.email]);
    const body = { email: two.librarian.email, password: PASSWORD };
    const signedIn = await app.call(accountsCalls.signIn, { body });
    expect(signedIn.body.institution_subscription).toEqual({ id: two.id, is_manager: true });
    expect((await app.call(accountsCalls.getUser, { as: two.librarian })).body).toMatchObject({
      institution_subscription: { id: two.id, is_manager: true },
    });
  });

  it('chooses between both when made a manager there, too', async () => {
    const [one, two] = [await build({ endsAt: LATER }), await build()];
    await add(one.librarian, [two.librarian.email]);
    const params = { userId: two.librarian.id };
    await app.call(calls.updateInstitutionMember, { as: one.librarian, params, body: { is_manager: true } });
    expect(await own(two.librarian)).toMatchObject({
      id: two.id,
      institutions: [
        { id: two.id, is_manager: true },
        { id: one.id, is_manager: true },
      ],
    });
    expect(await members(two.librarian, { institution_id: one.id })).toContain(one.librarian.email);
    const email = `${newId()}@choice.example`;
    await add(two.librarian, [email], { institution_id: one.id });
    expect(await members(one.librarian)).toContain(email);
    expect(await members(two.librarian)).not.toContain(email);
  });
});

describe('an undone import', () => {
  it('leaves out whom a manager had put out, and lets come back whose seat was idle', async () => {
    const house = await build();
    const { librarian } = house;
    const domain = `${newId()}.example`;
    await sql`insert into institution_domains (domain, institution_id) values (${domain}, ${house.id})`.execute(
      app.deps.db,
    );
    const withPassword = async (email: string) => {
      const person = await app.person({ email });
      await setPassword(person);
      return person;
    };
    const signIn = ({ email }: Person) =>
      app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } });
    const putOut = await withPassword(`out@${domain}`);
    const idle = await withPassword(`idle@${newId()}.example`);
    await add(librarian, [putOut.email, idle.email]);
    await remove(librarian, putOut);
    // Others need the seats of those who are idle.
    await sql`update institutions set seats = 2 where id = ${house.id}`.execute(app.deps.db);
    app.clock.advance(91 * DAY_MS);
    await add(librarian, [`${newId()}@needs.example`]);
    await sql`update institutions set seats = null where id = ${house.id}`.execute(app.deps.db);
    expect(await members(librarian)).not.toContain(idle.email);

    const importId = newId();
    await add(librarian, [putOut.email, idle.email], { import_id: importId });
    expect(await members(librarian)).toEqual(expect.arrayContaining([putOut.email, idle.email]));
    const undone = await app.call(calls.undoMemberImport, { as: librarian, params: { importId } });
    expect(undone.body).toMatchObject({ removed: 2, kept: 0 });
    await signIn(putOut);
    await signIn(idle);
    const left = await members(librarian);
    expect(left).not.toContain(putOut.email);
    expect(left).toContain(idle.email);
    app.clock.advance(-91 * DAY_MS);
  });

  it('is none, where nobody was added', async () => {
    const { librarian } = await build();
    const importId = newId();
    const { body } = await add(librarian, [librarian.email], { import_id: importId });
    expect([body.counts.already_in, body.import_id]).toEqual([1, null]);
    const undone = await app.call(calls.undoMemberImport, { as: librarian, params: { importId } });
    expect(undone.status).toBe(404);
  });
});

describe('two librarians', () => {
  const held = (house: { id: string }, requests: Parameters<typeof whileHeld>[2]) =>
    whileHeld(
      app.deps.db,
      sql`select 1 from institutions where id = ${house.id} for update`,
      requests,
    ) as Promise<{ status: number }[]>;

  it('who put each other out at once leave one', async () => {
    const house = await build();
    const other = await house.makeLibrarian();
    const answers = await held(house, [
      () => remove(house.librarian, other),
      () => remove(other, house.librarian),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 403]);
    expect(await members(house.librarian)).toEqual([house.librarian.email]);
  });

  it('who dismiss each other at once leave one', async () => {
    const house = await build();
    const other = await house.makeLibrarian();
    const dismiss = (as: Person, { id: userId }: Person) =>
      app.call(calls.updateInstitutionMember, { as, params: { userId }, body: { is_manager: false } });
    const answers = await held(house, [
      () => dismiss(house.librarian, other),
      () => dismiss(other, house.librarian),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 403]);
    expect(await own(house.librarian)).toMatchObject({ is_manager: true });
  });

  const LATE = 'late@comer.example';
  const ACTS: Record<string, (as: Person, importId: string) => Promise<{ status: number }>> = {
    'adds nobody': (as) => add(as, [LATE]),
    'undoes nothing': (as, importId) => app.call(calls.undoMemberImport, { as, params: { importId } }),
    'sends no invitation': (as) => app.call(calls.resendMemberInvitations, { as, body: {} }),
  };
  it.each(Object.entries(ACTS))('of whom one is put out: that one %s any more', async (_what, act) => {
    const house = await build();
    const other = await house.makeLibrarian();
    const importId = newId();
    const email = `${newId()}@kept.example`;
    await add(house.librarian, [email], { import_id: importId });
    const answers = await held(house, [() => remove(house.librarian, other), () => act(other, importId)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 403]);
    expect((await members(house.librarian)).sort()).toEqual([house.librarian.email, email].sort());
  });
});
