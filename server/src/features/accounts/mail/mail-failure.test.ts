import type { AddressInfo } from 'node:net';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobHandlers } from '../../../app/job-handlers.ts';
import { Secret } from '../../../platform/config.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { recordingLog } from '../../../testing/recording-log.ts';

/** A mail server that refuses until it is told not to. */
const received: string[] = [];
let refuses = true;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address, _session, done) => done(refuses ? new Error('the mailbox is full') : null),
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      received.push(Buffer.concat(parts).toString());
      done();
    });
  },
});
let app: TestApp;
let staff: Person;
const log = recordingLog();
let handlers: ReturnType<typeof jobHandlers>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  app = await testApp();
  staff = await app.person({ role: 'staff' });
  const config = { ...app.deps.config, SMTP_URL: new Secret(`smtp://127.0.0.1:${port}`) };
  handlers = jobHandlers({ ...app.deps, config });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const HOUR = 3_600_000;
const run = () => runDueJobs({ db: app.deps.db, clock: app.deps.clock, handlers, log });
const failed = async () => (await app.call(adminCalls.listFailedJobs, { as: staff })).body.data;
const forgot = (email: string) => app.call(accountsCalls.forgotPassword, { body: { email } });

it('a mail that fails is tried again, and arrives once the mail server takes it', async () => {
  refuses = true;
  const { email } = await app.person();
  await forgot(email);
  expect(await run()).toBe(1);
  // Not at once: the next attempt has its time.
  expect(await run()).toBe(0);
  expect(received).toEqual([]);
  refuses = false;
  app.clock.advance(HOUR);
  expect(await run()).toBe(1);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(`To: ${email}`);
  app.clock.advance(24 * HOUR);
  expect(await run()).toBe(0);
  expect(await failed()).toEqual([]);
});

it('a mail that fails for good is reported to the staff and in the log, and arrives after they try it again', async () => {
  refuses = true;
  received.length = 0;
  const { email } = await app.person();
  await forgot(email);
  let attempts = 0;
  while ((await failed()).length === 0 && attempts < 50) {
    attempts += await run();
    app.clock.advance(6 * HOUR);
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

  refuses = false;
  await app.call(adminCalls.retryJob, { as: staff, params: { id: job.id } });
  await run();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(`To: ${email}`);
  expect(await failed()).toEqual([]);
});
