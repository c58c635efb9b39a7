import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { Role } from '@vesalius/contract/calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { administration } from '../../testing/administration.ts';
import type { Person } from '../../testing/calling-app.ts';
import { buildBook, buildInstitution, buildProgram } from '../../testing/factories.ts';
import { PATIENT, whileHeld } from '../../testing/held-row.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';
import { hashPassword } from '../accounts/passwords.ts';

const t = administration({ database: PATIENT });
const ROLES = ['author', 'editor', 'program_director', 'staff'] as const;
const PASSWORD = 'Night shift 8';

const become = ({ id }: Person, role_name: Role) => t.giveRole(id, role_name);
const signIn = async ({ email }: { email: string }) =>
  (await t.app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } })).body;
async function withPassword(person: Person): Promise<Person> {
  const hash = await hashPassword(PASSWORD);
  await sql`update users set password_hash = ${hash} where id = ${person.id}`.execute(t.app.deps.db);
  return person;
}
const membersOf = async (id: string): Promise<string[]> =>
  (await t.call('getInstitution', { params: { id } })).body.members.map(({ email }: Person) => email);
const add = (id: string, { email }: { email: string }) =>
  t.call('addInstitutionMember', { params: { id }, body: { email } });

async function house(fields: { domain?: string } = {}) {
  const { id } = await buildInstitution(t.app.deps.db, { name: 'General Hospital' });
  if (fields.domain)
    await sql`insert into institution_domains (domain, institution_id) values (${fields.domain}, ${id})`.execute(
      t.app.deps.db,
    );
  return id;
}

describe('a seat in an institution', () => {
  it.each(ROLES)('is not given to %s by the staff, who hear why', async (role) => {
    const id = await house();
    const person = await t.app.person({ role });
    const answer = await add(id, person);
    expect([answer.status, answer.body.fields]).toEqual([
      422,
      { email: 'Only readers can be members. This person has another role.' },
    ]);
    expect(await membersOf(id)).toEqual([]);
  });

  it('is not taken by an author who is invited at an address of its domain', async () => {
    const id = await house({ domain: 'authors.example' });
    const email = 'writer@authors.example';
    const invited = { email, first_name: 'Wri', second_name: 'Ter', role_name: 'author' };
    expect((await t.call('invitePerson', { body: invited })).status).toBe(201);
    const [mail] = await mailsTo(t.app, email);
    const reset_password_token = linkIn(mail).searchParams.get('token');
    const profile = await ownerProfile(t.app);
    const body = { email, reset_password_token, new_password: PASSWORD, ...profile };
    expect((await t.app.call(accountsCalls.resetPassword, { body })).status).toBe(200);
    expect(await signIn({ email })).toMatchObject({ role_name: 'author', institution_subscription: null });
    expect(await membersOf(id)).toEqual([]);
  });

  it.each(ROLES)('is given up by a manager who becomes %s, and taken again by a reader', async (role) => {
    const id = await house();
    const person = await withPassword(await t.app.person({ institutionId: id }));
    const params = { id, userId: person.id };
    await t.call('appointInstitutionManager', { params, body: { is_manager: true } });
    expect((await become(person, role)).body.institutions).toEqual([]);
    expect(await membersOf(id)).toEqual([]);
    const token = (await signIn(person)).auth_token;
    const report = await t.app.call(institutionsCalls.getCounterReport, {
      as: { ...person, role, token },
      portal: 'root',
      params: { report: 'tr_b1' },
      query: { begin_date: '2026-03', end_date: '2026-03' },
    });
    expect(report.status).toBe(404);
    expect(await t.auditOf(person.id)).toMatchObject([
      { action: 'user.role', detail: { before: { role: 'customer', institution_ids: [id] } } },
      { action: 'institution.appoint-manager' },
    ]);
    await become(person, 'customer');
    expect((await signIn(person)).institution_subscription).toEqual({ id, is_manager: false });
  });

  it('is not given to a reader who gets another role at the same moment', async () => {
    const id = await house();
    const person = await t.app.person();
    const [role, seat] = (await whileHeld(
      t.app.deps.db,
      sql`select 1 from users where id = ${person.id} for no key update`,
      [() => become(person, 'editor'), () => add(id, person)],
    )) as { status: number }[];
    expect([role?.status, seat?.status]).toEqual([200, 422]);
    expect(await membersOf(id)).toEqual([]);
  });
});

