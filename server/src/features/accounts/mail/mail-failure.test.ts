import type { AddressInfo } from 'node:net';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobHandlers } from '../../../app/job-handlers.ts';
import { many } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/database/pool.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { smtpMailer } from '../../../platform/mail/mailer.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { recordingLog } from '../../../testing/recording-log.ts';

/** A mail server that refuses on demand, quoting the address as Postfix does. */
const received: string[] = [];
type Refusal = (address: string) => Error;
let refusal: { from?: Refusal; recipient?: Refusal } = {};
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: ({ address }, _session, done) => done(refusal.from?.(address)),
  onRcptTo: ({ address }, _session, done) => done(refusal.recipient?.(address)),
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      received.push(Buffer.concat(parts).toString());
      done();
    });
  },
});
const MAILBOX_FULL = { from: () => new Error('the mailbox is full') };
let app: TestApp;
let staff: Person;
const log = recordingLog();
let handlers: ReturnType<typeof jobHandlers>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  app = await testApp({ mailer: smtpMailer({ url, from: 'us@vesalius.example', publicUrl: url }) });
  staff = await app.person({ role: 'staff' });
  handlers = jobHandlers(app.deps);
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const run = (as: Log = log) => runDueJobs({ db: app.deps.db, clock: app.deps.clock, handlers, log: as });
const failed = async () => (await app.call(adminCalls.listFailedJobs, { as: staff })).body.data;
const forgot = (email: string) => app.call(accountsCalls.forgotPassword, { body: { email } });

it('a mail that fails is tried again, and arrives once the mail server takes it', async () => {
  refusal = MAILBOX_FULL;
  const { email } = await app.person();
  await forgot(email);
  expect(await run()).toBe(1);
  // Not at once: the next attempt has its time.
  expect(await run()).toBe(0);
  expect(received).toEqual([]);
  refusal = {};
  app.clock.advance(HOUR_MS);
  expect(await run()).toBe(1);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(`To: ${email}`);
  app.clock.advance(24 * HOUR_MS);
  expect(await run()).toBe(0);
  expect(await failed()).toEqual([]);
});

it('a mail that fails for good is reported to the staff and in the log, and arrives after they try it again', async () => {
  refusal = MAILBOX_FULL;
  received.length = 0;
  const { email } = await app.person();
  await forgot(email);
  let attempts = 0;
  while ((await failed()).length === 0 && attempts < 50) {
    attempts += await run();
    app.clock.advance(6 * HOUR_MS);
  }
  const [job] = await failed();
  expect(job).toMatchObject({
    kind: 'accounts.send-reset',
    attempts,
    last_error: expect.stringContaining('the mailbox is full'),
  });
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  // What the staff see holds no address and no link.
  expect(JSON.stringify(job)).not.toContain('@');

  refusal = {};
  await app.call(adminCalls.retryJob, { as: staff, params: { id: job.id } });
  await run();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(`To: ${email}`);
  expect(await failed()).toEqual([]);
});

it.each<[string, Refusal]>([
  [
    'quotes the address',
    (address) => new Error(`<${address}>: Recipient address rejected: User unknown in local recipient table`),
  ],
  [
    'names the mailbox',
    (address) => new Error(`No such user ${address.split('@')[0]?.toUpperCase()} at this place`),
  ],
])('a mail server that %s tells neither the log nor the staff whose it is', async (_how, recipient) => {
  refusal = { recipient };
  const { email } = await app.person({ email: `m38.${newId()}@campus.example` });
  const lines: string[] = [];
  const written = createLog('trace', { write: (line: string) => void lines.push(line) });
  await forgot(email);
  let attempts = 0;
  while ((await failed()).length === 0 && attempts < 50) {
    attempts += await run(written);
    app.clock.advance(6 * HOUR_MS);
  }
  const rows = await many(app.deps.db, sql<{ row: string }>`select to_jsonb(j)::text as row from jobs j`);
  const told = [...lines, JSON.stringify(await failed()), ...rows.map(({ row }) => row)].join('\n');
  // The reason is there.
  expect(lines.filter((line) => line.includes('550'))).toHaveLength(attempts);
  expect((await failed())[0].last_error).toMatch(/550/);
  expect(told).not.toContain('campus.example');
  expect(told.toLowerCase()).not.toContain(email.split('@')[0]);
  await sql`delete from jobs`.execute(app.deps.db);
});
