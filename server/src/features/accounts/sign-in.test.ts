import { createHash } from 'node:crypto';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildInstitution, type UserFields } from '../../testing/factories.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'Ward-round 7';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await testApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => app.close());

async function personWithPassword(fields: UserFields = {}) {
  const person = await app.person(fields);
  await sql`update users set password_hash = ${passwordHash} where id = ${person.id}`.execute(app.deps.db);
  return person;
}
const signIn = (email: string, password = PASSWORD, more: object = {}, headers = {}) =>
  app.call(accountsCalls.signIn, { body: { email, password, ...more }, headers });

describe('POST /v1/sessions', () => {
  it('answers with the person and a token that works', async () => {
    const person = await personWithPassword({ firstName: 'Ada', secondName: 'Byron' });
    const answer = await signIn(person.email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: person.id,
      role_name: 'customer',
      email: person.email,
      email_verified: true,
      first_name: 'Ada',
      second_name: 'Byron',
      name: 'Ada Byron',
      is_beta: false,
      institution_subscription: null,
      message: 'Welcome back',
    });
    const me = await app.call(accountsCalls.getUser, { as: answer.body.auth_token });
    expect(me.body.id).toBe(person.id);
    expect(answer.text).not.toContain('argon2');
  });

  it('names the institution whose subscription runs', async () => {
    const institution = await buildInstitution(app.deps.db);
    const person = await personWithPassword({ institutionId: institution.id });
    expect((await signIn(person.email)).body.institution_subscription).toMatchObject({ id: institution.id });
  });

  it.each([
    [{}, { email: 'Email is required.', password: 'Password is required.' }],
    [
      { email: ' ', password: '' },
      { email: 'Email is required.', password: 'Password is required.' },
    ],
    [{ email: 'ada', password: 'x' }, { email: 'Please provide a valid email format' }],
    [{ email: 7, password: 'x' }, { email: 'Email is required.' }],
    [{ email: 'ada@example.org', password: 'x'.repeat(1001) }, { password: 'Use at most 200 characters.' }],
  ])('refuses %j with the fields named', async (body, fields) => {
    const answer = await app.call(accountsCalls.signIn, { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'invalid', fields });
  });

  it('answers the same for a wrong password, an unknown address and an account without a password', async () => {
    const known = await personWithPassword();
    const invited = await app.person();
    const answers = [
      await signIn(known.email, 'Wrong-round 7'),
      await signIn('nobody@example.org'),
      await signIn(invited.email),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect({ ...(answer.body as object), request_id: '' }).toEqual({
        ...(answers[0]?.body as object),
        request_id: '',
      });
    }
  });

  it('slows down guessing at one account, known or unknown alike, and lets the right password in afterwards', async () => {
    const person = await personWithPassword();
    for (const email of [person.email, 'nobody-else@example.org']) {
      const statuses = [];
      for (let count = 0; count < 8; count += 1) statuses.push((await signIn(email, 'Guess 7 guess')).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    }
    const early = await signIn(person.email);
    expect(early.status).toBe(429);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
    app.clock.advance(5000);
    expect((await signIn(person.email)).status).toBe(200);
  });

  it('never locks out the device that signed in before', async () => {
    const person = await personWithPassword();
    const device = { device_id: 'Firefox-3f0c' };
    expect((await signIn(person.email, PASSWORD, device)).status).toBe(200);
    for (let count = 0; count < 12; count += 1)
      await signIn(person.email, 'Guess 7 guess', { device_id: 'other' });
    expect((await signIn(person.email)).status).toBe(429);
    expect((await signIn(person.email, PASSWORD, device)).status).toBe(200);
  });

  it('counts guesses that are sent at the same time', async () => {
    const person = await personWithPassword();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => signIn(person.email, 'Guess 7 guess')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6);
  });

  it.each([
    ['a session', false, 3, 16],
    ['a remembered session', true, 29 * 24, 90 * 24],
  ])('ends %s when it is not used, and at its end all the same', async (_what, remember, pause, life) => {
    const person = await personWithPassword();
    const start = app.clock.now();
    const [used, unused] = [
      (await signIn(person.email, PASSWORD, { remember })).body.auth_token,
      (await signIn(person.email, PASSWORD, { remember })).body.auth_token,
    ];
    const statusOf = async (token: string) => (await app.call(accountsCalls.getUser, { as: token })).status;
    for (let hours = pause; hours < life; hours += pause) {
      app.clock.set(new Date(start.getTime() + hours * HOUR_MS));
      expect(await statusOf(used)).toBe(200);
    }
    expect(await statusOf(unused)).toBe(401);
    app.clock.set(new Date(start.getTime() + life * HOUR_MS + 1));
    expect(await statusOf(used)).toBe(401);
  });
});

describe('POST /customer_portal/v1/sessions', () => {
  it('serves customers', async () => {
    const person = await personWithPassword();
    const answer = await app.call(accountsCalls.signInCustomer, {
      body: { email: person.email, password: PASSWORD },
    });
    expect(answer.status).toBe(200);
  });

  it.each(['author', 'editor', 'program_director', 'staff'] as const)('refuses a %s', async (role) => {
    const person = await personWithPassword({ role });
    const body = { email: person.email, password: PASSWORD };
    expect((await app.call(accountsCalls.signInCustomer, { body })).body.code).toBe('wrong_portal');
    expect((await app.call(accountsCalls.signIn, { body })).body.role_name).toBe(role);
  });
});

