/** Sends generated requests by every kind of caller and checks only this: no 5xx, and an answer in time. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { type FuzzRequest, fuzzRequests, goodRequests } from './requests.ts';
import { type Caller, idsOf, roleOf, SOMEONE, type Someone, type World } from './world.ts';

export interface FuzzFailure {
  readonly status: number | 'no answer';
  readonly text: string;
  readonly request: FuzzRequest;
}
export interface FuzzReport {
  requests: number;
  slowestMs: number;
  readonly statuses: Map<number, number>;
  readonly failures: FuzzFailure[];
}
export type Send = (
  request: FuzzRequest,
  options: { token: string | null; number: number },
) => Promise<{ status: number; text: string }>;

const CHUNK = 500;
const FRESH_EVERY = 10 * CHUNK;
const isSomeone = (caller: Caller): caller is Someone => roleOf(caller) !== null;

/** `concurrency` requests are sent together, so that they also meet each other. */
export async function fuzz({
  world,
  send,
  requests,
  seed,
  concurrency,
  hangsAfterMs,
  afterEach,
}: {
  world: World;
  send: Send;
  requests: number;
  seed: number;
  concurrency: number;
  hangsAfterMs: number;
  /** Called after each 500 requests. */
  afterEach?: (report: FuzzReport) => void;
}): Promise<FuzzReport> {
  let arbitrary: ReturnType<typeof fuzzRequests> | undefined;
  const report: FuzzReport = { requests: 0, slowestMs: 0, statuses: new Map(), failures: [] };
  const ask = async (request: FuzzRequest) => {
    report.requests += 1;
    const number = report.requests;
    const before = performance.now();
    const late = new AbortController();
    const token = world.tokens[request.caller];
    const timer = new Promise<null>((resolve) => {
      const id = setTimeout(() => resolve(null), hangsAfterMs);
      late.signal.addEventListener('abort', () => clearTimeout(id));
    });
    const answer = await Promise.race([send(request, { token, number }), timer]);
    late.abort();
    report.slowestMs = Math.max(report.slowestMs, performance.now() - before);
    if (!answer) return void report.failures.push({ status: 'no answer', text: '', request });
    // An earlier request ended the session: sign in again.
    if (answer.status === 401 && isSomeone(request.caller))
      world.tokens[request.caller] = (await world.session(world.people[request.caller].id)).token;
    report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500) report.failures.push({ status: answer.status, text: answer.text, request });
  };
  for (let done = 0; done < requests; done += CHUNK) {
    await heal(world);
    // Requests delete and use up the objects that valid requests are about: renew them from time to time.
    if (!arbitrary || done % FRESH_EVERY === 0)
      arbitrary = fuzzRequests(idsOf(world), await goodRequests(world));
    const waiting = fc.sample(arbitrary, {
      numRuns: Math.min(CHUNK, requests - done),
      seed: seed + done / CHUNK,
    });
    const take = async () => {
      for (let request = waiting.pop(); request; request = waiting.pop()) await ask(request);
    };
    await Promise.all(Array.from({ length: concurrency }, take));
    afterEach?.(report);
  }
  return report;
}

/** Restores every user and session: some requests end sessions, change roles or take rights away. */
async function heal(world: World): Promise<void> {
  const { db } = world.t.deps;
  await sql`delete from throttles`.execute(db);
  for (const name of SOMEONE) {
    const { id, email } = world.people[name];
    await sql`update users set role = ${roleOf(name as Caller)}, email = ${email}, is_beta = ${name === 'beta'}, deleted_at = null,
      email_verified_at = ${name === 'unverified' ? null : new Date('2026-01-01')} where id = ${id}`.execute(
      db,
    );
    world.tokens[name] = (await world.session(id)).token;
  }
}

/** One failure of each kind, for the report. */
export function describeFailures(failures: readonly FuzzFailure[]): string {
  const kinds = new Map<string, FuzzFailure>();
  for (const failure of failures) {
    const kind = `${failure.request.name} ${failure.status}`;
    if (!kinds.has(kind)) kinds.set(kind, failure);
  }
  return [...kinds]
    .map(([kind, { request, text }]) => `${kind}: ${text}\n  ${JSON.stringify(request).slice(0, 1500)}`)
    .join('\n');
}
