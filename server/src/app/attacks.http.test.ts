/**
 * What an attacker tries that belongs to no single feature: the host header, addresses that are no path, forms of other
 * sites, paths that leave their folder, and the same request many times at once against every limit. docs/security.md
 * lists the rest with the tests of their features.
 */

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import type { PageRequest } from '@vesalius/contract/web-pages';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueToken } from '../features/accounts/one-time-tokens.ts';
import { one } from '../platform/database/database.ts';
import { buildHttp } from '../platform/http.ts';
import { newId } from '../platform/ids.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { oddText } from '../testing/calls/odd-values.ts';
import { buildWorld, PASSWORD, type World } from '../testing/calls/world.ts';
import { buildInstitution } from '../testing/factories.ts';
import { mailsTo } from '../testing/mails.ts';
import { webPages } from '../testing/web-pages.ts';
import { registerWeb } from './web.ts';

const AT_ONCE = 12;
const EVIL = 'evil.example';
let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await testApp();
  world = await buildWorld(t);
});
afterAll(() => t.close());

const atOnce = <Result>(work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await one(t.deps.db, sql<{ n: number }>`select count(*)::int as n from (${query}) rows`)).n;
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
const successes = (answers: readonly { status: number }[]) =>
  statuses(answers).filter((status) => status < 300);

describe('the host', () => {
  const lies = {
    host: EVIL,
    'x-forwarded-host': EVIL,
    'x-forwarded-proto': 'gopher',
    forwarded: `host=${EVIL}`,
  };

  it('that a request names is in no mail and in no answer', async () => {
    const { email } = world.people.beta;
    const answer = await t.call(accountsCalls.forgotPassword, { body: { email }, headers: lies });
    expect(answer.text).not.toContain(EVIL);
    const [mail] = await mailsTo(t, email);
    expect(mail?.text).toContain(t.deps.config.publicUrl);
    expect(JSON.stringify(mail)).not.toContain(EVIL);
    for (const url of ['/sitemap.xml', '/robots.txt', '/openapi.json', '/docs'])
      expect((await t.app.inject({ url, headers: lies })).body, url).not.toContain(EVIL);
  });

  it('reaches no page that is kept for everybody, and an address names one page only', async () => {
    const asked: PageRequest[] = [];
    const build = webPages({
      render: async (request) => {
        asked.push(request);
        return { status: 200, document: `${request.language} ${request.address}` };
      },
    });
    const { deps } = t;
    const app = await buildHttp({
      log: deps.log,
      trustProxy: 0,
      connectTo: [],
      https: false,
      scriptHashes: [],
    });
    registerWeb(app, { ...deps, config: { ...deps.config, CATALOGUE_CACHE_SECONDS: 60 } }, build);
    await app.listen({ port: 0 });
    const body = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/books?page=1', headers })).body;
    const first = await body({ ...lies, 'accept-language': 'ar', 'x-original-url': '/admin' });
    expect(first).toBe('en /books?page=1');
    expect(await body({ cookie: 'lang=ar' })).toBe('ar /books?page=1');
    expect(await body({})).toBe(first);
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked)).not.toContain(EVIL);
    expect(asked[0]?.origin).toBe(deps.config.publicUrl);
    // A request line with a whole address, or with two slashes, sends nobody elsewhere.
    const { port } = app.server.address() as AddressInfo;
    for (const target of [`http://${EVIL}/books`, `//${EVIL}/books`, `/\\${EVIL}`, '/%0d%0aset-cookie:a=b']) {
      const answer = await rawRequest(
        port,
        `GET ${target} HTTP/1.1\r\nhost: ${EVIL}\r\nconnection: close\r\n\r\n`,
      );
      expect(answer, target).toMatch(/^HTTP\/1\.1 (200|400|404) /);
      expect(answer.split('\r\n\r\n')[0], target).not.toMatch(/location:|set-cookie/i);
    }
    await app.close();
  });
});

function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.on('error', reject);
  });
}

