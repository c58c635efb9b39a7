import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import type { Call } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import type { UserFields } from '../../../testing/factories.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { hashPassword } from '../passwords.ts';
import { codeOf, stepAt } from './totp.ts';

const PASSWORD = 'Ward-round 7';
const HALF_MINUTE = 30_000;
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await testApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});
// Authenticators use the machine's time: it is mocked, and advances by half minutes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T09:00:05Z') }));
const wait = (milliseconds = HALF_MINUTE) => {
  vi.setSystemTime(Date.now() + milliseconds);
  app.clock.advance(milliseconds);
};

/** An authenticator with a secret in it, as a phone has one. */
const authenticator = (base32: string) => {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return () => codeOf(secret, stepAt(Date.now()));
};
async function personWithPassword(fields: UserFields = {}): Promise<Person> {
  const person = await app.person(fields);
  await sql`update users set password_hash = ${passwordHash} where id = ${person.id}`.execute(app.deps.db);
  return person;
}
/** A user who turned it on, with the phone, and the next code ready. */
async function personWithTwoSteps(fields: UserFields = {}) {
  const person = await personWithPassword(fields);
  const begun = await app.call(accountsCalls.beginSecondFactor, { as: person, body: { password: PASSWORD } });
  const code = authenticator(begun.body.secret);
  const on = await app.call(accountsCalls.turnOnSecondFactor, { as: person, body: { code: code() } });
  expect(on.status).toBe(200);
  wait();
  return { person, code, recoveryCodes: on.body.recovery_codes as string[] };
}
const signIn = (email: string, more: object = {}) =>
  app.call(accountsCalls.signIn, { body: { email, password: PASSWORD, ...more } });
const me = (as: Person | string) => app.call(accountsCalls.getUser, { as });
const actionsOn = async (userId: string) =>
  (
    await many(
      app.deps.db,
      sql<{ action: string }>`select action from audit_log where subject_id = ${userId} order by id`,
    )
  ).map(({ action }) => action);

describe('turning the second step on', () => {
  it.each(['customer', 'author', 'editor', 'program_director', 'staff'] as const)(
    'is open to a %s',
    async (role) => {
      const { person, recoveryCodes } = await personWithTwoSteps({ role });
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^[a-km-np-z1-9]{5}-[a-km-np-z1-9]{5}$/);
      expect((await me(person)).body).toMatchObject({ has_second_factor: true, recovery_codes_left: 10 });
    },
  );

  it('asks for the password, gives a link for authenticators, and changes nothing before the first code', async () => {
    const person = await personWithPassword({ email: 'ada@example.org' });
    const begin = (password: string) =>
      app.call(accountsCalls.beginSecondFactor, { as: person, body: { password } });
    const refused = await begin('Wrong-round 7');
    expect(refused.body).toMatchObject({
      code: 'password_wrong',
      fields: { password: 'This password is not right.' },
    });
    const { body } = await begin(PASSWORD);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const { searchParams } = new URL(body.otpauth_url);
    expect([searchParams.get('secret'), searchParams.get('issuer')]).toEqual([body.secret, 'Vesalius']);
    expect((await me(person)).body.has_second_factor).toBe(false);
    expect((await signIn(person.email)).status).toBe(200);
  });

  it('ends all other sessions, is told by mail, and stands in the log', async () => {
    const person = await personWithPassword();
    await sql`update users set language = 'ar' where id = ${person.id}`.execute(app.deps.db);
    const elsewhere = (await signIn(person.email)).body.auth_token;
    const { body } = await app.call(accountsCalls.beginSecondFactor, {
      as: person,
      body: { password: PASSWORD },
    });
    const code = authenticator(body.secret)();
    await app.call(accountsCalls.turnOnSecondFactor, { as: person, body: { code } });
    expect((await me(elsewhere)).status).toBe(401);
    expect((await me(person)).status).toBe(200);
    expect((await mailsTo(app, person.email))[0]?.subject).toBe('تسجيل الدخول بخطوتين مفعّل');
    expect(await actionsOn(person.id)).toEqual(['user.second-factor-on']);
  });

  it('refuses a wrong code, one without a secret, and a second time', async () => {
    const person = await personWithPassword();
    const on = (code: string) => app.call(accountsCalls.turnOnSecondFactor, { as: person, body: { code } });
    expect((await on('123456')).body.code).toBe('second_factor_not_begun');
    await app.call(accountsCalls.beginSecondFactor, { as: person, body: { password: PASSWORD } });
    expect((await on('12345')).body).toMatchObject({
      code: 'second_factor_wrong',
      fields: { code: 'This code is not right, or was used already.' },
    });
    const { person: done } = await personWithTwoSteps();
    const again = await app.call(accountsCalls.beginSecondFactor, {
      as: done,
      body: { password: PASSWORD },
    });
    expect(again.body.code).toBe('second_factor_on');
  });

  it('needs a verified address and a password', async () => {
    const unverified = await personWithPassword({ verified: false });
    const google = await app.person();
    const begin = (as: Person) =>
      app.call(accountsCalls.beginSecondFactor, { as, body: { password: PASSWORD } });
    expect((await begin(unverified)).body.code).toBe('not_verified');
    expect((await begin(google)).body.code).toBe('password_missing');
  });

  it.each(['beginSecondFactor', 'turnOnSecondFactor', 'turnOffSecondFactor', 'renewRecoveryCodes'] as const)(
    '%s needs a token',
    async (name) => {
      expect((await app.call(accountsCalls[name] as Call, { body: {} })).status).toBe(401);
    },
  );
});

