/**
 * Every call x every kind of caller x every kind of request: what comes back is what the contract and the rules of
 * ownership say (testing/calls), and nothing else. `npm run calls-table` writes the table to docs/.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../platform/database/database.ts';
import { runDueJobs } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { tableOfCalls } from '../testing/calls/document.ts';
import type { GoodRequest } from '../testing/calls/row.ts';
import {
  addressOf,
  expectedOf,
  guardOf,
  type Mounted,
  mountedCalls,
  successOf,
} from '../testing/calls/table.ts';
import { badVariants, extraVariant, longVariant, type Variant } from '../testing/calls/variants.ts';
import { buildWorld, CALLERS, type Caller, PASSWORD, SOMEONE, type World } from '../testing/calls/world.ts';
import { VISA } from '../testing/checkout.ts';
import { jobHandlers } from './job-handlers.ts';
import { errorCodesOf } from './openapi-responses.ts';

/** Longer than anything but a stuck request takes, on a machine with other work (milliseconds). */
const HANGS_AFTER_MS = 15_000;
const callers = Object.keys(CALLERS) as Caller[];
const logged: string[] = [];
let t: TestApp;
let world: World;
let sent = 0;

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk));
      done();
    },
  });
  t = await testApp({ log: createLog('debug', stream) });
  world = await buildWorld(t);
});
afterAll(() => t.close());

/** Each from a place of its own: throttles are tested elsewhere. */
async function send(mounted: Mounted, caller: Caller, variant: Variant) {
  const { params = {}, query = {}, body, token = world.tokens[caller] } = variant.request;
  const path = addressOf(mounted).replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? 'unknown'),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const payload = variant.text ?? (body === undefined ? undefined : JSON.stringify(body));
  sent += 1;
  const answer = t.app.inject({
    method: mounted.endpoint.method,
    url: search.size > 0 ? `${path}?${search}` : path,
    remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': variant.contentType ?? 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer: ${mounted.name}`)), HANGS_AFTER_MS).unref();
  });
  return Promise.race([answer, late]);
}

const goodOf = (request: GoodRequest): Variant => ({
  kind: 'good',
  at: '',
  request,
  expected: 'good',
  beforeGuards: false,
});

function expectedStatus(mounted: Mounted, caller: Caller, variant: Variant): number {
  if (variant.beforeGuards) return variant.expected as number;
  const guarded = guardOf(mounted, caller);
  if (guarded) return guarded;
  if (variant.expected === 'good') return expectedOf(mounted, caller);
  return variant.expected === 'absent' ? (mounted.row?.absent ?? 404) : (variant.expected as number);
}

/** All requests of one call by all callers; returns each difference from the expectation as text. */
async function walk(mounted: Mounted): Promise<string[]> {
  const wrong: string[] = [];
  const { endpoint, row } = mounted;
  const documented: ReadonlySet<string> = new Set(errorCodesOf(endpoint));
  const make = async (caller: Caller): Promise<GoodRequest> => (await row?.good?.(world, caller)) ?? {};
  const check = async (caller: Caller, variant: Variant) => {
    const expected = expectedStatus(mounted, caller, variant);
    const answer = await send(mounted, caller, variant);
    const status = answer.statusCode;
    const code = status >= 400 ? answer.json().code : null;
    if (code && !documented.has(code))
      wrong.push(`${caller}, ${variant.kind} ${variant.at}: ${code} is not in the document`);
    if (status !== expected)
      wrong.push(`${caller}, ${variant.kind} ${variant.at}: ${status} instead of ${expected}`);
  };
  const { token: _token, ...sample } = await make('none');
  const bad = badVariants(endpoint, sample);
  const someBad = bad.filter(({ kind }, index) => bad.findIndex((other) => other.kind === kind) === index);
  for (const caller of callers) {
    if (guardOf(mounted, caller)) {
      // The guards do not look at the rest: one of each kind.
      await Promise.all(
        [goodOf(sample), extraVariant(endpoint, sample), longVariant(sample), ...someBad].map((variant) =>
          check(caller, variant),
        ),
      );
      continue;
    }
    await sql`delete from throttles`.execute(t.deps.db);
    const isOwner = row?.rule.of(caller) === 'ok';
    const own = isOwner ? bad : bad.filter(({ expected }) => expected !== 'absent');
    // A refused request changes nothing: sends all of them at once, as the caller.
    await Promise.all(own.map((variant) => check(caller, variant)));
    await check(caller, goodOf(await make(caller)));
    await check(caller, extraVariant(endpoint, await make(caller)));
    if (!endpoint.body) await check(caller, longVariant(await make(caller)));
  }
  return wrong;
}

describe('every call, by every kind of caller, good and bad', () => {
  it('has a row', () => {
    const without = mountedCalls.filter(({ row }) => !row).map(({ feature, name }) => `${feature}.${name}`);
    expect(without).toEqual([]);
  });

  it.each(
    mountedCalls.map((mounted) => [`${mounted.endpoint.method} ${addressOf(mounted)}`, mounted] as const),
  )('%s', async (_name, mounted) => {
    expect((await walk(mounted)).join('\n')).toBe('');
  });

  it('leaves people as they were, whatever was added to the requests', async () => {
    const rows = await many(
      t.deps.db,
      sql<{ email: string; role: string; isBeta: boolean; verified: boolean; isManager: boolean }>`
        select email, role, is_beta as "isBeta", email_verified_at is not null as verified,
          exists (select 1 from institution_members m where m.user_id = u.id and m.is_manager) as "isManager"
        from users u where id = any(${SOMEONE.map((name) => world.people[name].id)}::uuid[])`,
    );
    const byEmail = new Map(rows.map(({ email, ...row }) => [email, row]));
    for (const name of SOMEONE) {
      const { email, role } = world.people[name];
      const rights = {
        isBeta: name === 'beta',
        verified: name !== 'unverified',
        isManager: name === 'manager',
      };
      expect([name, byEmail.get(email)]).toEqual([name, { role, ...rights }]);
    }
  });

  it('writes nothing personal, secret or answered into the log', async () => {
    await runDueJobs({ db: t.deps.db, clock: t.clock, handlers: jobHandlers(t.deps), log: t.deps.log });
    const text = logged.join('');
    expect(logged.length).toBeGreaterThan(1000);
    const words = {
      address: '@people.example',
      token: 'vsl_',
      password: PASSWORD,
      'new password': 'Night shift 8',
      card: VISA,
      'last digits of a card': VISA.slice(-8),
      'right answer': world.quiz.questions[0]?.right ?? '',
      name: 'Haddad',
      comment: 'How many are there?',
      place: 'Main Street',
      search: 'search_term',
      code: world.code,
    };
    const found = Object.entries(words).filter(([, word]) => text.includes(word));
    expect(found.map(([kind]) => kind)).toEqual([]);
  });

  it('is what docs/calls-and-callers.md says', () => {
    const path = join(import.meta.dirname, '../../../docs/calls-and-callers.md');
    const document = tableOfCalls();
    if (process.env.WRITE_CALLS_TABLE) writeFileSync(path, document);
    expect(readFileSync(path, 'utf8'), 'run npm run calls-table').toBe(document);
  });

  it('has been asked thousands of times', () => {
    expect(sent).toBeGreaterThan(10_000);
  });

  it('has a success that is one', () => {
    for (const { endpoint } of mountedCalls) expect(String(successOf(endpoint))).toMatch(/^2/);
  });
});