describe('a place in a program', () => {
  async function residency() {
    const director = await t.app.person({ role: 'program_director' });
    const student = await t.app.person({ firstName: 'Grace', secondName: 'Hopper' });
    const { id } = await buildProgram(t.app.deps.db, {
      ...{ name: 'Residency', directorIds: [director.id], studentIds: [student.id] },
    });
    const students = async (): Promise<string[]> => {
      const { body } = await t.app.call(programsCalls.studentsOverview, {
        ...{ as: director, portal: 'program_director', query: { program_id: id } },
      });
      return body.data.map(({ user }: { user: { email: string } }) => user.email);
    };
    return { id, director, student, students };
  }

  it.each(ROLES)(
    'ends for a student who becomes %s, and comes back with the role of a reader',
    async (role) => {
      const { director, student, students } = await residency();
      expect((await become(student, role)).body.programs).toEqual([]);
      expect(await students()).toEqual([]);
      const [letter] = await mailsTo(t.app, student.email);
      expect(letter?.text).toContain(
        'This ended with your former role: your place as a student of Residency.',
      );
      const [news] = await mailsTo(t.app, director.email);
      expect(news?.subject).toBe('Grace Hopper left Residency');
      expect(news?.text).toContain('staff gave the account another role');
      const person = (await t.call('getPerson', { params: { id: student.id } })).body;
      expect(person.restorable_programs).toMatchObject([{ name: 'Residency' }]);
      await become(student, 'customer');
      expect(await students()).toEqual([student.email]);
      const [again] = await mailsTo(t.app, student.email);
      expect(again?.text).toContain('You are a student of Residency again, as before.');
      expect((await mailsTo(t.app, director.email))[0]?.subject).toBe('Grace Hopper is back in Residency');
      const [back] = await t.auditOf(student.id);
      expect(back).toMatchObject({
        action: 'user.role',
        detail: { after: { program_ids: [expect.any(String)] } },
      });
    },
  );

  it('is told in Arabic as well, and not at all to a director if it is back before the letter leaves', async () => {
    const { director, student } = await residency();
    await sql`update users set language = 'ar' where id = any(${[director.id, student.id]}::uuid[])`.execute(
      t.app.deps.db,
    );
    await become(student, 'author');
    await become(student, 'customer');
    expect(await mailsTo(t.app, director.email)).toEqual([]);
    await become(student, 'author');
    await mailsTo(t.app, director.email);
    await become(student, 'customer');
    expect((await mailsTo(t.app, director.email))[0]?.subject).toBe('عاد Grace Hopper إلى برنامج Residency');
    expect((await mailsTo(t.app, student.email))[0]?.text).toContain('عدت طالبًا كما كنت في: Residency.');
  });

  it('does not come back after 30 days', async () => {
    const { student, students } = await residency();
    await become(student, 'author');
    t.app.clock.advance(31 * DAY_MS);
    const shown = await t.call('getPerson', { params: { id: student.id } });
    expect(shown.body.restorable_programs).toEqual([]);
    const as = await t.app.person({ role: 'staff' });
    const previous = { role_name: 'author', book_ids: [], program_ids: [] };
    const request = { as, params: { id: student.id }, body: { role_name: 'customer', previous } };
    expect((await t.call('updatePerson', request)).status).toBe(200);
    expect(await students()).toEqual([]);
  });

  it('and a seat end by no request that does not name them', async () => {
    const { id: program, student, students } = await residency();
    const book = await buildBook(t.app.deps.db);
    const target = { params: { id: book.id } };
    const requests = (previous: object) => [
      () =>
        t.call('updatePerson', { params: { id: student.id }, body: { role_name: 'editor', ...previous } }),
      () =>
        t.call('addBookPerson', { ...target, body: { person_id: student.id, role: 'author', ...previous } }),
      () =>
        t.call('addProgramDirector', {
          params: { id: program },
          body: { person_id: student.id, ...previous },
        }),
    ];
    for (const request of requests({}))
      expect((await request()).body).toMatchObject({ code: 'role_change_unconfirmed' });
    const former = { role_name: 'customer', is_beta: false, book_ids: [], program_ids: [] };
    for (const request of requests({ previous: former }))
      expect((await request()).body).toMatchObject({ code: 'edited_meanwhile' });
    const place = { ...former, program_ids: [program] };
    await t.call('addInstitutionMember', { params: { id: await house() }, body: { email: student.email } });
    for (const request of requests({ previous: place }))
      expect((await request()).body).toMatchObject({ code: 'edited_meanwhile' });
    expect(await students()).toEqual([student.email]);
    const [, nameAuthor] = requests({ previous: await t.shownRole(student.id) });
    expect((await nameAuthor?.())?.status).toBe(201);
    expect(await students()).toEqual([]);
  });
});

it('a director who deletes the account is named in no program any more', async () => {
  const director = await withPassword(await t.app.person({ role: 'program_director' }));
  const student = await t.app.person();
  await buildProgram(t.app.deps.db, { directorIds: [director.id], studentIds: [student.id] });
  const deleted = await t.app.call(accountsCalls.deleteAccount, {
    as: director,
    portal: 'program_director',
    body: { password: PASSWORD },
  });
  expect(deleted.status).toBeLessThan(300);
  const own = await t.app.call(programsCalls.listUserPrograms, {
    as: student,
    params: { userId: student.id },
  });
  expect(own.body.data).toMatchObject([{ directors: [] }]);
});