describe('signing in with two steps', () => {
  it('asks for the code after the password, and not before', async () => {
    const { person, code } = await personWithTwoSteps();
    const wrong = await signIn(person.email, { password: 'Wrong-round 7', second_factor_code: code() });
    expect(wrong.body.code).toBe('wrong_credentials');
    const asked = await signIn(person.email);
    expect(asked.status).toBe(401);
    expect(asked.body.code).toBe('second_factor_needed');
    const answer = await signIn(person.email, {
      second_factor_code: ` ${code().slice(0, 3)} ${code().slice(3)}`,
    });
    expect(answer.body).toMatchObject({ message: 'Welcome back', has_second_factor: true });
  });

  it('takes a code once, also when it is sent ten times at once', async () => {
    const { person, code } = await personWithTwoSteps();
    const sent = { second_factor_code: code() };
    const answers = await Promise.all(Array.from({ length: 3 }, () => signIn(person.email, sent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await signIn(person.email, sent)).body.code).toBe('second_factor_wrong');
    wait();
    expect((await signIn(person.email, { second_factor_code: code() })).status).toBe(200);
  });

  it('takes codes again after the clock was ahead for a while, and each of them once', async () => {
    const { person, code } = await personWithTwoSteps();
    await sql`update second_factors set last_step = last_step + 115200 where user_id = ${person.id}`.execute(
      app.deps.db,
    );
    const sent = { second_factor_code: code() };
    expect((await signIn(person.email, sent)).status).toBe(200);
    expect((await signIn(person.email, sent)).body.code).toBe('second_factor_wrong');
  });

  it('takes no code of somebody else, of another minute, and none that is none', async () => {
    const { person, code } = await personWithTwoSteps();
    const other = await personWithTwoSteps();
    const old = code();
    wait(90_000);
    for (const second_factor_code of [other.code(), old, '000000', 'abcdefghij', '٣٤٥٦٧٨'])
      expect((await signIn(person.email, { second_factor_code })).body).toMatchObject({
        code: 'second_factor_wrong',
        fields: { second_factor_code: 'This code is not right, or was used already.' },
      });
  });

  it('slows guesses down, from places that were never here and not from the own device', async () => {
    const { person, code } = await personWithTwoSteps();
    const phone = { device_id: 'the own phone' };
    await signIn(person.email, { ...phone, second_factor_code: code() });
    const guess = () => signIn(person.email, { second_factor_code: '000000' });
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push((await guess()).body.code);
    expect(answers).toEqual([...Array(5).fill('second_factor_wrong'), 'too_many_requests']);
    // A correct password does not reset the count.
    await signIn(person.email);
    expect((await guess()).body.code).toBe('too_many_requests');
    wait();
    const own = await signIn(person.email, { ...phone, second_factor_code: code() });
    expect(own.status).toBe(200);
  });

  it('takes each recovery code once, however it is typed, and says so by mail', async () => {
    const { person, recoveryCodes } = await personWithTwoSteps();
    const [first = '', second = ''] = recoveryCodes;
    const typed = first.toUpperCase().replace('-', ' ');
    const answer = await signIn(person.email, { second_factor_code: typed });
    expect(answer.body).toMatchObject({ message: 'Welcome back', recovery_codes_left: 10 - 1 });
    expect((await signIn(person.email, { second_factor_code: first })).body.code).toBe('second_factor_wrong');
    expect((await signIn(person.email, { second_factor_code: second })).status).toBe(200);
    expect((await mailsTo(app, person.email)).map(({ subject }) => subject)).toEqual([
      'A recovery code was used',
      'A recovery code was used',
      'Two-step sign-in is on',
    ]);
  });

  it('is asked for after a reset as well: a mailbox is not the second step', async () => {
    const { person } = await personWithTwoSteps();
    await app.call(accountsCalls.forgotPassword, { body: { email: person.email } });
    const [mail] = await mailsTo(app, person.email);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const reset = { email: person.email, reset_password_token: token, new_password: 'Night shift 8' };
    expect((await app.call(accountsCalls.resetPassword, { body: reset })).status).toBe(200);
    const answer = await signIn(person.email, { password: 'Night shift 8' });
    expect(answer.body.code).toBe('second_factor_needed');
  });
});

describe('turning it off, and new recovery codes', () => {
  const off = (as: Person, body: object) => app.call(accountsCalls.turnOffSecondFactor, { as, body });

  it('takes password and code, both', async () => {
    const { person, code } = await personWithTwoSteps();
    expect((await off(person, { password: 'Wrong-round 7', code: code() })).body.code).toBe('password_wrong');
    expect((await off(person, { password: PASSWORD, code: '000000' })).body.code).toBe('second_factor_wrong');
    expect((await off(person, { password: PASSWORD, code: code() })).status).toBe(204);
    expect((await signIn(person.email)).status).toBe(200);
    expect((await me(person)).body).toMatchObject({ has_second_factor: false, recovery_codes_left: 0 });
    expect(await actionsOn(person.id)).toEqual(['user.second-factor-on', 'user.second-factor-off']);
    expect((await mailsTo(app, person.email))[0]?.subject).toBe('Two-step sign-in is off');
    expect((await off(person, { password: PASSWORD, code: '000000' })).body.code).toBe('second_factor_off');
  });

  it('makes ten new codes, and those of before are no longer good', async () => {
    const { person, code, recoveryCodes } = await personWithTwoSteps();
    const renewed = await app.call(accountsCalls.renewRecoveryCodes, {
      as: person,
      body: { password: PASSWORD, code: code() },
    });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    const old = await signIn(person.email, { second_factor_code: recoveryCodes[0] });
    expect(old.body.code).toBe('second_factor_wrong');
    const fresh = await signIn(person.email, { second_factor_code: renewed.body.recovery_codes[0] });
    expect(fresh.status).toBe(200);
  });

  it('is done by the staff for who has lost everything, with a line in the log and a mail', async () => {
    const staff = await app.person({ role: 'staff' });
    const { person } = await personWithTwoSteps();
    const remove = (id: string) => app.call(adminCalls.removeSecondFactor, { as: staff, params: { id } });
    expect(
      (await app.call(adminCalls.getPerson, { as: staff, params: { id: person.id } })).body,
    ).toMatchObject({
      has_second_factor: true,
    });
    expect((await remove(person.id)).status).toBe(204);
    expect((await me(person)).status).toBe(401);
    expect((await signIn(person.email)).status).toBe(200);
    expect((await actionsOn(person.id)).at(-1)).toBe('user.second-factor-removed-by-staff');
    expect((await mailsTo(app, person.email))[0]?.subject).toBe('Two-step sign-in was turned off for you');
    expect((await remove(person.id)).body.code).toBe('second_factor_off');
    expect((await remove(staff.id)).body.code).toBe('not_allowed');
  });
});

describe('what is kept', () => {
  it('opens nothing for who reads the database, and is not handed out', async () => {
    const { person, recoveryCodes } = await personWithTwoSteps();
    const begun = await personWithPassword();
    const { body } = await app.call(accountsCalls.beginSecondFactor, {
      as: begun,
      body: { password: PASSWORD },
    });
    const rows = await many(
      app.deps.db,
      sql<{ text: string }>`select f::text as text from second_factors f
        union all select c::text from recovery_codes c union all select j::text from jobs j`,
    );
    const text = rows.map((row) => row.text).join('\n');
    const secret = Buffer.from(body.secret);
    for (const word of [body.secret, secret.toString('hex'), ...recoveryCodes])
      expect(text).not.toContain(word);
    const own = await app.call(accountsCalls.downloadOwnData, { as: person });
    expect(own.body.sign_in_with_two_steps).toHaveLength(1);
    expect(own.text).not.toMatch(/sealed_secret|code_hash|salt/);
  });

  it('goes with the account', async () => {
    const { person } = await personWithTwoSteps();
    await app.call(accountsCalls.deleteAccount, { as: person, body: { password: PASSWORD } });
    const rows = await many(
      app.deps.db,
      sql`select user_id from second_factors where user_id = ${person.id}
        union all select user_id from recovery_codes where user_id = ${person.id}`,
    );
    expect(rows).toEqual([]);
  });

  it('leaves recovery codes as the way in when the key of the server is another', async () => {
    const { person, recoveryCodes } = await personWithTwoSteps();
    await sql`update second_factors set sealed_secret = decode(repeat('00', 48), 'hex') where user_id = ${person.id}`.execute(
      app.deps.db,
    );
    const by = (second_factor_code: string | undefined) => signIn(person.email, { second_factor_code });
    expect((await by('123456')).body.code).toBe('second_factor_wrong');
    expect((await by(recoveryCodes[0])).status).toBe(200);
  });
});

describe('where the staff has to', () => {
  it('nothing of the administration answers before it is on, and the own account does', async () => {
    const strict = await testApp({ config: { ...app.deps.config, staffSecondFactor: true } });
    try {
      const staff = await strict.person({ role: 'staff' });
      const author = await strict.person({ role: 'author' });
      await sql`update users set password_hash = ${passwordHash}`.execute(strict.deps.db);
      const list = () => strict.call(adminCalls.listPeople, { as: staff });
      expect((await list()).body.code).toBe('second_factor_missing');
      const user = await strict.call(accountsCalls.getUser, { as: staff });
      expect(user.body.must_add_second_factor).toBe(true);
      const begun = await strict.call(accountsCalls.beginSecondFactor, {
        as: staff,
        body: { password: PASSWORD },
      });
      const code = authenticator(begun.body.secret)();
      await strict.call(accountsCalls.turnOnSecondFactor, { as: staff, body: { code } });
      expect((await list()).status).toBe(200);
      expect((await strict.call(accountsCalls.getUser, { as: author })).body.must_add_second_factor).toBe(
        false,
      );
    } finally {
      await strict.close();
    }
  });
});
