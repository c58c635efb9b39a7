import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';

let app: TestApp;
let countryId: string;
let jobId: string;
beforeAll(async () => {
  app = await testApp();
  countryId = (await app.call(accountsCalls.listCountries)).body.data[0].id;
  jobId = (await app.call(accountsCalls.listUserJobs)).body.data[0].id;
});
afterAll(() => app.close());

let counter = 0;
const form = (changes: object = {}) => ({
  email: `new${++counter}@example.org`,
  password: 'Ward-round 7',
  first_name: 'Ibn',
  second_name: 'Sina',
  country_id: countryId,
  job_id: jobId,
  termsAgreement: true,
  ...changes,
});
const register = (changes: object = {}) => app.call(accountsCalls.register, { body: form(changes) });

describe('reference data', () => {
  it('lists all 249 countries and the professions, in both languages', async () => {
    const countries = await app.call(accountsCalls.listCountries);
    expect(countries.body.metadata.count).toBe(249);
    expect(countries.body.data.find((one: { code: string }) => one.code === 'EG')).toMatchObject({
      name: 'Egypt',
      name_ar: 'مصر',
    });
    const jobs = await app.call(accountsCalls.listUserJobs);
    expect(jobs.body.data.length).toBeGreaterThanOrEqual(20);
    expect(jobs.body.data[0]).toMatchObject({
      job_type: 'Physician',
      job_type_ar: 'طبيب',
      may_claim_credit: true,
    });
  });
});

