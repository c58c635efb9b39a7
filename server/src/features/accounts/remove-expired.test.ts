import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobHandlers, scheduleDailyJobs } from '../../app/job-handlers.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { recordingLog } from '../../testing/database.ts';
import { buildUser } from '../../testing/factories.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'Ward-round 7';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function pass(days: number): Promise<void> {
  app.clock.advance(days * DAY_MS);
  await runDueJobs({ ...app.deps, handlers: jobHandlers(app.deps), log: recordingLog() });
}
const counts = async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from known_devices) as devices, (select count(*)::int from sessions) as sessions,
    (select count(*)::int from deleted_account_sessions) as deleted,
    (select count(*)::int from one_time_tokens) as tokens`.execute(app.deps.db);
  return rows[0];
};

it('what is left of people who never come back goes: sessions and links at their end, devices after two years', async () => {
  const { email } = await buildUser(app.deps.db);
  const leaver = await buildUser(app.deps.db);
  const emails = [email, leaver.email];
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where email = any(${emails})`.execute(
    app.deps.db,
  );
  await scheduleDailyJobs(app.deps);
  await app.call(accountsCalls.forgotPassword, { body: { email } });
  await app.call(accountsCalls.signIn, { body: { email, password: PASSWORD, device_id: 'a-desk' } });
  const { body } = await app.call(accountsCalls.signIn, {
    body: { email: leaver.email, password: PASSWORD },
  });
  await app.call(accountsCalls.deleteAccount, { as: body.auth_token, body: { password: PASSWORD } });
  await pass(0);
  const before = await counts();
  expect(before).toMatchObject({ sessions: 1, deleted: 1, tokens: 1 });
  expect(before?.devices).toBeGreaterThan(0);
  await pass(200);
  expect(await counts()).toEqual({ ...before, sessions: 0, deleted: 0, tokens: 0 });
  // Runs daily without being enqueued.
  for (let day = 0; day < 3; day += 1) await pass(1);
  await pass(2 * 365 - 210);
  expect((await counts())?.devices).toBe(before?.devices);
  await pass(10);
  expect((await counts())?.devices).toBe(0);
});
