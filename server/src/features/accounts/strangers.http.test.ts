import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';

/* Somebody else has the account of an address, or its password. Its owner reads the letters. */
const PASSWORD = 'Ward-round 7';
const OWN_PASSWORD = 'Night shift 8';
let app: TestApp;
let profile: Awaited<ReturnType<typeof ownerProfile>>;
beforeAll(async () => {
  app = await testApp();
  profile = await ownerProfile(app);
});
afterAll(() => app.close());

let counter = 0;
const newAddress = () => `owner${++counter}@hospital.example`;
const register = async (email: string) => {
  const body = { ...profile, email, password: PASSWORD, first_name: 'Some', second_name: 'Body' };
  return (await app.call(accountsCalls.register, { body })).body.auth_token as string;
};
async function change(as: string, from: string, to: string) {
  const body = { old_password: from, password: to };
  return (await app.call(accountsCalls.updatePassword, { as, body })).status;
}
async function linkFor(email: string): Promise<string | null> {
  await app.call(accountsCalls.forgotPassword, { body: { email } });
  const mail = (await mailsTo(app, email)).find(({ subject }) => /new password/.test(subject));
  return linkIn(mail).searchParams.get('token');
}
const follow = (email: string, reset_password_token: string | null) =>
  app.call(accountsCalls.resetPassword, {
    body: { ...profile, email, reset_password_token, new_password: OWN_PASSWORD },
  });
const signIn = async (email: string, password: string) =>
  (await app.call(accountsCalls.signIn, { body: { email, password } })).status;

describe('the link for a new password', () => {
  it.each([
    ['a stranger who registered the address', false],
    ['a thief who knows the password', true],
  ])('works after %s has changed the password', async (_who, isVerified) => {
    const email = newAddress();
    const session = await register(email);
    if (isVerified) {
      const token = linkIn((await mailsTo(app, email))[0]).searchParams.get('token');
      const body = { email_verification_token: token, password: PASSWORD };
      await app.call(accountsCalls.verifyEmail, { body });
    }
    const own = isVerified
      ? ((await app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } })).body
          .auth_token as string)
      : session;
    const link = await linkFor(email);
    expect(await change(own, PASSWORD, 'Stolen goods 9')).toBe(200);
    expect((await follow(email, link)).status).toBe(200);
    expect(await signIn(email, OWN_PASSWORD)).toBe(200);
    expect(await signIn(email, 'Stolen goods 9')).toBe(401);
    expect((await app.call(accountsCalls.getUser, { as: own })).status).toBe(401);
  });

  it('works after the stranger has deleted the account and registered the address again', async () => {
    const email = newAddress();
    const session = await register(email);
    const link = await linkFor(email);
    const body = { password: PASSWORD };
    expect((await app.call(accountsCalls.deleteAccount, { as: session, body })).status).toBe(204);
    const again = await register(email);
    expect((await follow(email, link)).status).toBe(200);
    expect(await signIn(email, OWN_PASSWORD)).toBe(200);
    expect((await app.call(accountsCalls.getUser, { as: again })).status).toBe(401);
  });

  it('of a deleted account that was verified opens nothing', async () => {
    const person = await app.person();
    const link = await linkFor(person.email);
    await app.call(accountsCalls.forgotPassword, { body: { email: person.email } });
    const token = await passwordSession(person.email, link);
    expect(
      (await app.call(accountsCalls.deleteAccount, { as: token, body: { password: OWN_PASSWORD } })).status,
    ).toBe(204);
    await register(person.email);
    expect((await follow(person.email, link)).body.code).toBe('reset_token_invalid');
  });
});

async function passwordSession(email: string, link: string | null): Promise<string> {
  await follow(email, link);
  const body = { email, password: OWN_PASSWORD };
  return (await app.call(accountsCalls.signIn, { body })).body.auth_token as string;
}

describe('an address that a stranger registers and deletes again and again', () => {
  it('is the owner’s, who asks for a new password', async () => {
    const email = newAddress();
    const ask = () => app.call(accountsCalls.forgotPassword, { body: { email } });
    for (let count = 0; count < 5; count += 1) await ask();
    const statuses: number[] = [];
    let as = await register(email);
    for (let count = 0; count < 6; count += 1) {
      const body = { password: PASSWORD };
      const { status } = await app.call(accountsCalls.deleteAccount, { as, body });
      statuses.push(status);
      if (status === 204) as = await register(email);
    }
    expect(statuses).toEqual([204, 204, 204, 429, 429, 429]);
    expect((await follow(email, await linkFor(email))).status).toBe(200);
    expect(await signIn(email, OWN_PASSWORD)).toBe(200);
  });
});

describe('letters', () => {
  it('about a changed password go to no address that was not verified', async () => {
    const email = newAddress();
    expect(await change(await register(email), PASSWORD, 'Stolen goods 9')).toBe(200);
    expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/verify/i),
    ]);
  });

  it('that ask for verification are few, however often an address is registered', async () => {
    const email = newAddress();
    for (let count = 0; count < 3; count += 1) {
      const as = await register(email);
      await app.call(accountsCalls.resendVerification, { as });
      await app.call(accountsCalls.deleteAccount, { as, body: { password: PASSWORD } });
    }
    await register(email);
    expect((await mailsTo(app, email)).length).toBeLessThanOrEqual(5);
  });

  it('cannot be made by changing a password again and again', async () => {
    const person = await app.person();
    const as = await passwordSession(person.email, await linkFor(person.email));
    const statuses: number[] = [];
    let from = OWN_PASSWORD;
    for (let count = 0; count < 8; count += 1) {
      const to = `Stolen goods ${count}`;
      const status = await change(as, from, to);
      statuses.push(status);
      if (status === 200) from = to;
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(200));
    expect(statuses.at(-1)).toBe(429);
  });
});
