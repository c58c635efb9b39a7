import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countJobs } from '../../platform/job-queries.ts';
import { enqueue } from '../../platform/jobs.ts';
import { administration } from '../../testing/administration.ts';
import { mailsTo } from '../../testing/mails.ts';
import { accountLetters } from '../accounts/jobs.ts';

const t = administration();
const call = t.call.bind(t);
const auditOf = t.auditOf.bind(t);

async function failedWelcome(userId: string): Promise<string> {
  const { db } = t.app.deps;
  const id = await enqueue(db, accountLetters.sendWelcome({ user_id: userId }));
  await sql`update jobs set attempts = 12, dead_at = now(), last_error = 'the mail server said no' where id = ${id}`.execute(
    db,
  );
  return id as string;
}

it('are listed with whom they are for and without what they carried, and get new attempts', async () => {
  const id = await failedWelcome(t.staff.id);
  const { body } = await call('listFailedJobs');
  expect(body.data).toMatchObject([
    {
      id,
      kind: 'accounts.send-welcome',
      person: { id: t.staff.id },
      last_error: 'the mail server said no',
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('payload');
  expect((await call('retryJob', { params: { id } })).status).toBe(202);
  expect((await call('retryJob', { params: { id } })).status).toBe(404);
  expect((await mailsTo(t.app, t.staff.email))[0]?.subject).toBe('Welcome to Vesalius');
  expect(await auditOf(id)).toMatchObject([{ action: 'job.retry', actor_id: t.staff.id }]);
});

it('all of them get new attempts at once', async () => {
  const people = [await t.app.person(), await t.app.person()];
  for (const { id } of people) await failedWelcome(id);
  expect((await call('retryAllJobs')).body).toEqual({ jobs: 2 });
  expect((await call('listFailedJobs')).body.data).toEqual([]);
  for (const { email } of people)
    expect((await mailsTo(t.app, email))[0]?.subject).toBe('Welcome to Vesalius');
});

it('one that is discarded is never done, and nothing is left for the alert to count', async () => {
  const person = await t.app.person();
  const id = await failedWelcome(person.id);
  expect((await call('discardJob', { params: { id } })).status).toBe(204);
  expect((await call('discardJob', { params: { id } })).status).toBe(404);
  expect((await call('listFailedJobs')).body.data).toEqual([]);
  expect((await countJobs(t.app.deps.db, t.app.clock.now())).dead).toBe(0);
  expect(await mailsTo(t.app, person.email)).toEqual([]);
  expect(await auditOf(id)).toMatchObject([{ action: 'job.discard', actor_id: t.staff.id }]);
});

it('are listed page by page', async () => {
  const person = await t.app.person();
  for (let index = 0; index < 3; index += 1) await failedWelcome(person.id);
  const { body } = await call('listFailedJobs', { query: { items: 2, page: 2 } });
  expect(body.metadata).toMatchObject({ count: 3, pages: 2 });
  expect(body.data).toHaveLength(1);
});
