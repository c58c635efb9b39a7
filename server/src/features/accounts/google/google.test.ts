import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { inThisOrder, PATIENT } from '../../../testing/held-row.ts';
import { ownerProfile } from '../../../testing/owner-profile.ts';
import { hashPassword } from '../passwords.ts';
import { STAND_IN_CLIENT_ID, standInIssuer } from './provider.ts';
import { standInKeys } from './stand-in-keys.ts';

let app: TestApp;
let form: { country_id: string; job_id: string; second_name: string; termsAgreement: true };
beforeAll(async () => {
  app = await testApp({}, { database: PATIENT });
  const country_id = (await app.call(accountsCalls.listCountries)).body.data[0].id;
  const job_id = (await app.call(accountsCalls.listUserJobs)).body.data[0].id;
  form = { country_id, job_id, second_name: 'Hopper', termsAgreement: true };
});
afterAll(() => app.close());

const newNonce = async (): Promise<string> =>
  (await app.call(accountsCalls.getSignInOptions)).body.google.nonce;

let counter = 0;
/** An ID token as the provider would sign it, with some of it changed. */
async function idToken(nonce: string, changes: JWTPayload = {}, header: object = {}, key?: unknown) {
  const [jwk] = (await standInKeys()).private.keys;
  const number = ++counter;
  const claims = {
    sub: `subject-${number}`,
    email: `grace${number}@gmail.example`,
    email_verified: true,
    given_name: 'Grace',
    family_name: 'Hopper',
    nonce,
    iss: standInIssuer(app.deps.config),
    aud: STAND_IN_CLIENT_ID,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 600,
    ...changes,
  };
  return new SignJWT(claims as JWTPayload)
    .setProtectedHeader({ alg: 'RS256', kid: 'stand-in', ...header })
    .sign((key ?? (await importJWK(jwk as never, 'RS256'))) as never);
}
const social = (id_token: string, nonce: string, more: object = {}) =>
  app.call(accountsCalls.socialRegistration, {
    body: { social_provider_type: 'google', id_token, nonce, ...more },
  });

