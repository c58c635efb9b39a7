import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { type Answer, type Person, type TestApp, testApp } from '../../testing/app.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';
import { STAND_IN_CLIENT_ID, standInIssuer } from './google/provider.ts';
import { standInKeys } from './google/stand-in-keys.ts';
import { findOrInvitePerson, inviteUnverified } from './invite-person.ts';
import { issueToken } from './one-time-tokens.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'Night shift 8';
let app: TestApp;
let staff: Person;
let profile: Awaited<ReturnType<typeof ownerProfile>>;
beforeAll(async () => {
  app = await testApp();
  staff = await app.person({ role: 'staff' });
  profile = await ownerProfile(app);
});
afterAll(() => app.close());

/** A user whose account a director has just made; the letter is being sent. */
async function invited(): Promise<{ id: string; email: string }> {
  const email = `${newId()}@invited.example`;
  const person = {
    email,
    firstName: 'Hua',
    secondName: 'Tuo',
    role: 'customer',
    invitedBy: 'Dr. D',
  } as const;
  const { id } = await inTransaction(app.deps.db, (tx) => findOrInvitePerson(tx, person, app.clock.now()));
  return { id, email };
}
const tokenIn = (mail: Parameters<typeof linkIn>[0]) => linkIn(mail).searchParams.get('token');
const reset = (email: string, token: string | null, more: object = {}) =>
  app.call(accountsCalls.resetPassword, {
    body: { email, reset_password_token: token, new_password: PASSWORD, ...more },
  });
const signIn = (email: string, more: object = {}) =>
  app.call(accountsCalls.signIn, { body: { email, password: PASSWORD, ...more } });
