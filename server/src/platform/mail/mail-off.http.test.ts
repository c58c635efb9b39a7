import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { supportCalls } from '@vesalius/contract/support-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobHandlers } from '../../app/job-handlers.ts';
import { accountLetters } from '../../features/accounts/jobs.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { one } from '../database/database.ts';
import { enqueue, runDueJobs } from '../jobs.ts';

/* Where no mail is sent (OUTGOING_MAIL=off), nobody is told that a letter is on its way. */
let plain: TestApp;
let app: TestApp;
beforeAll(async () => {
  plain = await testApp();
  app = await testApp({ config: { ...plain.deps.config, OUTGOING_MAIL: 'off' } });
});
afterAll(async () => {
  await app.close();
  await plain.close();
});

it('refuses at once what is of no use without a letter', async () => {
  const visitor = [
    app.call(accountsCalls.forgotPassword, { body: { email: 'ada@example.org' } }),
    app.call(accountsCalls.register, { body: {} }),
    app.call(supportCalls.createSupportMessage, { body: {} }),
  ];
  const reader = await app.person({ verified: false });
  const staff = await app.person({ role: 'staff' });
  for (const answer of await Promise.all([
    ...visitor,
    app.call(accountsCalls.resendVerification, { as: reader }),
    app.call(adminCalls.invitePerson, { as: staff, body: {} }),
    app.call(adminCalls.resendMail, { as: staff, params: { id: reader.id }, body: { kind: 'reset' } }),
  ])) {
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe('mail_unavailable');
  }
});

it('keeps no letter, whose links would be good for whoever reads the database', async () => {
  const reader = await app.person({ verified: false });
  await enqueue(app.deps.db, accountLetters.sendReset({ user_id: reader.id }));
  await runDueJobs({ ...app.deps, handlers: jobHandlers(app.deps) });
  const kept = await one(
    app.deps.db,
    sql<{ mails: number; due: number }>`select (select count(*) from kept_mails)::int as mails,
      (select count(*) from jobs where done_at is null)::int as due`,
  );
  expect(kept).toEqual({ mails: 0, due: 0 });
});