describe('POST /users/social_registration', () => {
  it('tells an unknown identity to complete the form, then registers it with the same token', async () => {
    const nonce = await newNonce();
    const token = await idToken(nonce, { sub: 'new-one', email: 'New.One@gmail.example' });
    expect((await social(token, nonce)).body.code).toBe('not_registered');
    const { body, status } = await social(token, nonce, form);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'new.one@gmail.example',
      email_verified: true,
      first_name: 'Grace',
      second_name: 'Hopper',
      role_name: 'customer',
      has_password: false,
      message: 'A new user has been created',
    });
    expect((await app.call(accountsCalls.getUser, { as: body.auth_token })).status).toBe(200);
  });

  it('signs in a known identity by its subject, also after its address has changed', async () => {
    const first = await newNonce();
    const registered = await social(
      await idToken(first, { sub: 'moves', email: 'old@gmail.example' }),
      first,
      form,
    );
    const second = await newNonce();
    const back = await social(await idToken(second, { sub: 'moves', email: 'new@gmail.example' }), second);
    expect(back.body).toMatchObject({
      id: registered.body.id,
      email: 'old@gmail.example',
      message: 'Welcome back',
    });
  });

  it('takes a token once', async () => {
    const nonce = await newNonce();
    const token = await idToken(nonce);
    expect((await social(token, nonce, form)).status).toBe(200);
    const again = await social(token, nonce);
    expect(again.status).toBe(401);
    expect(again.body.code).toBe('social_token_invalid');
  });

  it('makes one account of a token that is sent several times at once', async () => {
    const nonce = await newNonce();
    const token = await idToken(nonce);
    const answers = await Promise.all([1, 2, 3, 4].map(() => social(token, nonce, form)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([401, 409]).toContain(status);
  });

  it('joins the identity to the verified account with its address, whose password stays', async () => {
    const person = await app.person({ email: 'verified@gmail.example' });
    const hash = await hashPassword('Ward-round 7');
    await sql`update users set password_hash = ${hash} where id = ${person.id}`.execute(app.deps.db);
    const nonce = await newNonce();
    const answer = await social(await idToken(nonce, { email: person.email }), nonce);
    expect(answer.body).toMatchObject({ id: person.id, has_password: true });
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(200);
  });

  it('takes an account over from somebody who registered the address without owning it', async () => {
    const squatter = await app.person({ email: 'victim@gmail.example', verified: false });
    const hash = await hashPassword('Ward-round 7');
    await sql`update users set password_hash = ${hash} where id = ${squatter.id}`.execute(app.deps.db);
    const nonce = await newNonce();
    const token = await idToken(nonce, { email: squatter.email });
    expect((await social(token, nonce)).body.code).toBe('not_registered');
    const answer = await social(token, nonce, await ownerProfile(app));
    expect(answer.body).toMatchObject({ id: squatter.id, email_verified: true, has_password: false });
    expect((await app.call(accountsCalls.getUser, { as: squatter })).status).toBe(401);
    const signIn = { email: squatter.email, password: 'Ward-round 7' };
    expect((await app.call(accountsCalls.signIn, { body: signIn })).status).toBe(401);
  });

  it('leaves nothing to them that was on its way meanwhile', async () => {
    const hash = await hashPassword('Ward-round 7');
    const late = {
      signIn: ({ email }: Person) =>
        app.call(accountsCalls.signIn, { body: { email, password: 'Ward-round 7' } }),
      updatePassword: (as: Person) =>
        app.call(accountsCalls.updatePassword, {
          as,
          body: { old_password: 'Ward-round 7', password: 'Stolen goods 9' },
        }),
    };
    const profile = await ownerProfile(app);
    for (const [name, send] of Object.entries(late)) {
      const squatter = await app.person({ email: `${name}@gmail.example`, verified: false });
      await sql`update users set password_hash = ${hash} where id = ${squatter.id}`.execute(app.deps.db);
      const nonce = await newNonce();
      const token = await idToken(nonce, { email: squatter.email });
      const [owner, thief] = await inThisOrder(app.deps.db, squatter.id, [
        () => social(token, nonce, profile),
        () => send(squatter),
      ]);
      expect(owner).toMatchObject({ status: 200, body: { has_password: false } });
      expect(thief?.status).toBeGreaterThan(400);
      for (const password of ['Ward-round 7', 'Stolen goods 9']) {
        const body = { email: squatter.email, password };
        expect((await app.call(accountsCalls.signIn, { body })).status).toBe(401);
      }
    }
  });

  it('refuses another Google account for an address that is joined already', async () => {
    const first = await newNonce();
    await social(await idToken(first, { sub: 'owner', email: 'shared@gmail.example' }), first, form);
    const second = await newNonce();
    const answer = await social(
      await idToken(second, { sub: 'thief', email: 'shared@gmail.example' }),
      second,
    );
    expect(answer.body.code).toBe('social_token_invalid');
  });

  it('is for customers', async () => {
    const author = await app.person({ role: 'author', email: 'author@gmail.example' });
    const nonce = await newNonce();
    expect((await social(await idToken(nonce, { email: author.email }), nonce)).body.code).toBe(
      'wrong_portal',
    );
  });

  it.each<[string, JWTPayload]>([
    ['another issuer', { iss: 'https://accounts.evil.example' }],
    ['another audience', { aud: 'somebody-else' }],
    ['several audiences and no authorized party', { aud: [STAND_IN_CLIENT_ID, 'somebody-else'] }],
    ['an expired token', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['no expiry', { exp: undefined as never }],
    ['an address that is not verified', { email_verified: false }],
    ['no word on the address', { email_verified: undefined }],
    ['no address', { email: undefined }],
    ['no subject', { sub: undefined as never }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
  ])('refuses %s', async (_what, changes) => {
    const nonce = await newNonce();
    const answer = await social(await idToken(nonce, changes), nonce, form);
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('social_token_invalid');
  });

  it('refuses what somebody else signed, what nobody signed, and another algorithm', async () => {
    const nonce = await newNonce();
    const stranger = await generateKeyPair('RS256');
    const good = await idToken(nonce);
    const [, payload] = good.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const secret = new TextEncoder().encode('a shared secret that is long enough for HS256');
    const forged = [
      await idToken(nonce, {}, {}, stranger.privateKey),
      none,
      await idToken(nonce, {}, { alg: 'HS256' }, secret),
      `${good.slice(0, -8)}AAAAAAAA`,
      'not a token',
    ];
    for (const token of forged)
      expect((await social(token, nonce, form)).body.code).toBe('social_token_invalid');
  });

  it('refuses a nonce that this server did not make, also when the token repeats it', async () => {
    const nonce = await newNonce();
    const forged = `${nonce.slice(0, -2)}xx`;
    expect((await social(await idToken(forged), forged, form)).body.code).toBe('social_token_invalid');
  });

  it('refuses a subject that is not the token’s', async () => {
    const nonce = await newNonce();
    const answer = await social(await idToken(nonce), nonce, {
      ...form,
      social_provider_id: 'somebody-else',
    });
    expect(answer.body.code).toBe('social_token_invalid');
  });
});

describe('the stand-in', () => {
  // The library tells what it thinks of the Node version, of its store in memory and of its error page.
  beforeEach(() => {
    for (const level of ['warn', 'info'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  });

  it('goes the whole way of OpenID Connect: request, identity, signed token at the return address', async () => {
    const { google } = (await app.call(accountsCalls.getSignInOptions)).body;
    expect(google).toMatchObject({ test_mode: true, authorization_url: '/oidc/auth' });
    const request = new URLSearchParams({
      response_type: 'id_token',
      response_mode: 'fragment',
      client_id: google.client_id,
      redirect_uri: 'http://localhost:3000/signin/google',
      scope: 'openid email profile',
      nonce: google.nonce,
      state: 'a-state',
      prompt: 'select_account',
    });
    const cookies = new Map<string, string>();
    const go = async (method: 'GET' | 'POST', url: string, payload?: string) => {
      const response = await app.app.inject({
        method,
        url,
        headers: {
          host: 'localhost:3000',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(payload ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(payload ? { payload } : {}),
      });
      for (const cookie of response.cookies) cookies.set(cookie.name, cookie.value);
      return response;
    };
    const local = (location: unknown) => {
      const address = new URL(String(location), 'http://localhost:3000');
      return `${address.pathname}${address.search}`;
    };
    const begun = await go('GET', `/oidc/auth?${request}`);
    expect(begun.statusCode).toBe(303);
    const interaction = local(begun.headers.location);
    const page = await go('GET', interaction);
    expect(page.body).toContain('Test mode.');
    const posted = await go('POST', interaction, 'email=Ada@gmail.example&given_name=Ada&family_name=Byron');
    const returned = await go('GET', local(posted.headers.location));
    const back = new URL(String(returned.headers.location));
    expect(`${back.origin}${back.pathname}`).toBe('http://localhost:3000/signin/google');
    const fragment = new URLSearchParams(back.hash.slice(1));
    expect(fragment.get('state')).toBe('a-state');
    const answer = await social(fragment.get('id_token') as string, google.nonce, form);
    expect(answer.body).toMatchObject({
      email: 'ada@gmail.example',
      first_name: 'Ada',
      email_verified: true,
    });
  });

  it('returns to no address that is not registered', async () => {
    const { google } = (await app.call(accountsCalls.getSignInOptions)).body;
    const request = new URLSearchParams({
      response_type: 'id_token',
      client_id: google.client_id,
      redirect_uri: 'https://evil.example/signin/google',
      scope: 'openid',
      nonce: google.nonce,
    });
    const response = await app.app.inject({ method: 'GET', url: `/oidc/auth?${request}` });
    expect(response.statusCode).toBe(400);
    expect(response.headers.location).toBeUndefined();
  });
});
