import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { Call } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { hashPassword } from './passwords.ts';

/* The test clock does not advance: everything in a test happens at the same time. */
const PASSWORD = 'Ward-round 7';
const WRONG = 'Guess 7 guess';
let app: TestApp;
let countryId: string;
let jobId: string;
let passwordHash: string;
beforeAll(async () => {
  app = await testApp();
  countryId = (await app.call(accountsCalls.listCountries)).body.data[0].id;
  jobId = (await app.call(accountsCalls.listUserJobs)).body.data[0].id;
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => app.close());
beforeEach(() => sql`delete from throttles`.execute(app.deps.db));

async function send(ip: string, { method, path }: Call, payload: object, token?: string) {
  const portal = path === '/v1/sessions' ? '' : '/customer_portal/v1';
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await app.app.inject({
    method,
    url: portal + path,
    payload,
    headers,
    remoteAddress: ip,
  });
  return {
    status: answer.statusCode,
    body: answer.json(),
    retryAfter: Number(answer.headers['retry-after'] ?? 0),
  };
}
const form = (email: string) => ({
  email,
  password: PASSWORD,
  first_name: 'Ibn',
  second_name: 'Sina',
  country_id: countryId,
  job_id: jobId,
  termsAgreement: true,
});
const signInFrom = (ip: string, email: string, password = PASSWORD, device_id?: string) =>
  send(ip, accountsCalls.signIn, { email, password, device_id });

/** So many at once as a server gets at the same moment from people who press a button within a few minutes. */
async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += 30)
    results.push(...(await Promise.all(items.slice(from, from + 30).map(work))));
  return results;
}

describe('a lecture hall of 300 behind one address', () => {
  const HALL = '198.51.100.7';
  const emails = Array.from({ length: 300 }, (_, index) => `hall${index}@campus.example`);
  const all = (status: number) => Array(300).fill(status);

  it('registers, verifies, forgets the password and signs in', { timeout: 600_000 }, async () => {
    const verified: number[] = [];
    for (let from = 0; from < emails.length; from += 30) {
      const made = await inTurns(emails.slice(from, from + 30), (email) =>
        send(HALL, accountsCalls.register, form(email)),
      );
      expect(made.map(({ status }) => status)).toEqual(Array(30).fill(201));
      for (const { body } of made) {
        const [mail] = await mailsTo(app, body.email);
        const email_verification_token = linkIn(mail).searchParams.get('token');
        const link = { email_verification_token };
        verified.push((await send(HALL, accountsCalls.verifyEmail, link, body.auth_token)).status);
      }
    }
    expect(verified).toEqual(all(200));
    const asked = await inTurns(emails, (email) => send(HALL, accountsCalls.forgotPassword, { email }));
    expect(asked.map(({ status }) => status)).toEqual(all(200));
    // Everybody mistypes once.
    const mistyped = await inTurns(emails, (email) => signInFrom(HALL, email, WRONG));
    expect(mistyped.map(({ status }) => status)).toEqual(all(401));
    const signedIn = await inTurns(emails, (email) => signInFrom(HALL, email));
    expect(signedIn.map(({ status }) => status)).toEqual(all(200));
  });

  it('is not enough room for somebody who makes accounts from all of a /48', async () => {
    const refused = async (ips: readonly string[]) => {
      const answers = await inTurns(ips, (ip) =>
        send(ip, accountsCalls.register, { ...form('x'), email: `${ip.replaceAll(':', '-')}@bot.example` }),
      );
      return answers.filter(({ status }) => status === 429).length;
    };
    // As if 2,300 accounts had been made from other networks of it before.
    await countFrom('register place', '2001:db8:5:0::/48', 2300);
    const networks = Array.from({ length: 120 }, (_, n) => `2001:db8:5:${(n + 1).toString(16)}00::1`);
    expect(await refused(networks)).toBe(20);
    expect(await refused(['2001:db8:6:100::1'])).toBe(0);
  });
});

/** Sets what was counted under a subject, as that many attempts would have. */
async function countFrom(policy: string, subject: string, hits: number): Promise<void> {
  const later = new Date(app.clock.now().getTime() + 1_800_000);
  await sql`insert into throttles (key, hits, blocked_until, forget_at)
    values (sha256(convert_to(${`${policy}\n${subject}`}, 'UTF8')), ${hits}, to_timestamp(0), ${later})
    on conflict (key) do update set hits = excluded.hits`.execute(app.deps.db);
}

describe('a hospital with one machine that guesses', () => {
  const HOSPITAL = '198.51.100.8';
  const ELSEWHERE = '203.0.113.40';
  async function doctor() {
    const person = await app.person();
    await sql`update users set password_hash = ${passwordHash} where id = ${person.id}`.execute(app.deps.db);
    return person.email;
  }
  /** Uses up the network's failed attempts, and continues. */
  async function guessHard() {
    await countFrom('sign-in place', HOSPITAL, 980);
    const answers = await inTurns(
      Array.from({ length: 60 }, (_, n) => `victim${n}@hospital.example`),
      (email) => signInFrom(HOSPITAL, email, WRONG),
    );
    return answers.map(({ status }) => status);
  }

  it('lets in who was here before, on any device, and known devices that were elsewhere', async () => {
    const regular = await doctor();
    const visiting = await doctor();
    expect((await signInFrom(HOSPITAL, regular)).status).toBe(200);
    expect((await signInFrom(ELSEWHERE, visiting, PASSWORD, 'own laptop')).status).toBe(200);
    const guessed = await guessHard();
    expect(guessed.filter((status) => status === 401)).toHaveLength(20);
    expect(guessed.filter((status) => status === 429)).toHaveLength(40);
    for (let round = 0; round < 3; round += 1) {
      expect((await signInFrom(HOSPITAL, regular, PASSWORD, `ward computer ${round}`)).status).toBe(200);
      expect((await signInFrom(HOSPITAL, visiting, PASSWORD, 'own laptop')).status).toBe(200);
    }
  });

  it('asks who was never here to wait for minutes, because a right password must not tell itself from a guess', async () => {
    const email = await doctor();
    await guessHard();
    const answer = await signInFrom(HOSPITAL, email);
    expect(answer.status).toBe(429);
    expect(answer.retryAfter).toBeLessThanOrEqual(600);
    expect((await signInFrom(ELSEWHERE, email)).status).toBe(200);
    app.clock.advance(answer.retryAfter * 1000);
    expect((await signInFrom(HOSPITAL, email)).status).toBe(200);
  });

  it('does not notice a machine that guesses at few accounts', async () => {
    const victim = await doctor();
    const others = await Promise.all(Array.from({ length: 5 }, doctor));
    const guesses = await inTurns(Array.from({ length: 300 }), () => signInFrom(HOSPITAL, victim, WRONG));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(6);
    for (const email of others) expect((await signInFrom(HOSPITAL, email)).status).toBe(200);
  });

  it('gives nobody more guesses at an account for being at its owner’s place', async () => {
    const email = await doctor();
    expect((await signInFrom(HOSPITAL, email)).status).toBe(200);
    const guesses = await inTurns(Array.from({ length: 40 }), () => signInFrom(HOSPITAL, email, WRONG));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(6);
  });

  it('keeps no address of its own: what is remembered of a place is a keyed hash', async () => {
    const email = await doctor();
    await signInFrom(HOSPITAL, email);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from known_devices
      where device_hash = sha256(convert_to(${HOSPITAL}, 'UTF8')) or encode(device_hash, 'escape') like ${`%${HOSPITAL}%`}`.execute(
      app.deps.db,
    );
    expect(rows[0]?.count).toBe(0);
  });
});
