import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import type { UserFields } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';
import { findOrInvitePerson } from './invite-person.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'Ward-round 7';
const NEW_PASSWORD = 'Night shift 8';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await testApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => app.close());

async function personWithPassword(fields: UserFields = {}): Promise<Person> {
  const person = await app.person(fields);
  await sql`update users set password_hash = ${passwordHash} where id = ${person.id}`.execute(app.deps.db);
  return person;
}
const signIn = (email: string, password: string) =>
  app.call(accountsCalls.signIn, { body: { email, password } });
const forgot = (email: unknown) => app.call(accountsCalls.forgotPassword, { body: { email } });
const reset = (email: string, token: string | null, password = NEW_PASSWORD, more: object = {}) =>
  app.call(accountsCalls.resetPassword, {
    body: { email, reset_password_token: token, new_password: password, ...more },
  });
const tokenFor = async (email: string) => linkIn((await mailsTo(app, email))[0]).searchParams.get('token');

describe('POST /users/forgot_password', () => {
  it('answers the same for a known and an unknown address, and writes only to the known one', async () => {
    const person = await personWithPassword();
    const [known, unknown] = [await forgot(person.email), await forgot('nobody@example.org')];
    expect(known.status).toBe(200);
    expect(known.text).toBe(unknown.text);
    expect(await mailsTo(app, person.email)).toHaveLength(1);
    expect(await mailsTo(app, 'nobody@example.org')).toHaveLength(0);
  });

  it.each([
    [undefined, 'Email is required.'],
    ['', 'Email is required.'],
    ['ada', 'Please provide a valid email format'],
  ])('refuses the address %s', async (email, message) => {
    expect((await forgot(email)).body.fields).toEqual({ email: message });
  });

  it('sends one letter for requests of the same minute, and one for a later request', async () => {
    const { email } = await personWithPassword();
    const atOnce = await Promise.all([1, 2, 3].map(() => forgot(email)));
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await mailsTo(app, email)).toHaveLength(1);
    app.clock.advance(MINUTE_MS + 1);
    await forgot(email);
    expect(await mailsTo(app, email)).toHaveLength(2);
  });

  it('sends a new link within the minute to whoever has used up the last one', async () => {
    const { email } = await personWithPassword();
    await forgot(email);
    await reset(email, await tokenFor(email));
    await forgot(email);
    expect((await reset(email, await tokenFor(email), PASSWORD)).status).toBe(200);
  });

  it('does not fill anybody’s mailbox', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await forgot('flooded@example.org')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

describe('POST /users/reset_password', () => {
  it('sets the password, verifies the address, and ends all sessions', async () => {
    const person = await personWithPassword({ verified: false });
    await forgot(person.email);
    const link = linkIn((await mailsTo(app, person.email))[0]);
    expect(link.pathname).toBe('/forget-password');
    expect(link.searchParams.get('email')).toBe(person.email);
    const token = link.searchParams.get('token');
    // The data in an account with an unverified address may be another person's.
    expect((await reset(person.email, token)).body.code).toBe('invalid');
    const answer = await reset(person.email, token, NEW_PASSWORD, await ownerProfile(app));
    expect(answer.body).toEqual({ message: 'Password reset successfully', invitation_withdrawn: false });

    expect((await app.call(accountsCalls.getUser, { as: person })).body.code).toBe('session_ended');
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    const back = await signIn(person.email, NEW_PASSWORD);
    expect(back.body.email_verified).toBe(true);
    const subjects = (await mailsTo(app, person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  it('works once', async () => {
    const person = await personWithPassword();
    await forgot(person.email);
    const token = await tokenFor(person.email);
    expect((await reset(person.email, token)).status).toBe(200);
    expect((await reset(person.email, token, 'Morning round 9')).body.code).toBe('reset_token_invalid');
  });

  it('answers the same when it is sent again because the answer was lost, and does nothing twice', async () => {
    const person = await personWithPassword();
    await forgot(person.email);
    const token = await tokenFor(person.email);
    const first = await reset(person.email, token);
    const { auth_token: session } = (await signIn(person.email, NEW_PASSWORD)).body;
    const again = await reset(person.email, token);
    expect([again.status, again.body]).toEqual([200, first.body]);
    // The session that was opened in between stays, and no second letter is sent.
    expect((await app.call(accountsCalls.getUser, { as: session })).status).toBe(200);
    const subjects = (await mailsTo(app, person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Your password was changed')).toHaveLength(1);
    // Another password, another address, or later: the link was used.
    expect((await reset(person.email, token, 'Morning round 9')).body.code).toBe('reset_token_invalid');
    const other = await personWithPassword();
    expect((await reset(other.email, token)).body.code).toBe('reset_token_invalid');
    app.clock.advance(16 * MINUTE_MS);
    expect((await reset(person.email, token)).body.code).toBe('reset_token_invalid');
    expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('answers calmly when it is sent several times at the same moment', async () => {
    const person = await personWithPassword();
    await forgot(person.email);
    const token = await tokenFor(person.email);
    const answers = await Promise.all([1, 2, 3].map(() => reset(person.email, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const subjects = (await mailsTo(app, person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('leaves the owner their own attempts, whoever guesses with the link', async () => {
    const person = await personWithPassword();
    await forgot(person.email);
    const token = await tokenFor(person.email);
    await reset(person.email, token);
    for (let guess = 0; guess < 9; guess += 1) await reset(person.email, token, `Morning round ${guess}`);
    const session = (await signIn(person.email, NEW_PASSWORD)).body.auth_token;
    const changed = await app.call(accountsCalls.updatePassword, {
      ...{ as: session, body: { old_password: NEW_PASSWORD, password: 'Morning round 9' } },
    });
    expect(changed.status).toBe(200);
  });

  it('ends after an hour', async () => {
    const person = await personWithPassword();
    await forgot(person.email);
    const token = await tokenFor(person.email);
    app.clock.advance(3_600_001);
    expect((await reset(person.email, token)).body.code).toBe('reset_token_invalid');
  });

  it('refuses another address, and the token stays good for its owner', async () => {
    const [person, other] = [await personWithPassword(), await personWithPassword()];
    await forgot(person.email);
    const token = await tokenFor(person.email);
    expect((await reset(other.email, token)).body.code).toBe('reset_token_invalid');
    expect((await reset(person.email, token)).status).toBe(200);
  });

  it('is known to work or not before a password is chosen, and works no less for the question', async () => {
    const person = await personWithPassword();
    await forgot(person.email);
    const token = await tokenFor(person.email);
    const check = async (reset_password_token: string | null) =>
      (await app.call(accountsCalls.checkResetToken, { body: { reset_password_token } })).body?.code ??
      'good';
    expect([await check(token), await check('made-up'), await check(token)]).toEqual([
      'good',
      'reset_token_invalid',
      'good',
    ]);
    expect((await reset(person.email, token)).status).toBe(200);
    expect(await check(token)).toBe('reset_token_invalid');
  });

  it('is no way in for a verification token', async () => {
    const person = await personWithPassword({ verified: false });
    await app.call(accountsCalls.resendVerification, { as: person });
    expect((await reset(person.email, await tokenFor(person.email))).body.code).toBe('reset_token_invalid');
  });

  it.each([
    ['', 'The new password is required.'],
    ['short 7A', undefined],
    ['weak', 'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.'],
    ['Welcome123', 'This password is among the first that would be guessed. Please choose another one.'],
  ])('judges the password "%s" before it looks at the token', async (password, message) => {
    const answer = await reset('a@example.org', 'made-up', password);
    if (message) expect(answer.body.fields).toEqual({ new_password: message });
    else expect(answer.body.code).toBe('reset_token_invalid');
  });
});

describe('an invitation', () => {
  it('makes an account whose owner sets a password by the link of a mail', async () => {
    const email = 'invited@example.org';
    const invite = () =>
      inTransaction(app.deps.db, (tx) =>
        findOrInvitePerson(
          tx,
          { email, firstName: 'Hua', secondName: 'Tuo', role: 'customer', invitedBy: 'Dr. Director' },
          app.clock.now(),
        ),
      );
    const first = await invite();
    expect(first.invited).toBe(true);
    expect(await invite()).toEqual({ id: first.id, role: 'customer', invited: false });
    const mails = await mailsTo(app, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Dr. Director');
    const token = linkIn(mails[0]).searchParams.get('token');
    expect((await reset(email, token, NEW_PASSWORD, await ownerProfile(app))).status).toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).body.email_verified).toBe(true);
  });

  const profile = async (as: string) => {
    const { body } = await app.call(accountsCalls.getUser, { as });
    return [body.country_id, body.job?.id, body.language, body.time_zone];
  };
  const told = async () => ({
    ...(await ownerProfile(app)),
    language: 'ar',
    time_zone: 'Pacific/Auckland',
  });

  it('stores what a registration asks for, of which a reset changes nothing', async () => {
    const email = 'auckland@example.org';
    await inTransaction(app.deps.db, (tx) =>
      findOrInvitePerson(
        tx,
        { email, firstName: 'Hone', secondName: 'Heke', role: 'customer', invitedBy: 'Dr. Director' },
        app.clock.now(),
      ),
    );
    const [mail] = await mailsTo(app, email);
    const given = await told();
    const follow = (url: URL, more: object) =>
      app.call(accountsCalls.resetPassword, {
        body: {
          email,
          new_password: NEW_PASSWORD,
          reset_password_token: url.searchParams.get('token'),
          ...more,
        },
      });
    expect((await follow(linkIn(mail), { ...given, country_id: newId() })).status).toBe(422);
    expect((await follow(linkIn(mail), given)).status).toBe(200);
    const token = (await signIn(email, NEW_PASSWORD)).body.auth_token;
    const stored = [given.country_id, given.job_id, 'ar', 'Pacific/Auckland'];
    expect(await profile(token)).toEqual(stored);

    await app.call(accountsCalls.forgotPassword, { body: { email } });
    const [letter] = await mailsTo(app, email);
    expect((await follow(linkIn(letter), { language: 'en', time_zone: 'UTC' })).status).toBe(200);
    const again = (await signIn(email, NEW_PASSWORD)).body.auth_token;
    expect(await profile(again)).toEqual(stored);
  });
});

describe('changing the own password', () => {
  const paths = [
    ['customer', 'updatePassword'],
    ['author', 'changeAuthorPassword'],
    ['editor', 'changeEditorPassword'],
    ['program_director', 'changeDirectorPassword'],
    ['staff', 'updatePassword'],
  ] as const;
  const change = (
    person: Person | null,
    name: (typeof paths)[number][1],
    body: object,
    userId = person?.id ?? 'x',
  ) => app.call(accountsCalls[name], { as: person, params: { userId }, body });

  it.each(paths)('works for a %s by %s, and ends the other sessions', async (role, name) => {
    const person = await personWithPassword({ role });
    const other = (await signIn(person.email, PASSWORD)).body.auth_token;
    const answer = await change(person, name, { old_password: PASSWORD, password: NEW_PASSWORD });
    expect(answer.body).toEqual({ message: 'Your password has changed successfully' });
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(200);
    expect((await app.call(accountsCalls.listSessions, { as: other })).status).toBe(401);
    expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  });

  it.each(paths.slice(1, 4))('of another %s is refused by %s', async (role, name) => {
    const [mine, theirs] = [await personWithPassword({ role }), await personWithPassword({ role })];
    const answer = await change(mine, name, { old_password: PASSWORD, password: NEW_PASSWORD }, theirs.id);
    expect(answer.body.code).toBe('not_allowed');
    expect((await signIn(theirs.email, PASSWORD)).status).toBe(200);
  });

  it('by the path of another role is refused', async () => {
    const customer = await personWithPassword();
    const answer = await app.call(accountsCalls.changeAuthorPassword, {
      as: customer,
      portal: 'author',
      params: { userId: customer.id },
      body: { old_password: PASSWORD, password: NEW_PASSWORD },
    });
    expect(answer.body.code).toBe('wrong_portal');
  });

  it.each([
    [{}, { old_password: 'The old password is required.', password: 'The new password is required.' }],
    [
      { old_password: 'Wrong-round 7', password: NEW_PASSWORD },
      { old_password: 'The old password is not right.' },
    ],
    [
      { old_password: PASSWORD, password: 'weak' },
      { password: 'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.' },
    ],
  ])('refuses %j', async (body, fields) => {
    const answer = await change(await personWithPassword(), 'updatePassword', body);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual(fields);
  });

  it('slows down guessing at the old one', async () => {
    const person = await personWithPassword();
    const statuses = [];
    for (let count = 0; count < 8; count += 1)
      statuses.push(
        (await change(person, 'updatePassword', { old_password: 'Guess 7 guess', password: NEW_PASSWORD }))
          .status,
      );
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
  });

  it('needs a token', async () => {
    for (const [, name] of paths) expect((await change(null, name, {})).status).toBe(401);
  });
});