describe('sessions', () => {
  it('end with DELETE /v1/sessions, and only that one', async () => {
    const person = await personWithPassword();
    const token = (await signIn(person.email)).body.auth_token;
    expect((await app.call(accountsCalls.signOut, { as: token })).status).toBe(204);
    expect((await app.call(accountsCalls.getUser, { as: token })).body.code).toBe('session_ended');
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(200);
  });

  it('end by the hash of their token alone, as often as it is sent', async () => {
    const person = await personWithPassword();
    const token = (await signIn(person.email)).body.auth_token;
    const body = { token_hash: createHash('sha256').update(token).digest('hex') };
    for (const _twice of [1, 2])
      expect((await app.call(accountsCalls.endForgottenSession, { body })).status).toBe(204);
    expect((await app.call(accountsCalls.getUser, { as: token })).body.code).toBe('session_ended');
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(200);
  });

  it('take the page images out of the browser when they end', async () => {
    const person = await personWithPassword();
    const leaving = await app.call(accountsCalls.signOut, { as: person });
    // Another tab, or another place, ended it.
    const ended = await app.call(accountsCalls.getUser, { as: person });
    expect(ended.body.code).toBe('session_ended');
    for (const { headers } of [leaving, ended]) expect(headers['clear-site-data']).toBe('"cache"');
    const visitor = await app.call(accountsCalls.getUser, {});
    expect(visitor.headers['clear-site-data']).toBeUndefined();
  });

  it('are listed with the device, the present one marked, and ended one by one', async () => {
    const person = await personWithPassword();
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const other = await signIn(person.email, PASSWORD, {}, { 'user-agent': agent });
    const list = await app.call(accountsCalls.listSessions, { as: other.body.auth_token });
    expect(list.body.data).toHaveLength(2);
    expect(list.body.data[0]).toMatchObject({ device_name: 'Firefox, Windows', current: true });
    expect(JSON.stringify(list.body)).not.toContain('token');
    const gone = list.body.data[1];
    expect(
      (
        await app.call(accountsCalls.endSession, {
          as: other.body.auth_token,
          params: { id: gone.id },
          body: { password: PASSWORD },
        })
      ).status,
    ).toBe(204);
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(401);
    const again = await app.call(accountsCalls.endSession, {
      as: other.body.auth_token,
      params: { id: gone.id },
      body: { password: PASSWORD },
    });
    expect(again.status).toBe(404);
  });

  it('of others cannot be ended', async () => {
    const [mine, theirs] = [await personWithPassword(), await personWithPassword()];
    const list = await app.call(accountsCalls.listSessions, { as: theirs });
    const id = list.body.data[0].id;
    expect(
      (await app.call(accountsCalls.endSession, { as: mine, params: { id }, body: { password: PASSWORD } }))
        .status,
    ).toBe(404);
    expect((await app.call(accountsCalls.getUser, { as: theirs })).status).toBe(200);
  });

  it('end all but the present one', async () => {
    const person = await personWithPassword();
    const token = (await signIn(person.email)).body.auth_token;
    expect(
      (await app.call(accountsCalls.endOtherSessions, { as: token, body: { password: PASSWORD } })).status,
    ).toBe(204);
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(401);
    expect((await app.call(accountsCalls.getUser, { as: token })).status).toBe(200);
  });

  it('end only with the password again, or soon after a sign-in with Google', async () => {
    const person = await personWithPassword();
    const token = (await signIn(person.email)).body.auth_token;
    const list = await app.call(accountsCalls.listSessions, { as: token });
    const id = list.body.data.find(({ current }: { current: boolean }) => !current).id;
    for (const body of [{}, { password: 'Wrong-round 7' }]) {
      const one = await app.call(accountsCalls.endSession, { as: token, params: { id }, body });
      expect(one.body).toMatchObject({
        code: 'password_wrong',
        fields: { password: 'This password is not right.' },
      });
      const all = await app.call(accountsCalls.endOtherSessions, { as: token, body });
      expect(all.body.code).toBe('password_wrong');
    }
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(200);

    const google = await app.person();
    const end = () => app.call(accountsCalls.endOtherSessions, { as: google, body: {} });
    expect((await end()).status).toBe(204);
    app.clock.advance(16 * MINUTE_MS);
    expect((await end()).body.code).toBe('sign_in_again');
  });

  it('are at most twenty: the one unused for longest ends', async () => {
    const person = await personWithPassword();
    const tokens: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      app.clock.advance(1000);
      tokens.push((await signIn(person.email)).body.auth_token);
    }
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(401);
    expect((await app.call(accountsCalls.getUser, { as: tokens[0] as string })).status).toBe(401);
    expect((await app.call(accountsCalls.getUser, { as: tokens[1] as string })).status).toBe(200);
  });

  it.each(['listSessions', 'signOut', 'endOtherSessions', 'getUser'] as const)(
    '%s needs a token',
    async (name) => {
      expect((await app.call(accountsCalls[name])).body.code).toBe('not_signed_in');
      expect((await app.call(accountsCalls[name], { as: 'vsl_made-up' })).body.code).toBe('session_ended');
    },
  );
});
