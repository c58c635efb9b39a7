import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { hashPassword } from '../accounts/passwords.ts';

const PASSWORD = 'a seat in the reading room';
let app: TestApp;
let staff: Person;
let manager: Person;
let institutionId: string;

beforeAll(async () => {
  app = await testApp();
  const book = await buildBook(app.deps.db, { title: 'Covered', pages: 40 });
  institutionId = (await buildInstitution(app.deps.db, { name: 'General Hospital', bookIds: [book.id] })).id;
  staff = await app.person({ role: 'staff' });
  manager = await app.person({ institutionId });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(
    app.deps.db,
  );
});
afterAll(() => app.close());

const subjects = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject);
const MEMBER = 'You are now a member of General Hospital';
const MANAGER = 'You are now a manager of General Hospital';
const DISMISSED = 'You no longer manage General Hospital';
const atInstitution = () => ({ params: { id: institutionId } });
const addByStaff = (body: object) =>
  app.call(adminCalls.addInstitutionMember, { as: staff, ...atInstitution(), body });
const addByManager = (email: string) =>
  app.call(calls.addInstitutionMembers, {
    as: manager,
    body: { institution: { users: [{ email, first_name: 'Noor', second_name: 'Haddad' }] } },
  });
const appointBy = {
  'the staff': (userId: string, is_manager: boolean) =>
    app.call(adminCalls.appointInstitutionManager, {
      as: staff,
      params: { id: institutionId, userId },
      body: { is_manager },
    }),
  'a manager': (userId: string, is_manager: boolean) =>
    app.call(calls.updateInstitutionMember, { as: manager, params: { userId }, body: { is_manager } }),
};
const leave = (as: Person | null, institution_id = institutionId) =>
  app.call(calls.leaveInstitution, { as, query: { institution_id } });
const isMember = async (as: Person) => (await app.call(calls.getOwnInstitution, { as })).status === 200;

describe('a reader with an account', () => {
  it.each([
    ['the staff', (email: string) => addByStaff({ email })],
    ['a manager', addByManager],
  ])('who is made a member by %s gets one letter, which says what the managers see', async (_by, add) => {
    const { email } = await app.person();
    expect((await add(email)).status).toBeLessThan(300);
    await add(email);
    const [mail, ...others] = await mailsTo(app, email);
    expect([mail?.subject, ...others]).toEqual([MEMBER]);
    expect(mail?.text).toContain('Its managers see your name, your email address and when you last read.');
    expect(mail?.text).toContain('You can leave the institution at any time');
    expect(linkIn(mail).pathname).toBe('/institution-books');
  });

  it.each(Object.entries(appointBy))(
    'who is made a manager by %s gets a letter with what they can do, once',
    async (_by, appoint) => {
      const member = await app.person({ institutionId });
      await appoint(member.id, true);
      await appoint(member.id, true);
      const [mail, ...others] = await mailsTo(app, member.email);
      expect([mail?.subject, ...others]).toEqual([MANAGER]);
      expect(mail?.text).toContain('you invite and remove members');
      expect(linkIn(mail).searchParams.get('institution')).toBe(institutionId);
    },
  );

  it.each(Object.entries(appointBy))(
    'who is dismissed as manager by %s gets a letter: what ends, since when, and what stays',
    async (_by, appoint) => {
      const member = await app.person({ institutionId });
      await appoint(member.id, true);
      await subjects(member.email);
      await appoint(member.id, false);
      await appoint(member.id, false);
      const [mail, ...others] = await mailsTo(app, member.email);
      expect([mail?.subject, ...others.map(({ subject }) => subject)]).toEqual([DISMISSED, MANAGER]);
      expect(mail?.text).toMatch(/Since \d+ \w+ \d{4} you no longer manage General Hospital/);
      expect(mail?.text).toContain('You stay a member');
      expect(linkIn(mail).pathname).toBe('/institution-books');
    },
  );

  it('who is dismissed before the letter about managing has left gets none of either', async () => {
    const member = await app.person({ institutionId });
    await appointBy['the staff'](member.id, true);
    await appointBy['the staff'](member.id, false);
    expect(await subjects(member.email)).toEqual([]);
  });

  it('whose dismissal is taken back before its letter has left gets none of either', async () => {
    const member = await app.person({ institutionId });
    await appointBy['the staff'](member.id, true);
    await subjects(member.email);
    await appointBy['the staff'](member.id, false);
    await appointBy['the staff'](member.id, true);
    expect(await subjects(member.email)).toEqual([MANAGER]);
  });

  it('who is dismissed and appointed again and again reads the dismissal once within an hour, and what is true after it', async () => {
    const member = await app.person({ institutionId });
    for (const isManager of [true, false, true, false, true, false]) {
      await appointBy['a manager'](member.id, isManager);
      await subjects(member.email);
      app.clock.advance(MINUTE_MS);
    }
    // The second appointment at once, because the dismissal was told; a second dismissal not within the hour.
    expect(await subjects(member.email)).toEqual([MANAGER, DISMISSED, MANAGER]);
    await appointBy['a manager'](member.id, true);
    app.clock.advance(HOUR_MS);
    expect(await subjects(member.email)).toEqual([MANAGER, DISMISSED, MANAGER]);
  });

  it('who is made both at once gets one letter', async () => {
    const { email } = await app.person();
    await addByStaff({ email, is_manager: true });
    expect(await subjects(email)).toEqual([MANAGER]);
  });

  it('who becomes a member because the staff name the domain of the address gets a letter', async () => {
    const { email } = await app.person({ email: 'joins@told.example' });
    const body = {
      name: 'Told Clinic',
      starts_at: '2020-01-01T00:00:00.000Z',
      ends_at: '2040-01-01T00:00:00.000Z',
      seats: null,
      domains: ['told.example'],
      book_ids: [],
    };
    await app.call(adminCalls.createInstitution, { as: staff, body });
    expect(await subjects(email)).toEqual(['You are now a member of Told Clinic']);
  });

  it('hears nothing of a membership that is over before the letter leaves', async () => {
    const { id, email } = await app.person();
    await addByStaff({ email });
    await app.call(calls.removeInstitutionMember, { as: manager, params: { userId: id } });
    expect(await subjects(email)).toEqual([]);
  });
});

