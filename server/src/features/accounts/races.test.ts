import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Person, type TestApp, testApp } from '../../testing/app.ts';
import type { UserFields } from '../../testing/factories.ts';
import { inThisOrder, PATIENT } from '../../testing/held-row.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'Ward-round 7';
const THIEF_PASSWORD = 'Stolen goods 9';
const NEW_PASSWORD = 'Night shift 8';
let app: TestApp;
let staff: Person;
let passwordHash: string;
beforeAll(async () => {
  app = await testApp({}, { database: PATIENT });
  staff = await app.person({ role: 'staff' });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => app.close());

async function personWithPassword(fields: UserFields = {}): Promise<Person> {
  const person = await app.person(fields);
  await sql`update users set password_hash = ${passwordHash} where id = ${person.id}`.execute(app.deps.db);
  return person;
}
const signIn = (email: string, password = PASSWORD) =>
  app.call(accountsCalls.signIn, { body: { email, password } });
const isSignedIn = async (as: Person | string) =>
  (await app.call(accountsCalls.getUser, { as })).status === 200;
const linkTo = async (person: Person, subject: RegExp): Promise<string> => {
  const mail = (await mailsTo(app, person.email)).find((each) => subject.test(each.subject));
  return linkIn(mail).searchParams.get('token') ?? '';
};
async function resetOf(person: Person): Promise<(password?: string) => Promise<Answer<unknown>>> {
  await app.call(accountsCalls.forgotPassword, { body: { email: person.email } });
  const reset_password_token = await linkTo(person, /new password/);
  // Asked of those alone whose address was not verified.
  const profile = await ownerProfile(app);
  const body = { email: person.email, reset_password_token, ...profile };
  return (password = NEW_PASSWORD) =>
    app.call(accountsCalls.resetPassword, { body: { ...body, new_password: password } });
}

type Act = (person: Person) => Promise<() => Promise<Answer<unknown>>>;
/** What ends every session of the account but, here and there, the one it comes from. */
const ENDERS: Readonly<Record<string, Act>> = {
  'a reset': resetOf,
  'a change of the password': async (person) => () =>
    app.call(accountsCalls.updatePassword, {
      as: person,
      body: { old_password: PASSWORD, password: NEW_PASSWORD },
    }),
  'a change of the role': async (person) => () =>
    app.call(adminCalls.updatePerson, {
      as: staff,
      params: { id: person.id },
      body: { role_name: 'author' },
    }),
  'an end by the staff': async (person) => () =>
    app.call(adminCalls.endPersonSessions, { as: staff, params: { id: person.id } }),
  'an end of all other sessions': async (person) => () =>
    app.call(accountsCalls.endOtherSessions, { as: person, body: { password: PASSWORD } }),
  'the deletion of the account': async (person) => () =>
    app.call(accountsCalls.deleteAccount, { as: person, body: { password: PASSWORD } }),
};

describe.each(Object.entries(ENDERS))('%s', (_name, ender) => {
  it('lets no sign-in through whose password was checked before', async () => {
    const person = await personWithPassword();
    const [ended, entered] = await inThisOrder<Answer<unknown>>(app.deps.db, person.id, [
      await ender(person),
      () => signIn(person.email),
    ]);
    expect(ended?.status).toBeLessThan(300);
    expect(entered).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  });

  it('ends a session that is opened a moment before', async () => {
    const person = await personWithPassword();
    const [entered, ended] = await inThisOrder<Answer<unknown>>(app.deps.db, person.id, [
      () => signIn(person.email),
      await ender(person),
    ]);
    expect([entered?.status, (ended?.status ?? 500) < 300]).toEqual([200, true]);
    const { auth_token } = (entered as Answer<{ auth_token: string }>).body;
    expect(await isSignedIn(auth_token)).toBe(false);
  });
});

/** What a thief with the password and a session sends while the owner sets a new password. */
const THIEF: Readonly<Record<string, Act>> = {
  'another password': async (person) => () =>
    app.call(accountsCalls.updatePassword, {
      as: person,
      body: { old_password: PASSWORD, password: THIEF_PASSWORD },
    }),
  'a second step of the thief': async (person) => () =>
    app.call(accountsCalls.beginSecondFactor, { as: person, body: { password: PASSWORD } }),
  'the deletion of the account': async (person) => () =>
    app.call(accountsCalls.deleteAccount, { as: person, body: { password: PASSWORD } }),
  'an end of the other sessions': async (person) => () =>
    app.call(accountsCalls.endOtherSessions, { as: person, body: { password: PASSWORD } }),
};

describe.each(Object.entries(THIEF))('%s that was on its way during a reset', (_name, act) => {
  it('is refused, and the owner signs in with the new password', async () => {
    const person = await personWithPassword();
    const [reset, late] = await inThisOrder<Answer<unknown>>(app.deps.db, person.id, [
      await resetOf(person),
      await act(person),
    ]);
    expect(reset?.status).toBe(200);
    expect(late).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
    expect((await signIn(person.email, THIEF_PASSWORD)).status).toBe(401);
    expect(await isSignedIn(person)).toBe(false);
  });
});

it('of a reset and a change of the password at once, in any order, the thief keeps nothing', async () => {
  for (let round = 0; round < 6; round += 1) {
    const person = await personWithPassword();
    const reset = await resetOf(person);
    const change = { old_password: PASSWORD, password: THIEF_PASSWORD };
    const [answer, ...entered] = await Promise.all([
      reset(),
      ...[1, 2, 3].map(() => signIn(person.email)),
      app.call(accountsCalls.updatePassword, { as: person, body: change }),
    ]);
    const tokens = entered.map(({ body }) => (body as { auth_token?: string }).auth_token);
    expect(answer.status).toBe(200);
    for (const token of [person.token, ...tokens]) if (token) expect(await isSignedIn(token)).toBe(false);
    expect((await signIn(person.email, THIEF_PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  }
});

describe('verification', () => {
  async function registered(): Promise<{
    person: Person;
    verify: (as?: Person | null) => Promise<Answer<unknown>>;
  }> {
    const person = await personWithPassword({ verified: false });
    await app.call(accountsCalls.resendVerification, { as: person });
    const token = await linkTo(person, /Verify/);
    const body = { email_verification_token: token, password: PASSWORD };
    return { person, verify: (as = null) => app.call(accountsCalls.verifyEmail, { as, body }) };
  }

  it('opens no session with the password of before a reset', async () => {
    const { person, verify } = await registered();
    const [reset, late] = await inThisOrder<Answer<unknown>>(app.deps.db, person.id, [
      await resetOf(person),
      () => verify(),
    ]);
    expect([reset?.status, late?.status]).toEqual([200, 422]);
  });

  it.each([false, true])(
    'works once, also when the link is followed twice at the same moment (signed in: %s)',
    async (isSignedInThere) => {
      const { person, verify } = await registered();
      const act = () => verify(isSignedInThere ? person : null);
      const answers = await inThisOrder<Answer<unknown>>(app.deps.db, person.id, [act, act]);
      expect(answers.map(({ status }) => status)).toEqual([200, 422]);
    },
  );
});

it('a link sets one password, also when it is sent with another one at the same moment', async () => {
  const person = await personWithPassword();
  const reset = await resetOf(person);
  const answers = await inThisOrder<Answer<unknown>>(app.deps.db, person.id, [
    () => reset(),
    () => reset(THIEF_PASSWORD),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 422]);
  expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  expect((await signIn(person.email, THIEF_PASSWORD)).status).toBe(401);
});
