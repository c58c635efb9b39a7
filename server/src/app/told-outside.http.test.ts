import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../platform/database/database.ts';
import { runDueJobs } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { listKeptMails } from '../platform/mail/mailer.ts';
import { startTracing, type Tracing } from '../platform/tracing/tracing.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { buildQuiz } from '../testing/assessment-factories.ts';
import { checkout, VISA } from '../testing/checkout.ts';
import { recordingLog, testDatabase } from '../testing/database.ts';
import { buildBook } from '../testing/factories.ts';
import { linkIn } from '../testing/mails.ts';
import { jobHandlers } from './job-handlers.ts';

/*
 * What the product tells those who watch it: its log at the chattiest level, and the traces that a collector receives.
 * One reader does everything that is personal: signs up, verifies, signs in, pays by card, reads, answers, writes a note,
 * forgets the password. None of it may be found in either.
 */
interface SentSpan {
  name: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

const EMAIL = 'zaynab.qurtubi@people.example';
const PASSWORD = 'Ward-round 7';
const NEW_PASSWORD = 'Night shift 8';
const NOTE = 'ask Professor Hunayn about this';
const logged: string[] = [];
const received: { path: string; text: string }[] = [];
let collector: Server;
let tracing: Tracing;
let database: Awaited<ReturnType<typeof testDatabase>>;
let traced: ReturnType<typeof connect>;
let t: TestApp;
const secrets: Record<string, string> = {};

const spans = (): SentSpan[] =>
  received.flatMap(({ text }) =>
    JSON.parse(text).resourceSpans.flatMap((each: { scopeSpans: { spans: SentSpan[] }[] }) =>
      each.scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
const attribute = (span: SentSpan, name: string) =>
  span.attributes.find(({ key }) => key === name)?.value.stringValue;

async function walk(): Promise<void> {
  const { deps } = t;
  const book = await buildBook(deps.db);
  const quiz = await buildQuiz(deps.db, { bookId: book.id });
  const runJobs = () =>
    runDueJobs({
      db: deps.db,
      clock: t.clock,
      handlers: jobHandlers(deps),
      log: deps.log,
      around: tracing.job,
    });
  const tokenInMail = async () => {
    await runJobs();
    const [mail] = await listKeptMails(deps.db, EMAIL);
    return linkIn(mail).searchParams.get('token') ?? '';
  };
  const countries = await t.call(accountsCalls.listCountries);
  const professions = await t.call(accountsCalls.listUserJobs);
  const registered = await t.call(accountsCalls.register, {
    body: {
      email: EMAIL,
      password: PASSWORD,
      first_name: 'Zaynab',
      second_name: 'Qurtubi',
      phone: '+32 16 123456',
      city: 'Cordoba',
      institution: 'Maristan',
      country_id: countries.body.data[0].id,
      job_id: professions.body.data[0].id,
      termsAgreement: true,
    },
  });
  expect(registered.status).toBe(201);
  secrets['first token'] = registered.body.auth_token;
  secrets['verification token'] = await tokenInMail();
  const verified = await t.call(accountsCalls.verifyEmail, {
    as: registered.body.auth_token,
    body: { email_verification_token: secrets['verification token'] },
  });
  expect(verified.status).toBeLessThan(300);
  const signedIn = await t.call(accountsCalls.signIn, { body: { email: EMAIL, password: PASSWORD } });
  expect(signedIn.status).toBe(200);
  secrets['session token'] = signedIn.body.auth_token;
  secrets['id of the person'] = signedIn.body.id;
  const reader = {
    id: signedIn.body.id,
    email: EMAIL,
    role: 'customer' as const,
    token: signedIn.body.auth_token,
  };
  expect((await checkout(t).pay({ as: reader, bookId: book.id })).status).toBe(200);
  expect((await t.call(readerCalls.getBookPages, { as: reader, params: { id: book.id } })).status).toBe(200);
  const answers = quiz.questions.map(({ id, right }) => ({ question_id: id, answer_choice_id: right }));
  secrets['chosen answer'] = quiz.questions[0]?.right ?? '';
  const submitted = await t.call(assessmentsCalls.submitQuiz, {
    as: reader,
    body: { book_quiz_id: quiz.id, answers },
  });
  expect(submitted.status).toBeLessThan(300);
  const noted = await t.call(readerCalls.createAnnotation, {
    as: reader,
    body: {
      book_id: book.id,
      note: { pageNumber: 3, quote: 'page 3', text: NOTE },
      color: 'green',
      rects: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
    },
  });
  expect(noted.status).toBeLessThan(300);
  expect((await t.call(accountsCalls.forgotPassword, { body: { email: EMAIL } })).status).toBe(200);
  secrets['reset token'] = await tokenInMail();
  const reset = await t.call(accountsCalls.resetPassword, {
    body: { email: EMAIL, reset_password_token: secrets['reset token'], new_password: NEW_PASSWORD },
  });
  expect(reset.status).toBeLessThan(300);
  expect((await t.call(accountsCalls.signIn, { body: { email: EMAIL, password: 'wrong' } })).status).toBe(
    401,
  );
  await runJobs();
}

const loadedByNode = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('@opentelemetry'));

beforeAll(async () => {
  expect(await startTracing({ OTEL_SERVICE_NAME: 'ours' })).toBeNull();
  expect(loadedByNode()).toEqual([]);

  collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ path: request.url ?? '', text: Buffer.concat(parts).toString('utf8') });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  tracing = (await startTracing(process.env)) as Tracing;

  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk));
      done();
    },
  });
  database = await testDatabase();
  traced = connect({ url: database.url, size: 4, log: recordingLog(), onQuery: tracing.onQuery });
  t = await testApp({ db: traced.db, log: createLog('trace', stream) }, { observe: tracing.observe });
  await walk();
  // Sends what waits.
  await tracing.close();
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  await t?.close();
  await traced?.db.destroy();
  await database?.close();
  await new Promise((resolve) => collector.close(resolve));
});