describe('another site', () => {
  it('can neither read answers nor act: no origin is allowed, no cookie counts, forms are no JSON', async () => {
    const headers = { origin: `https://${EVIL}`, cookie: `auth_token=${world.tokens.subscriber}` };
    const read = await t.app.inject({ url: '/customer_portal/v1/users', headers });
    expect(read.statusCode).toBe(401);
    expect(Object.keys(read.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    const asked = await t.app.inject({ method: 'OPTIONS', url: '/customer_portal/v1/users', headers });
    expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    // What a browser sends across sites without asking first: three types of body.
    const body = { email: world.people.verified.email };
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const sent = await t.app.inject({
        method: 'POST',
        url: '/customer_portal/v1/users/forgot_password',
        headers: { ...headers, 'content-type': type },
        payload: JSON.stringify(body),
      });
      expect([type, sent.statusCode >= 400 && sent.statusCode < 500]).toEqual([type, true]);
    }
    const clue = await t.app.inject({
      url: `/customer_portal/v1/users?auth_token=${world.tokens.subscriber}`,
    });
    expect(clue.statusCode).toBe(401);
  });
});

describe('a path', () => {
  it.each([
    '/files/public/../../secret-key',
    '/files/public/..%2f..%2fsecret-key',
    '/files/public/%2e%2e/%2e%2e/secret-key',
    '/files/public/..%5c..%5csecret-key',
    '/files/public/....//secret-key',
    '/files//etc/passwd',
    '/files/%2fetc%2fpasswd',
    '/files/public/.hidden',
    '/page-files/..%2f..%2f/1/1/drawn.pdf',
    '/uploads/..%2f..%2fx',
    '/assets/..%2f..%2fpackage.json',
  ])('%s leads nowhere', async (url) => {
    for (const method of ['GET', 'PUT'] as const) {
      const { statusCode, body } = await t.app.inject({ method, url });
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(statusCode).toBeLessThan(500);
      expect(body).not.toMatch(/root:|"private"/);
    }
  });
});

describe('an address beside the calls', () => {
  const PLACES: readonly (readonly ['GET' | 'PUT' | 'POST', (text: string) => string])[] = [
    ['GET', (text) => `/files/${text}`],
    ['GET', (text) => `/files/books/a?grant=${text}`],
    ['GET', (text) => `/files/books/a?grant=a&grant=${text}`],
    ['GET', (text) => `/page-files/${text}/1/1/text.json?grant=1.1.${text}`],
    ['PUT', (text) => `/uploads/${text}.${text}`],
    ['POST', () => '/webhooks/paypal'],
    ['GET', (text) => `/dev/mails?to=${text}`],
    ['GET', (text) => `/dev/mails?to=a&to=${text}`],
    ['GET', (text) => `/dev/mails/${text}`],
    ['GET', (text) => `/payment-emulator/paypal/approve/${text}`],
    ['POST', (text) => `/payment-emulator/paypal/approve/${text}/${text}`],
    ['POST', () => '/payment-emulator/control'],
    ['GET', (text) => `/oidc/auth?client_id=${text}&redirect_uri=${text}`],
    ['GET', (text) => `/oidc/interaction/${text}`],
    ['GET', (text) => `/sitemap.xml?${text}`],
    ['GET', (text) => `/healthz?${text}`],
    ['GET', (text) => `/${text}`],
  ];
  it.each(PLACES.map((place) => [`${place[0]} ${place[1]('..')}`, ...place] as const))(
    '%s is never a fault of ours, whatever stands in it',
    async (_name, method, place) => {
      // The stand-in of Google tells on the console what is missing for production, where it does not exist.
      for (const printed of ['warn', 'info'] as const)
        vi.spyOn(console, printed).mockImplementation(() => {});
      for (const text of fc.sample(oddText, { numRuns: 40, seed: 7 })) {
        const url = place(encodeURIComponent(Buffer.from(text).toString()));
        const body =
          method === 'GET' ? {} : { payload: text, headers: { 'content-type': 'application/json' } };
        const { statusCode } = await t.app.inject({ method, url, ...body });
        expect([url, statusCode < 500]).toEqual([url, true]);
      }
    },
  );
});

describe('the same thing many times at once', () => {
  it('uses a link of a mail once', async () => {
    const { db } = t.deps;
    const now = t.clock.now();
    const reader = await world.make({ verified: false });
    const token = await issueToken(db, { userId: reader.id, purpose: 'verify_email', now });
    const verified = await atOnce(() =>
      t.call(accountsCalls.verifyEmail, { body: { email_verification_token: token, password: PASSWORD } }),
    );
    expect(successes(verified)).toHaveLength(1);

    const reset = await issueToken(db, { userId: reader.id, purpose: 'reset_password', now });
    const answers = await atOnce((index) =>
      t.call(accountsCalls.resetPassword, {
        body: { email: reader.email, reset_password_token: reset, new_password: `Night shift ${index}` },
      }),
    );
    expect(successes(answers)).toHaveLength(1);
  });

  it('fills no more seats than there are, whoever gives them', async () => {
    const { db } = t.deps;
    const { id } = await buildInstitution(db);
    await sql`update institutions set seats = 3 where id = ${id}`.execute(db);
    const manager = await world.make({ institutionId: id });
    await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(db);
    const readers = await Promise.all(Array.from({ length: AT_ONCE }, () => world.make({})));
    await atOnce((index) => {
      const { email } = readers[index] ?? manager;
      const users = [{ email, first_name: 'Noor', second_name: 'Haddad' }];
      return index % 2 === 0
        ? t.call(institutionsCalls.addInstitutionMembers, { as: manager, body: { institution: { users } } })
        : t.call(adminCalls.addInstitutionMember, {
            as: world.people.staff,
            params: { id },
            body: { email },
          });
    });
    expect(await count(sql`select 1 from institution_members where institution_id = ${id}`)).toBe(3);
  });

  it('gives a payment back once', async () => {
    const { paymentId } = await world.buy(world.people.subscriber);
    const answers = await atOnce(() =>
      t.call(commerceAdminCalls.refundPayment, {
        as: world.people.staff,
        params: { id: paymentId },
        body: { refund_id: newId(), amount: 199, ends_access: true, reason: 'asked for twice' },
      }),
    );
    expect(successes(answers)).toHaveLength(1);
    const row = await one(
      t.deps.db,
      sql<{ refunded: number }>`select refunded_cents as refunded from payments where id = ${paymentId}`,
    );
    expect(row.refunded).toBe(19_900);
  });

  it('counts every request against a throttle: mails, uploads, contact', async () => {
    await sql`delete from throttles`.execute(t.deps.db);
    const { email } = world.people.member;
    const mails = await atOnce(() => t.call(accountsCalls.forgotPassword, { body: { email } }));
    expect(successes(mails).length).toBeLessThanOrEqual(4);
    const places: Awaited<ReturnType<typeof t.call>>[] = [];
    // As if all but the last six had been asked for before.
    const later = new Date(t.clock.now().getTime() + 60_000);
    await sql`insert into throttles (key, hits, blocked_until, forget_at)
      values (sha256(convert_to(${'upload place\n127.0.0.1'}, 'UTF8')), 394, to_timestamp(0), ${later})`.execute(
      t.deps.db,
    );
    while (places.length < 24) {
      const body = { content_type: 'image/png', size: 1000 };
      places.push(...(await atOnce(() => t.call(accountsCalls.createUpload, { body }))));
    }
    expect(successes(places)).toHaveLength(6);
    expect(new Set(statuses(places))).toEqual(new Set([201, 429]));
  });
});

describe('a topic', () => {
  it('of nothing but tags is refused before it keeps the process busy', async () => {
    const answer = await t.call(discussionsCalls.createTopic, {
      as: world.people.student,
      params: { id: world.program.id },
      body: { topic: { title: 'Deep', content: '<b>'.repeat(33_000) } },
    });
    expect(answer.body.fields).toHaveProperty(['topic.content']);
  });
});
