import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import type { InstitutionMember } from '@vesalius/contract/institutions';
import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { hashPassword } from '../accounts/passwords.ts';

const PASSWORD = 'a seat in the reading room';
let app: TestApp;
let staff: Person;
let bookId: string;
beforeAll(async () => {
  app = await testApp();
  bookId = (await buildBook(app.deps.db, { pages: 40 })).id;
});
afterAll(() => app.close());

let id: string;
let name: string;
let domain: string;
let manager: Person;
/** In this order they read last, all long ago; each has a password. */
let idle: Person[];

beforeEach(async () => {
  name = `House ${newId()}`;
  domain = `${newId()}.example`;
  id = (await buildInstitution(app.deps.db, { name, bookIds: [bookId], endsAt: new Date('2040-01-01') })).id;
  await sql`insert into institution_domains (domain, institution_id) values (${domain}, ${id})`.execute(
    app.deps.db,
  );
  manager = await app.person({ institutionId: id });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(
    app.deps.db,
  );
  idle = [];
  for (let n = 0; n < 4; n += 1) {
    const person = await reader(`idle${n}@${domain}`);
    await add([person.email]);
    const readAt = new Date(app.clock.now().getTime() + n * MINUTE_MS);
    await sql`update institution_members set last_active_at = ${readAt} where user_id = ${person.id}`.execute(
      app.deps.db,
    );
    idle.push(person);
  }
  // Sends the letters: all know of their seats.
  await mailsTo(app, manager.email);
  app.clock.advance(91 * DAY_MS);
  // Signed in now: sessions end earlier than that.
  staff = await app.person({ role: 'staff' });
});

