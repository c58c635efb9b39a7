import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildInstitution, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';

const PASSWORD = 'Night shift 8';
let app: TestApp;
let manager: Person;
let director: Person;
let programId: string;

beforeAll(async () => {
  app = await testApp();
  const { id: institutionId } = await buildInstitution(app.deps.db, {
    name: 'General Hospital',
    bookIds: [],
  });
  manager = await app.person({ institutionId });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(
    app.deps.db,
  );
  director = await app.person({ role: 'program_director' });
  const { db } = app.deps;
  programId = (await buildProgram(db, { name: 'Night residency', bookIds: [], directorIds: [director.id] }))
    .id;
});
afterAll(() => app.close());

const person = (email: string) => ({ email, first_name: 'Noor', second_name: 'Haddad' });
/** Each way to be invited, which answers how that is undone. */
const INVITE: Readonly<Record<string, (email: string) => Promise<() => Promise<{ status: number }>>>> = {
  'an institution': async (email) => {
    const query = { import_id: newId() };
    const body = { institution: { users: [person(email)] } };
    await app.call(institutionsCalls.addInstitutionMembers, { as: manager, query, body });
    const params = { importId: query.import_id };
    return () => app.call(institutionsCalls.undoMemberImport, { as: manager, params });
  },
  'a program': async (email) => {
    const query = { import_id: newId() };
    const params = { id: programId };
    const body = { program: { users: [person(email)] } };
    await app.call(programsCalls.assignUsers, { as: director, params, query, body });
    const undone = { ...params, importId: query.import_id };
    return () => app.call(programsCalls.undoImport, { as: director, params: undone });
  },
};

it('a student who is removed and put back is told of both', async () => {
  const student = await app.person();
  await INVITE['a program']?.(student.email);
  await mailsTo(app, student.email);
  const params = { id: programId, removalId: newId() };
  const body = { removal_id: params.removalId, user_ids: [student.id] };
  await app.call(programsCalls.removeStudents, { as: director, params, body });
  await mailsTo(app, student.email);
  await app.call(programsCalls.undoRemoval, { as: director, params });
  expect((await mailsTo(app, student.email)).map(({ subject }) => subject)).toEqual([
    'You are back in Night residency',
    'Your access through Night residency has ended',
    'You are now in Night residency',
  ]);
});

/** Follows the link of the invitation, as its owner would. */
async function accept(email: string) {
  const mails = await mailsTo(app, email);
  const mail = mails.find(({ subject }) => subject === 'Your invitation to Vesalius');
  const link = linkIn(mail).searchParams;
  expect(link.get('invitation')).toBe('true');
  const profile = await ownerProfile(app);
  const body = { email, reset_password_token: link.get('token'), new_password: PASSWORD, ...profile };
  return app.call(accountsCalls.resetPassword, { body });
}

const tokenIn = async (email: string) => {
  const mails = await mailsTo(app, email);
  return linkIn(mails.find(({ subject }) => subject === 'Your invitation to Vesalius')).searchParams.get(
    'token',
  );
};
const check = async (email: string) =>
  app.call(accountsCalls.checkResetToken, { body: { reset_password_token: await tokenIn(email) } });

describe.each(Object.entries(INVITE))('an invitation to %s', (to, invite) => {
  const nameOf = () => (to === 'a program' ? 'Night residency' : 'General Hospital');

  it('opens the account, with which its owner signs in', async () => {
    const email = `${newId()}@invited.example`;
    await invite(email);
    expect((await accept(email)).body.invitation_withdrawn).toBe(false);
    const { status } = await app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } });
    expect(status).toBe(200);
  });

  it('that was withdrawn before it is accepted says so, in a letter and at its link', async () => {
    const email = `${newId()}@invited.example`;
    const undo = await invite(email);
    await mailsTo(app, email);
    expect((await check(email)).body).toEqual({ withdrawn_by: null });
    expect((await undo()).status).toBe(200);
    const [letter, ...others] = await mailsTo(app, email);
    expect([letter?.subject, others.length]).toEqual(['Your invitation to Vesalius was withdrawn', 1]);
    expect(letter?.text).toContain('has withdrawn the invitation');
    expect(letter?.text).toContain(nameOf());
    expect((await check(email)).body).toEqual({ withdrawn_by: nameOf() });
    expect((await accept(email)).body.invitation_withdrawn).toBe(true);
  });

  it('that was withdrawn before its letter left needs no other letter', async () => {
    const email = `${newId()}@invited.example`;
    const undo = await invite(email);
    expect((await undo()).status).toBe(200);
    expect(await mailsTo(app, email)).toEqual([]);
  });

  it('of a reader with an account: the letter says that the access has ended', async () => {
    const { email } = await app.person();
    const undo = await invite(email);
    await mailsTo(app, email);
    expect((await undo()).status).toBe(200);
    const [letter, ...others] = await mailsTo(app, email);
    expect([letter?.subject, others.length]).toEqual([`Your access through ${nameOf()} has ended`, 1]);
    const early = await app.person();
    expect((await (await invite(early.email))()).status).toBe(200);
    expect(await mailsTo(app, early.email)).toEqual([]);
  });

  it('whose owner has another role by then was not withdrawn', async () => {
    const email = `${newId()}@invited.example`;
    await invite(email);
    await mailsTo(app, email);
    const staff = await app.person({ role: 'staff' });
    const found = await app.call(adminCalls.listPeople, { as: staff, query: { search_term: email } });
    const params = { id: found.body.data[0].id };
    await app.call(adminCalls.verifyPerson, { as: staff, params });
    const { body: person } = await app.call(adminCalls.getPerson, { as: staff, params });
    const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
    const previous = {
      ...{ role_name: person.role_name, book_ids: [], program_ids: idsOf(person.programs) },
      institution_ids: idsOf(person.institutions),
    };
    const changed = await app.call(adminCalls.updatePerson, {
      as: staff,
      params,
      body: { role_name: 'author', previous },
    });
    expect(changed.status).toBe(200);
    expect((await accept(email)).body.invitation_withdrawn).toBe(false);
  });
});