describe('a new address', () => {
  const names = { first_name: 'Ada', second_name: 'Chief' };
  const INVITATION = 'Your invitation to Vesalius';

  it('is invited by one letter that names the institution, and the manager’s work where that is meant', async () => {
    await addByStaff({ email: 'reader@new.example', ...names });
    await addByStaff({ email: 'chief@new.example', ...names, is_manager: true });
    const [reader, ...more] = await mailsTo(app, 'reader@new.example');
    const [chief, ...others] = await mailsTo(app, 'chief@new.example');
    expect([reader?.subject, chief?.subject, ...more, ...others]).toEqual([INVITATION, INVITATION]);
    expect(reader?.text).toContain('General Hospital invited you');
    expect(reader?.text).toContain('Its managers see your name, your email address and when you last read.');
    expect(reader?.text).toContain('You can leave the institution at any time');
    expect(reader?.text).not.toContain('You manage');
    expect(chief?.text).toContain('You manage General Hospital now');
  });

  it('that is dismissed before the letter leaves is invited as a member', async () => {
    const email = 'dismissed@new.example';
    const { body } = await addByStaff({ email, ...names, is_manager: true });
    const { id } = body.members.find((row: { email: string }) => row.email === email);
    await appointBy['the staff'](id, false);
    const [mail, ...others] = await mailsTo(app, email);
    expect([mail?.subject, ...others]).toEqual([INVITATION]);
    expect(mail?.text).toContain('You are now a member of General Hospital');
  });

  it('is refused without names, and keeps its own names once it has an account', async () => {
    const unknown = await addByStaff({ email: 'nobody@new.example' });
    expect(unknown.body).toMatchObject({ code: 'invalid', fields: { email: expect.any(String) } });
    const known = await app.person({ firstName: 'Known' });
    const { body } = await addByStaff({ email: known.email, ...names });
    const row = body.members.find(({ email }: { email: string }) => email === known.email);
    expect(row.name).toMatch(/^Known /);
  });

  it('that is made a manager before it is accepted gets the invitation with the manager’s work', async () => {
    await addByManager('pending@new.example');
    await mailsTo(app, 'pending@new.example');
    const { body } = await app.call(calls.listInstitutionMembers, {
      as: manager,
      query: { search_term: 'pending@new.example' },
    });
    await appointBy['a manager'](body.data[0].id, true);
    const [mail] = await mailsTo(app, 'pending@new.example');
    expect(mail?.subject).toBe(INVITATION);
    expect(mail?.text).toContain('You manage General Hospital now');
  });
});

it('the preview of an import names the domains that are right: its own, and those of verified addresses', async () => {
  const { id } = await buildInstitution(app.deps.db, { name: 'Known Clinic' });
  await sql`insert into institution_domains (domain, institution_id) values ('clinic.example', ${id})`.execute(
    app.deps.db,
  );
  const as = await app.person({ institutionId: id, email: 'head@often.example' });
  await app.person({ institutionId: id, email: 'second@often.example' });
  await app.person({ institutionId: id, email: 'once@partner.example' });
  await sql`update institution_members set is_manager = true where user_id = ${as.id}`.execute(app.deps.db);
  const add = (email: string, query: { dry_run?: boolean }) =>
    app.call(calls.addInstitutionMembers, {
      ...{ as, query },
      body: { institution: { users: [{ email, first_name: 'Noor', second_name: 'Haddad' }] } },
    });
  await add('noor@oftn.example', {});
  const { body } = await add('ada@clinic.exampl', { dry_run: true });
  expect(body.known_domains).toEqual(['clinic.example', 'often.example', 'partner.example']);
});

describe('a member', () => {
  it('leaves, is out of the list, and comes back by an invitation alone', async () => {
    const { db } = app.deps;
    await sql`insert into institution_domains (domain, institution_id)
      values ('leaves.example', ${institutionId})`.execute(db);
    const person = await app.person({ institutionId, email: 'gone@leaves.example' });
    await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${person.id}`.execute(
      db,
    );
    expect(await isMember(person)).toBe(true);
    expect((await leave(person)).status).toBe(204);
    expect(await isMember(person)).toBe(false);
    const { body: list } = await app.call(calls.listInstitutionMembers, {
      as: manager,
      query: { search_term: person.email },
    });
    expect(list.data).toEqual([]);
    const { body } = await app.call(accountsCalls.signIn, {
      body: { email: person.email, password: PASSWORD },
    });
    expect(body.institution_subscription).toBeNull();
    await addByManager(person.email);
    expect(await isMember(person)).toBe(true);
  });

  it('who manages leaves too, and manages nothing any more', async () => {
    const chief = await app.person({ institutionId });
    await appointBy['the staff'](chief.id, true);
    expect((await leave(chief)).status).toBe(204);
    expect((await app.call(calls.listInstitutionMembers, { as: chief })).status).toBe(404);
  });

  it('leaves once, and only what they are in', async () => {
    const person = await app.person({ institutionId });
    expect((await leave(null)).status).toBe(401);
    expect((await leave(person, newId())).status).toBe(404);
    const answers = await Promise.all([leave(person), leave(person)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });
});
