import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { Call } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { hashPassword } from './passwords.ts';

/* An attacker tries to lock the owner out. The clock does not advance: everything happens at the same time. */
const PASSWORD = 'Ward-round 7';
const NEW_PASSWORD = 'Night shift 8';
const WRONG = 'Guess 7 guess';
const HOME = '203.0.113.10';
const STRANGE = '198.51.100.66';
const ELSEWHERE = '192.0.2.77';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await testApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => app.close());
beforeEach(() => sql`delete from throttles`.execute(app.deps.db));

async function send(ip: string, { method, path }: Call, payload: object, token?: string) {
  const portal = path === '/v1/sessions' ? '' : '/customer_portal/v1';
  const answer = await app.app.inject({
    method,
    url: portal + path,
    payload,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    remoteAddress: ip,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const signInFrom = async (ip: string, { email }: Person, more: object = {}) =>
  send(ip, accountsCalls.signIn, { email, password: NEW_PASSWORD, ...more });
async function owner(fields: { verified?: boolean } = {}): Promise<Person> {
  const person = await app.person(fields);
  await sql`update users set password_hash = ${passwordHash} where id = ${person.id}`.execute(app.deps.db);
  return person;
}
/** Until no guess is looked at any more. */
async function guess(ip: string, person: Person, more: object = {}) {
  let status = 401;
  while (status === 401) status = (await signInFrom(ip, person, { password: WRONG, ...more })).status;
  expect(status).toBe(429);
}
async function resetFrom(ip: string, { email }: Person, more: object = {}) {
  await send(ip, accountsCalls.forgotPassword, { email });
  const mail = (await mailsTo(app, email)).find(({ subject }) => /new password/.test(subject));
  const reset_password_token = linkIn(mail).searchParams.get('token');
  const body = { email, reset_password_token, new_password: NEW_PASSWORD, ...more };
  return (await send(ip, accountsCalls.resetPassword, body)).status;
}
/** Until unknown links are refused at this place. */
async function tryLinks(ip: string) {
  const statuses = new Set<number>();
  while (!statuses.has(429)) {
    const body = { email_verification_token: 'made-up' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(ip, accountsCalls.verifyEmail, body)),
    );
    for (const { status } of answers) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([422, 429]));
}

describe('an owner whose account a stranger guesses at without end', () => {
  it('comes in where the password was reset: at that place, and on that device anywhere', async () => {
    const person = await owner();
    await guess(STRANGE, person);
    expect(await resetFrom(HOME, person, { device_id: 'own laptop' })).toBe(200);
    await guess(STRANGE, person);
    expect((await signInFrom(ELSEWHERE, person)).status).toBe(429);
    expect((await signInFrom(ELSEWHERE, person, { device_id: 'own laptop' })).status).toBe(200);
    const other = await owner();
    expect(await resetFrom(HOME, other)).toBe(200);
    await guess(STRANGE, other);
    expect((await signInFrom(HOME, other)).status).toBe(200);
  });

  it('comes in where they were known before, and mistyped until they were refused', async () => {
    const person = await owner();
    const device = { device_id: 'own laptop' };
    expect((await signInFrom(HOME, person, { ...device, password: PASSWORD })).status).toBe(200);
    await guess(HOME, person, device);
    await guess(HOME, person);
    expect(await resetFrom(HOME, person, device)).toBe(200);
    expect((await signInFrom(HOME, person, device)).status).toBe(200);
  });

  it('comes in where the address was verified, and where the password was changed', async () => {
    const registered = await owner({ verified: false });
    await send(HOME, accountsCalls.resendVerification, {}, registered.token);
    const link = linkIn((await mailsTo(app, registered.email))[0]);
    const proof = { email_verification_token: link.searchParams.get('token'), password: PASSWORD };
    expect((await send(HOME, accountsCalls.verifyEmail, proof)).status).toBe(200);
    await guess(STRANGE, registered);
    expect((await signInFrom(HOME, registered, { password: PASSWORD })).status).toBe(200);

    const changing = await owner();
    const change = { old_password: PASSWORD, password: NEW_PASSWORD };
    expect((await send(HOME, accountsCalls.updatePassword, change, changing.token)).status).toBe(200);
    await guess(STRANGE, changing);
    expect((await signInFrom(HOME, changing)).status).toBe(200);
  });

  it('keeps the second step: a mailbox gives nobody new guesses at its codes', async () => {
    const person = await owner();
    const asOwner = (call: Call, body: object) => send(HOME, call, body, person.token);
    const { body } = await asOwner(accountsCalls.beginSecondFactor, { password: PASSWORD });
    const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate();
    expect((await asOwner(accountsCalls.turnOnSecondFactor, { code })).status).toBe(200);
    const guessed: string[] = [];
    for (const device_id of ['first', 'second']) {
      expect(await resetFrom(STRANGE, person, { device_id })).toBe(200);
      for (let count = 0; count < 6; count += 1) {
        const answer = await signInFrom(STRANGE, person, { device_id, second_factor_code: 'aaaaaa' });
        guessed.push(answer.body.code);
      }
    }
    expect(guessed).toEqual([...Array(5).fill('second_factor_wrong'), ...Array(7).fill('too_many_requests')]);
  });
});

describe('a machine that tries out links', () => {
  it('closes no link that was sent to others at its place', async () => {
    const registered = await owner({ verified: false });
    const forgetful = await owner();
    await send(STRANGE, accountsCalls.resendVerification, {}, registered.token);
    const link = linkIn((await mailsTo(app, registered.email))[0]);
    await tryLinks(STRANGE);
    const body = { email_verification_token: link.searchParams.get('token') };
    expect((await send(STRANGE, accountsCalls.verifyEmail, body, registered.token)).status).toBe(200);
    expect(await resetFrom(STRANGE, forgetful)).toBe(200);
    expect((await signInFrom(STRANGE, forgetful)).status).toBe(200);
  });
});