async function reader(email: string): Promise<Person> {
  const person = await app.person({ email });
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${person.id}`.execute(
    app.deps.db,
  );
  return person;
}
const setSeats = (seats: number) =>
  sql`update institutions set seats = ${seats} where id = ${id}`.execute(app.deps.db);
const listed = (emails: readonly string[]) =>
  emails.map((email) => ({ email, first_name: 'Noor', second_name: 'Haddad' }));
const add = (emails: readonly string[], query: Record<string, string | boolean> = {}) =>
  app.call(calls.addInstitutionMembers, {
    as: manager,
    query,
    body: { institution: { users: listed(emails) } },
  });
const signIn = async ({ email }: Person) =>
  (await app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } })).body
    .institution_subscription;
const rows = async (): Promise<InstitutionMember[]> =>
  (await app.call(calls.listInstitutionMembers, { as: manager, query: { items: 100 } })).body.data;
const seated = async () =>
  (await rows()).flatMap(({ email, seat_freed_at }) => (seat_freed_at ? [] : [email])).sort();
const emailsOf = (...people: Person[]) => people.map(({ email }) => email).sort();
const GIVEN_AWAY = () => `Your seat at ${name} was given to somebody else`;
const fresh = () => `${newId()}@elsewhere.example`;

describe('with more members than seats', () => {
  beforeEach(() => setSeats(1));

  it('nobody gets a seat by an invitation, and nobody loses one for it', async () => {
    const { body } = await add([fresh()]);
    expect(body).toMatchObject({ counts: { added: 0, no_seat: 1 }, freed_seats: 0 });
    expect(await seated()).toEqual(emailsOf(manager, ...idle));
  });

  it('nobody gets a seat by a sign-in, and nobody loses one for it', async () => {
    const newcomer = await reader(`new@${domain}`);
    expect(await signIn(newcomer)).toBeNull();
    expect(await seated()).toEqual(emailsOf(manager, ...idle));
    const missing = await app.call(calls.listMissingSeats, { as: newcomer });
    expect(missing.body.data).toEqual([{ id, name, has_free_seat: false, had_seat: false }]);
    await sql`insert into institution_freed_seats (institution_id, user_id, freed_at)
      values (${id}, ${newcomer.id}, ${app.clock.now()})`.execute(app.deps.db);
    const former = await app.call(calls.listMissingSeats, { as: newcomer });
    expect(former.body.data).toEqual([{ id, name, has_free_seat: false, had_seat: true }]);
  });
});

it('as many seats are freed as lead to a seat', async () => {
  await setSeats(5);
  const people = [fresh(), fresh()];
  const told = (await add(people, { dry_run: true })).body;
  const { body } = await add(people);
  expect(body).toMatchObject({ counts: { added: 2, no_seat: 0 }, freed_seats: 2 });
  // The trial names whose seats they are.
  for (const { freed_members: members } of [told, body])
    expect(members.map(({ email }: { email: string }) => email)).toEqual(emailsOf(...idle.slice(0, 2)));
  expect(await seated()).toEqual(expect.arrayContaining(emailsOf(...idle.slice(2))));
});

it('an import in parts takes no seat from whom its list names in another part', async () => {
  await setSeats(5);
  const query = { import_id: newId() };
  const emails = idle.slice(0, 3).map(({ email }) => email);
  const tried = await add([...emails, 'new-one@parts.example'], { ...query, dry_run: true });
  expect(tried.body.freed_seats).toBe(1);
  expect((await add(['new-one@parts.example', fresh()], query)).body.counts).toMatchObject({
    added: 1,
    no_seat: 1,
  });
  expect(await seated()).toEqual(expect.arrayContaining(emails));
});

describe('who lost an idle seat', () => {
  let importId: string;
  beforeEach(async () => {
    await setSeats(5);
    importId = newId();
    await add([fresh(), fresh()], { import_id: importId });
    expect((await rows()).filter(({ seat_freed_at }) => seat_freed_at).map(({ email }) => email)).toEqual(
      emailsOf(...idle.slice(0, 2)),
    );
  });

  it('is told by a letter, which says what stays and how to get a seat again', async () => {
    for (const { email } of idle.slice(0, 2)) {
      const [mail, ...others] = (await mailsTo(app, email)).filter(({ subject }) => subject === GIVEN_AWAY());
      expect(others).toEqual([]);
      expect(mail?.text).toMatch(
        /had not read its books for 90 days.*given to somebody else on \d+ \w+ \d{4}/s,
      );
      expect(mail?.text).toContain('Your notes, scores and certificates stay yours');
      expect(linkIn(mail).pathname).toBe('/institution-books');
    }
    const others = await Promise.all([manager, ...idle.slice(2)].map(({ email }) => mailsTo(app, email)));
    expect(others.flat().map(({ subject }) => subject)).not.toContain(GIVEN_AWAY());
  });

  it('is told when it comes back, where the letter about its loss has left', async () => {
    const [first] = idle as [Person];
    const count = async (subject: string) =>
      (await mailsTo(app, first.email)).filter((mail) => mail.subject === subject).length;
    expect(await count(GIVEN_AWAY())).toBe(1);
    await app.call(calls.undoMemberImport, { as: manager, params: { importId } });
    expect(await count(`You are back in ${name}`)).toBe(1);
  });

  it('hears of neither where it comes back before the letter has left', async () => {
    const [first] = idle as [Person];
    await app.call(calls.undoMemberImport, { as: manager, params: { importId } });
    const subjects = (await mailsTo(app, first.email)).map(({ subject }) => subject);
    expect(subjects).not.toContain(GIVEN_AWAY());
    expect(subjects).not.toContain(`You are back in ${name}`);
  });

  it('gets it back when the import is undone', async () => {
    const before = await rows();
    const undone = await app.call(calls.undoMemberImport, { as: manager, params: { importId } });
    expect(undone.body).toMatchObject({ removed: 2, kept: 0 });
    const back = (await rows()).find(({ email }) => email === idle[0]?.email);
    const was = before.find(({ email }) => email === idle[0]?.email);
    expect(await seated()).toEqual(emailsOf(manager, ...idle));
    expect(back).toMatchObject({ joined_at: was?.joined_at, last_active_at: was?.last_active_at });
  });

  it('stays without it as far as others have it by then: who read last comes first', async () => {
    await setSeats(4);
    await app.call(calls.undoMemberImport, { as: manager, params: { importId } });
    expect(await seated()).toEqual(emailsOf(manager, ...idle.slice(1)));
  });

  const OUT = {
    'a manager': (userId: string) =>
      app.call(calls.removeInstitutionMember, { as: manager, params: { userId } }),
    'the staff': (userId: string) =>
      app.call(adminCalls.removeInstitutionMember, { as: staff, params: { id, userId } }),
    'an own act': (userId: string) =>
      app.call(calls.leaveInstitution, {
        as: idle.find((person) => person.id === userId) ?? null,
        query: { institution_id: id },
      }),
  };
  it.each(Object.entries(OUT))('is out for good by %s', async (_by, putOut) => {
    const [first] = idle as [Person];
    expect((await putOut(first.id)).status).toBeLessThan(300);
    await setSeats(9);
    expect(await signIn(first)).toBeNull();
    expect((await rows()).map(({ email }) => email)).not.toContain(first.email);
    expect((await putOut(first.id)).status).toBe(404);
  });

  it('comes back by no change of the staff, but by an own sign-in, and is told', async () => {
    const params = { id };
    const { body: shown } = await app.call(adminCalls.getInstitution, { as: staff, params });
    const freed = shown.members.filter((member: { seat_freed_at: string | null }) => member.seat_freed_at);
    expect(freed).toHaveLength(2);
    const { starts_at, ends_at, domains, version } = shown;
    const body = { name, starts_at, ends_at, domains, version, seats: 9, book_ids: [bookId] };
    expect(
      (await app.call(adminCalls.updateInstitution, { as: staff, params, body })).body.member_count,
    ).toBe(5);
    const [first] = idle as [Person];
    const letters = async () =>
      (await mailsTo(app, first.email)).filter(
        ({ subject }) => subject === `You are now a member of ${name}`,
      );
    const before = (await letters()).length;
    expect(await signIn(first)).toMatchObject({ id });
    const now = await letters();
    expect(now).toHaveLength(before + 1);
    expect(now[0]?.text).toContain('Its managers see your name, your email address and when you last read.');
  });
});

it('whose seat a newcomer takes by signing in is told', async () => {
  await setSeats(5);
  expect(await signIn(await reader(`takes@${domain}`))).toMatchObject({ id });
  const [first, second] = idle as [Person, Person];
  const subjects = async ({ email }: Person) => (await mailsTo(app, email)).map(({ subject }) => subject);
  expect(await subjects(first)).toContain(GIVEN_AWAY());
  expect(await subjects(second)).not.toContain(GIVEN_AWAY());
});

it('whose invitation was never accepted gets no letter about the seat', async () => {
  const [first] = idle as [Person];
  await setSeats(5);
  await sql`update users set email_verified_at = null where id = ${first.id}`.execute(app.deps.db);
  expect((await add([fresh()])).body).toMatchObject({ freed_seats: 1 });
  expect((await mailsTo(app, first.email)).map(({ subject }) => subject)).not.toContain(GIVEN_AWAY());
});

it('a reader who verifies an address of its domain is told, and nothing is sold', async () => {
  const email = `verifies@${domain}`;
  const { id: userId } = await app.person({ email, verified: false });
  await app.call(adminCalls.verifyPerson, { as: staff, params: { id: userId } });
  const letters = await mailsTo(app, email);
  expect(letters.map(({ subject }) => subject).sort()).toEqual([
    'Welcome to Vesalius',
    `You are now a member of ${name}`,
  ]);
  const welcome = letters.find(({ subject }) => subject === 'Welcome to Vesalius');
  expect(welcome?.text).toContain('The books of your institution or program are ready to read.');
  expect(welcome?.text).not.toMatch(/subscription|15 pages/);
});