const withPassword = async (id: string): Promise<void> => {
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${id}`.execute(
    app.deps.db,
  );
};

type Way = (person: { id: string; email: string }) => Promise<(more: object) => Promise<Answer<unknown>>>;
/** Each way into an account, up to its last request. */
const WAYS: Readonly<Record<string, Way>> = {
  'the invitation': async ({ email }) => {
    const token = tokenIn((await mailsTo(app, email))[0]);
    return (more) => reset(email, token, more);
  },
  'a reset of the password': async ({ email }) => {
    await mailsTo(app, email);
    await app.call(accountsCalls.forgotPassword, { body: { email } });
    const link = linkIn((await mailsTo(app, email))[0]).searchParams;
    expect(link.get('invitation')).toBe('true');
    return (more) => reset(email, link.get('token'), more);
  },
  'a reset that the staff send': async ({ id, email }) => {
    await mailsTo(app, email);
    await app.call(adminCalls.resendMail, { as: staff, params: { id }, body: { kind: 'reset' } });
    const token = tokenIn((await mailsTo(app, email))[0]);
    return (more) => reset(email, token, more);
  },
  'the verification that the staff send': async ({ id, email }) => {
    await mailsTo(app, email);
    await app.call(adminCalls.resendMail, { as: staff, params: { id }, body: { kind: 'verification' } });
    const token = tokenIn((await mailsTo(app, email))[0]);
    return (more) => reset(email, token, more);
  },
  'a sign-in with a password from before': async ({ id, email }) => {
    await withPassword(id);
    return (more) => signIn(email, more);
  },
  Google: async ({ email }) => {
    const { nonce } = (await app.call(accountsCalls.getSignInOptions)).body.google;
    const [jwk] = (await standInKeys()).private.keys;
    const id_token = await new SignJWT({
      email,
      email_verified: true,
      given_name: 'Hua',
      family_name: 'Tuo',
      nonce,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'stand-in' })
      .setSubject(email)
      .setIssuer(standInIssuer(app.deps.config))
      .setAudience(STAND_IN_CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign((await importJWK(jwk as never, 'RS256')) as never);
    const body = { social_provider_type: 'google', id_token, nonce };
    return (more) => app.call(accountsCalls.socialRegistration, { body: { ...body, ...more } });
  },
};
const opened = async (id: string) => {
  const { rows } = await sql<{ country: string; profession: string; accepted: boolean }>`
    select country_id as country, profession_id as profession, terms_accepted_at is not null as accepted
    from users where id = ${id}`.execute(app.deps.db);
  return rows[0];
};
const NOTHING = { country: null, profession: null, accepted: false };

describe.each(Object.entries(WAYS))('an account that others made, by %s,', (_way, begin) => {
  it('opens with profession, country and terms alone', async () => {
    const person = await invited();
    const finish = await begin(person);
    for (const missing of ['country_id', 'job_id', 'termsAgreement']) {
      const answer = await finish({ ...profile, [missing]: undefined });
      expect([missing, answer.status >= 400]).toEqual([missing, true]);
    }
    expect((await finish({})).status).toBeGreaterThanOrEqual(400);
    expect(await opened(person.id)).toEqual(NOTHING);

    const answer = await finish(profile);
    expect(answer.status).toBe(200);
    expect(await opened(person.id)).toEqual({
      country: profile.country_id,
      profession: profile.job_id,
      accepted: true,
    });
  });
});

describe('an account that others made', () => {
  it('is not opened by a link that verifies its address', async () => {
    const { id } = await invited();
    const token = await issueToken(app.deps.db, {
      userId: id,
      purpose: 'verify_email',
      now: app.clock.now(),
    });
    const answer = await app.call(accountsCalls.verifyEmail, { body: { email_verification_token: token } });
    expect(answer.body.code).toBe('token_invalid');
  });

  it('names what is missing at its fields', async () => {
    const { email } = await invited();
    const answer = await reset(email, tokenIn((await mailsTo(app, email))[0]));
    expect(answer.body).toMatchObject({
      code: 'invalid',
      fields: {
        country_id: expect.any(String),
        job_id: expect.any(String),
        termsAgreement: 'Please agree to the terms and conditions.',
      },
    });
  });

  it('is not registered again by its owner, who asks for a new password', async () => {
    const { email } = await invited();
    const body = { email, password: PASSWORD, first_name: 'Hua', second_name: 'Tuo', ...profile };
    expect((await app.call(accountsCalls.register, { body })).body.code).toBe('email_taken');
  });

  it('opens once, whichever of its links is followed first, also by both at once', async () => {
    const { id, email } = await invited();
    const invitation = tokenIn((await mailsTo(app, email))[0]);
    await app.call(accountsCalls.forgotPassword, { body: { email } });
    const forgotten = tokenIn((await mailsTo(app, email))[0]);
    // A second institution has invited the same person.
    await inTransaction(app.deps.db, (tx) => inviteUnverified(tx, [id], 'Another hospital'));
    const second = tokenIn((await mailsTo(app, email))[0]);
    const links = [invitation, forgotten, second];
    const answers = await Promise.all(links.map((token) => reset(email, token, profile)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const again = await Promise.all(links.map((token) => reset(email, token, profile)));
    // The link that opened the account gets the same answer again, in case the first one was lost, and sets no other
    // password.
    expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
    for (const token of links) {
      const other = await reset(email, token, { ...profile, new_password: 'Another night 3' });
      expect(other.body.code).toBe('reset_token_invalid');
    }
    expect((await signIn(email)).status).toBe(200);
  });

  it('takes nothing over from a stranger who registered the address', async () => {
    const ways = {
      'the invitation': WAYS['the invitation'],
      reset: WAYS['a reset of the password'],
      Google: WAYS.Google,
    };
    for (const [way, begin] of Object.entries(ways)) {
      const email = `${newId()}@squatted.example`;
      const [country, job] = [(await app.call(accountsCalls.listCountries)).body.data[1].id, profile.job_id];
      const stranger = {
        first_name: 'Tess',
        second_name: 'Probe',
        phone: '+1 555 0100',
        institution: 'Nowhere',
      };
      const body = { email, password: 'Strange night 9', ...stranger, ...profile, country_id: country };
      expect((await app.call(accountsCalls.register, { body })).status).toBe(201);
      const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
        app.deps.db,
      );
      const id = rows[0]?.id as string;
      await mailsTo(app, email);
      if (way === 'the invitation')
        await inTransaction(app.deps.db, (tx) => inviteUnverified(tx, [id], 'A hospital'));
      const finish = await (begin as Way)({ id, email });
      expect([way, (await finish({})).status >= 400]).toEqual([way, true]);
      expect([way, (await finish(profile)).status]).toEqual([way, 200]);
      const owner =
        await sql`select phone, institution, country_id, profession_id from users where id = ${id}`.execute(
          app.deps.db,
        );
      expect(owner.rows).toEqual([
        { phone: null, institution: null, country_id: profile.country_id, profession_id: job },
      ]);
    }
  });

  it('is asked for its profile at the sign-in once, also by two at once', async () => {
    const { id, email } = await invited();
    await withPassword(id);
    expect((await signIn(email)).body.code).toBe('profile_needed');
    const answers = await Promise.all([signIn(email, profile), signIn(email, profile)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toMatchObject({ country_id: profile.country_id, job: { id: profile.job_id } });
    const other = { ...profile, language: 'ar' };
    expect((await signIn(email, other)).body.language).toBe('en');
  });
});