describe('traces', () => {
  it('go to the address of the standard variable', () => {
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    expect(loadedByNode().length).toBeGreaterThan(0);
  });

  it('name requests by route and status, with their statements below them', () => {
    const request = spans().find(
      (span) => span.name === 'POST /customer_portal/v1/questions/quiz_questions_answers',
    );
    expect(request && attribute(request, 'http.route')).toBe(
      '/customer_portal/v1/questions/quiz_questions_answers',
    );
    const below = spans().filter((span) => span.parentSpanId === request?.spanId);
    expect(below.map((span) => attribute(span, 'db.query.text')).join('\n')).toMatch(/insert into attempts/);
    for (const span of spans().filter((each) => each.kind === 3)) expect(span.parentSpanId).toBeTruthy();
  });

  it('name jobs by kind', () => {
    const job = spans().find((span) => span.name === 'job accounts.send-verification');
    expect(job && attribute(job, 'job.kind')).toBe('accounts.send-verification');
  });

  it('carry these attributes and no others', () => {
    const keys = new Set(spans().flatMap((span) => span.attributes.map(({ key }) => key)));
    expect([...keys].sort()).toEqual([
      'db.query.text',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'job.attempt',
      'job.kind',
    ]);
  });
});

describe.each([
  ['the log', () => logged.join(''), 10],
  ['the traces', () => received.map(({ text }) => text).join('\n'), 1],
])('%s', (_what, text, least) => {
  it('says something, and nothing personal, secret, paid or answered', () => {
    const all = text();
    expect(all.length).toBeGreaterThan(least * 100);
    const words: Record<string, string> = {
      ...secrets,
      address: 'people.example',
      'first name': 'Zaynab',
      'second name': 'Qurtubi',
      phone: '123456',
      city: 'Cordoba',
      workplace: 'Maristan',
      password: PASSWORD,
      'new password': NEW_PASSWORD,
      card: VISA,
      'end of the card': VISA.slice(-8),
      street: 'Main Street',
      note: NOTE,
      'any token': 'vsl_',
    };
    for (const [kind, word] of Object.entries(words)) expect(word.length, kind).toBeGreaterThan(3);
    const found = Object.entries(words).filter(([, word]) => all.includes(word));
    expect(found.map(([kind]) => kind)).toEqual([]);
  });
});
