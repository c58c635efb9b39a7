import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { Call } from '@vesalius/contract/calls';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { testDatabase } from '../../testing/database.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { hashPassword } from './passwords.ts';

/* A clock would measure the machine. What takes time is counted instead: hashes with their cost, and statements. */
const done: string[] = [];
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => {
      done.push('hash');
      return real.hash(...args);
    },
    verify: (...args: Parameters<typeof real.verify>) => {
      done.push(`verify ${String(args[0]).split('$').slice(1, 4).join(' ')}`);
      return real.verify(...args);
    },
  };
});
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const text = 'sqlFragments' in node ? (node.sqlFragments as string[]).join('?') : node.kind;
    done.push(text.replace(/\s+/g, ' ').trim());
    return node;
  },
  transformResult: async ({ result }) => result,
};

const PASSWORD = 'Ward-round 7';
let app: TestApp;
let database: Awaited<ReturnType<typeof testDatabase>>;
let known: Person;
let invited: Person;
beforeAll(async () => {
  database = await testDatabase();
  app = await testApp({ db: database.db.withPlugin(counting) });
  known = await app.person({ email: 'known@example.org' });
  invited = await app.person({ email: 'invited@example.org' });
  const hash = await hashPassword(PASSWORD);
  await sql`update users set password_hash = ${hash} where id = ${known.id}`.execute(app.deps.db);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function workOf(call: Call, body: object): Promise<string[]> {
  done.length = 0;
  await app.call(call, { body });
  return [...done];
}

describe('an address that nobody has makes the server do the same as one that somebody has', () => {
  it.each([
    ['at sign-in', accountsCalls.signIn, { password: 'Wrong-round 7' }],
    [
      'at sign-in from a device with a name',
      accountsCalls.signIn,
      { password: 'Wrong-round 7', device_id: 'd' },
    ],
    ['at the customers’ sign-in', accountsCalls.signInCustomer, { password: 'Wrong-round 7' }],
    ['when the password was forgotten', accountsCalls.forgotPassword, {}],
    [
      'at a reset with a wrong token',
      accountsCalls.resetPassword,
      { reset_password_token: 'none', new_password: 'Night shift 8' },
    ],
  ])('%s', async (_where, call, body) => {
    // The first call of a process makes the hash that unknown addresses are compared with.
    await workOf(call, { ...body, email: 'first@example.org' });
    const ofKnown = await workOf(call, { ...body, email: known.email });
    expect(ofKnown.length).toBeGreaterThan(1);
    expect(await workOf(call, { ...body, email: 'nobody@example.org' })).toEqual(ofKnown);
    expect(await workOf(call, { ...body, email: invited.email })).toEqual(ofKnown);
    const hashes = ofKnown.filter((what) => /^(hash|verify)/.test(what));
    expect(hashes).toEqual(
      call === accountsCalls.forgotPassword || call === accountsCalls.resetPassword
        ? []
        : ['verify argon2id v=19 m=19456,t=2,p=1'],
    );
  });
});

describe('somebody whose account is under attack', () => {
  it('comes in on a new device all the same: by the link of a mail, even of one that the attacker asked for', async () => {
    const { email } = await app.person({ email: 'attacked@example.org' });
    const fromElsewhere = async (url: string, payload: object) =>
      (await app.app.inject({ method: 'POST', url, payload, remoteAddress: '203.0.113.9' })).statusCode;
    const guess = () => fromElsewhere('/v1/sessions', { email, password: 'Guess 7 guess' });
    const ask = () => fromElsewhere('/customer_portal/v1/users/forgot_password', { email });
    for (let count = 0; count < 30; count += 1) {
      await guess();
      await ask();
    }
    expect(await guess()).toBe(429);
    expect(await ask()).toBe(429);

    const mail = (await mailsTo(app, email))[0];
    const reset_password_token = linkIn(mail).searchParams.get('token');
    const reset = { email, reset_password_token, new_password: 'Night shift 8' };
    expect((await app.call(accountsCalls.resetPassword, { body: reset })).status).toBe(200);
    const signIn = { email, password: 'Night shift 8', device_id: 'new phone' };
    expect((await app.call(accountsCalls.signIn, { body: signIn })).status).toBe(200);
    // From now on the phone is known, and the attacker has a counter of his own.
    for (let count = 0; count < 30; count += 1) await guess();
    expect(await guess()).toBe(429);
    expect((await app.call(accountsCalls.signIn, { body: signIn })).status).toBe(200);
  });
});