describe('POST /users', () => {
  it('makes a customer who is signed in and not verified', async () => {
    const answer = await register({
      phone: '',
      city: ' Cairo ',
      institution: 'Kasr Al-Ainy',
      time_zone: 'Africa/Cairo',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      role_name: 'customer',
      email_verified: false,
      first_name: 'Ibn',
      city: 'Cairo',
      phone: null,
      institution: 'Kasr Al-Ainy',
      country_id: countryId,
      job: { id: jobId, job_type: 'Physician' },
      time_zone: 'Africa/Cairo',
      message: 'A new user has been created',
    });
    const me = await app.call(accountsCalls.getUser, { as: answer.body.auth_token });
    expect(me.status).toBe(200);
  });

  it.each([
    ['email', { email: undefined }, 'Email is required.'],
    ['email', { email: 'ibn.sina' }, 'Please provide a valid email format'],
    ['password', { password: undefined }, 'Password is required.'],
    [
      'password',
      { password: 'Ward 7' },
      'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
    ],
    [
      'password',
      { password: 'ward-round 7' },
      'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
    ],
    [
      'password',
      { password: 'WARD-ROUND 7' },
      'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
    ],
    [
      'password',
      { password: 'Ward-round' },
      'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
    ],
    [
      'password',
      { password: 'Password1' },
      'This password is among the first that would be guessed. Please choose another one.',
    ],
    ['first_name', { first_name: ' ' }, 'First name is required.'],
    ['second_name', { second_name: undefined }, 'Last name is required.'],
    ['first_name', { first_name: 'x'.repeat(51) }, 'Use at most 50 characters.'],
    ['country_id', { country_id: '' }, 'Country is required.'],
    ['country_id', { country_id: '0198c0de-0000-7000-8000-000000000000' }, 'Country is required.'],
    ['job_id', { job_id: undefined }, 'Profession is required.'],
    ['job_id', { job_id: '0198c0de-0000-7000-8000-000000000000' }, 'Profession is required.'],
    ['termsAgreement', { termsAgreement: false }, 'Please agree to the terms and conditions.'],
  ])('refuses a wrong %s: %j', async (field, changes, message) => {
    const answer = await register(changes);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  it('refuses an address that has an account, in whichever case', async () => {
    const first = await register();
    const again = await register({ email: first.body.email.toUpperCase() });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('email_taken');
  });

  it('makes one account when the form is sent twice at once', async () => {
    const body = form();
    const answers = await Promise.all([1, 2].map(() => app.call(accountsCalls.register, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('takes nothing from the form that is not asked for', async () => {
    const answer = await register({
      role: 'staff',
      is_beta: true,
      email_verified: true,
      time_zone: 'Mars/Olympus',
    });
    expect(answer.body).toMatchObject({
      role_name: 'customer',
      is_beta: false,
      email_verified: false,
      time_zone: 'UTC',
    });
  });

  it('refuses a picture that did not come through an upload', async () => {
    for (const image of [
      'https://example.org/a.png',
      '/files/public/avatars/../x.webp',
      '/files/public/avatars/1-ab.webp',
    ])
      expect((await register({ image })).body.code).toBe('upload_failed');
  });
});

/** As the browser does that registered. */
const verifyIn = (as: string, email_verification_token: string | null) =>
  app.call(accountsCalls.verifyEmail, { as, body: { email_verification_token } });

describe('verification', () => {
  it('comes by mail, works once, verifies, welcomes and signs in', async () => {
    const { body: user } = await register({ language: 'ar' });
    const [mail] = await mailsTo(app, user.email);
    expect(mail?.subject).toBe('أكّد بريدك الإلكتروني');
    expect(mail?.html).toContain('dir="rtl"');
    const link = linkIn(mail);
    expect(link.pathname).toBe('/verification');
    const token = link.searchParams.get('token') as string;

    const body = { email_verification_token: token };
    const inTheBrowser = { as: user.auth_token, body };
    const answer = await app.call(accountsCalls.verifyEmail, inTheBrowser);
    expect(answer.status).toBe(200);
    expect((await app.call(accountsCalls.getUser, { as: user.auth_token })).status).toBe(401);
    expect(answer.body).toMatchObject({ email_verified: true, message: 'Verification succeeded' });
    const me = await app.call(accountsCalls.getUser, { as: answer.body.auth_token });
    expect(me.body.email_verified).toBe(true);

    const again = await app.call(accountsCalls.verifyEmail, { body });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({ code: 'token_invalid', message: 'Invalid activation url' });
    expect((await mailsTo(app, user.email)).map(({ subject }) => subject)).toEqual([
      'أهلًا بك في فيزاليوس',
      'أكّد بريدك الإلكتروني',
    ]);
  });

  it('leads back to the page that was wanted, also from the second mail, and only within this site', async () => {
    const next = '/checkout?mode=book&id=1';
    const { body: user } = await register({ next });
    await app.call(accountsCalls.resendVerification, { as: user.auth_token, query: { next } });
    const mails = await mailsTo(app, user.email);
    expect(mails.map((mail) => linkIn(mail).searchParams.get('next'))).toEqual([next, next]);
    for (const elsewhere of ['//evil.example', '/.//evil.example', '/\\evil.example', 'https://evil.example'])
      expect((await register({ next: elsewhere })).status).toBe(422);
  });

  it('is asked for again, four times in a row, and every link of the last two days works', async () => {
    const { body: user } = await register();
    const [first] = await mailsTo(app, user.email);
    const answer = await app.call(accountsCalls.resendVerification, { as: user.auth_token });
    expect(answer.body).toEqual({ message: 'Another verification email sent' });
    expect(await mailsTo(app, user.email)).toHaveLength(2);
    const token = linkIn(first).searchParams.get('token');
    const verified = await verifyIn(user.auth_token, token);
    expect(verified.status).toBe(200);

    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push(
        (await app.call(accountsCalls.resendVerification, { as: verified.body.auth_token })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 429]);
    // Verified meanwhile: nothing more is sent.
    const subjects = (await mailsTo(app, user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Verify your email address')).toHaveLength(2);
  });

  it('ends after two days', async () => {
    const { body: user } = await register();
    const [mail] = await mailsTo(app, user.email);
    app.clock.advance(49 * HOUR_MS);
    const token = linkIn(mail).searchParams.get('token');
    const answer = await app.call(accountsCalls.verifyEmail, { body: { email_verification_token: token } });
    expect(answer.body.code).toBe('token_invalid');
  });

  it.each([undefined, '', 'vsl_made-up', 'x'.repeat(201)])('refuses the token %s', async (token) => {
    const answer = await app.call(accountsCalls.verifyEmail, { body: { email_verification_token: token } });
    expect(answer.status).toBe(422);
  });

  it('asks in another browser for the password of the registration, and keeps the link until it is right', async () => {
    const { body: user } = await register();
    const [mail] = await mailsTo(app, user.email);
    const email_verification_token = linkIn(mail).searchParams.get('token');
    const verify = (more: object = {}) =>
      app.call(accountsCalls.verifyEmail, { body: { email_verification_token, ...more } });
    expect((await verify()).body.code).toBe('registration_password_needed');
    expect((await verify({ password: 'Wrong-round 7' })).body).toMatchObject({
      code: 'password_wrong',
      fields: { password: 'This password is not right.' },
    });
    const stranger = await app.person();
    const asStranger = { as: stranger, body: { email_verification_token } };
    expect((await app.call(accountsCalls.verifyEmail, asStranger)).body.code).toBe(
      'registration_password_needed',
    );
    const answer = await verify({ password: 'Ward-round 7' });
    expect(answer.body).toMatchObject({ email_verified: true, message: 'Verification succeeded' });
    expect((await verify({ password: 'Ward-round 7' })).body.code).toBe('token_invalid');
  });

  it('slows down who guesses at that password', async () => {
    const { body: user } = await register();
    const [mail] = await mailsTo(app, user.email);
    const email_verification_token = linkIn(mail).searchParams.get('token');
    const body = { email_verification_token, password: 'Wrong-round 7' };
    const codes = [];
    for (let count = 0; count < 7; count += 1)
      codes.push((await app.call(accountsCalls.verifyEmail, { body })).body.code);
    expect(codes.at(-1)).toBe('too_many_requests');
  });

  it('gives nothing to who registers an address of somebody else: the owner makes it theirs by a reset', async () => {
    const attacker = (await register()).body;
    const [mail] = await mailsTo(app, attacker.email);
    // The owner follows the link that came unasked for: nothing becomes good by it.
    const body = { email_verification_token: linkIn(mail).searchParams.get('token') };
    expect((await app.call(accountsCalls.verifyEmail, { body })).status).toBe(422);
    expect((await app.call(accountsCalls.getUser, { as: attacker.auth_token })).body.email_verified).toBe(
      false,
    );
    await app.call(accountsCalls.forgotPassword, { body: { email: attacker.email } });
    const [reset] = await mailsTo(app, attacker.email);
    const reset_password_token = linkIn(reset).searchParams.get('token');
    const own = { email: attacker.email, reset_password_token, new_password: 'Night shift 8' };
    await app.call(accountsCalls.resetPassword, { body: { ...own, ...(await ownerProfile(app)) } });
    const signIn = (password: string) =>
      app.call(accountsCalls.signIn, { body: { email: attacker.email, password } });
    expect((await signIn('Ward-round 7')).status).toBe(401);
    expect((await app.call(accountsCalls.getUser, { as: attacker.auth_token })).status).toBe(401);
    expect((await signIn('Night shift 8')).body.email_verified).toBe(true);
  });

  it('makes the owner of an address in an institution’s domain its member, while there are seats', async () => {
    const id = '0198c0de-0000-7000-8000-000000000001';
    const now = app.clock.now();
    const ends = new Date(now.getTime() + 365 * DAY_MS);
    await sql`insert into institutions (id, name, starts_at, ends_at, seats, created_at)
      values (${id}, 'Teaching Hospital', ${now}, ${ends}, 1, ${now})`.execute(app.deps.db);
    await sql`insert into institution_domains (domain, institution_id) values ('teaching.example', ${id})`.execute(
      app.deps.db,
    );
    const memberships = [];
    for (const name of ['one', 'two']) {
      const { body: user } = await register({ email: `${name}@Teaching.example` });
      const [mail] = await mailsTo(app, user.email);
      const token = linkIn(mail).searchParams.get('token');
      const answer = await verifyIn(user.auth_token, token);
      memberships.push(answer.body.institution_subscription);
    }
    expect(memberships).toEqual([{ id, is_manager: false }, null]);
  });

  it('keeps unverified customers out of what needs it, and lets them use their account', async () => {
    const { body: user } = await register();
    const listPrograms = { method: 'GET', path: '/certificates', portals: ['customer'] } as const;
    expect((await app.call(listPrograms, { as: user.auth_token })).body.code).toBe('not_verified');
    expect((await app.call(accountsCalls.listSessions, { as: user.auth_token })).status).toBe(200);
  });
});
