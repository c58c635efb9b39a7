import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { enqueue } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { institutionJobs } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
const endAt = (id: string, endsAt: Date) =>
  sql`update institutions set ends_at = ${endsAt} where id = ${id}`.execute(app.deps.db);
async function build(days: number, name = 'General Hospital') {
  const { id } = await buildInstitution(app.deps.db, { name, endsAt: inDays(days) });
  const manager = await app.person({ institutionId: id });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(
    app.deps.db,
  );
  return { id, manager, member: await app.person({ institutionId: id }) };
}
/** What the daily job does; the letters are read by `subjects`. */
const daily = () => enqueue(app.deps.db, institutionJobs.tellEnds({}));
const subjects = async ({ email }: Person) => (await mailsTo(app, email)).map(({ subject }) => subject);
const own = (as: Person, query = {}) => app.call(calls.getOwnInstitution, { as, query });
const report = (as: Person, query = {}) =>
  app.call(calls.getCounterReport, {
    as,
    params: { report: 'tr_b1' },
    query: { begin_date: '2026-01', end_date: '2026-02', ...query },
  });

it('is told to its managers a month before and at the end, and to its members at the end, each once', async () => {
  const { id, manager, member } = await build(31);
  await daily();
  expect(await subjects(manager)).toEqual([]);
  app.clock.advance(2 * DAY_MS);
  await daily();
  await daily();
  const [mail, ...more] = await mailsTo(app, manager.email);
  expect([mail?.subject, ...more]).toEqual(['The subscription of General Hospital ends on 1 April 2026']);
  expect(await subjects(member)).toEqual([]);
  expect(linkIn(mail).searchParams.get('institution')).toBe(id);
  app.clock.advance(29 * DAY_MS);
  await daily();
  await daily();
  // The newest first.
  expect(await subjects(manager)).toEqual(['The subscription of General Hospital has ended', mail?.subject]);
  expect(await subjects(member)).toEqual(['Your access through General Hospital has ended']);
});

it('is not told when the end was moved away meanwhile, and told anew for the new end', async () => {
  const { id, manager } = await build(20, 'Clinic');
  await daily();
  // Moved while the letter waits.
  await endAt(id, inDays(100));
  expect(await subjects(manager)).toEqual([]);
  await daily();
  expect(await subjects(manager)).toEqual([]);
  app.clock.advance(80 * DAY_MS);
  await daily();
  expect(await subjects(manager)).toHaveLength(1);
});

it('stays there for its manager to look at, with the usage, and to change nothing', async () => {
  const { id, manager, member } = await build(1);
  app.clock.advance(2 * DAY_MS);
  const { body } = await own(manager);
  expect(body).toMatchObject({ id, is_ended: true, is_manager: true });
  expect(body.institutions).toMatchObject([{ id, is_ended: true }]);
  expect((await report(manager)).status).toBe(200);
  const list = await app.call(calls.listInstitutionMembers, { as: manager });
  expect(list.body.data).toHaveLength(2);
  const params = { userId: member.id };
  const users = [{ email: 'late@example.org', first_name: 'Noor', second_name: 'Haddad' }];
  const refused = [
    await app.call(calls.removeInstitutionMember, { as: manager, params }),
    await app.call(calls.updateInstitutionMember, { as: manager, params, body: { is_manager: true } }),
    await app.call(calls.addInstitutionMembers, { as: manager, body: { institution: { users } } }),
    await app.call(calls.resendMemberInvitations, { as: manager, body: {} }),
  ];
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
    refused.map(() => [409, 'institution_ended']),
  );
  const { body: user } = await app.call(accountsCalls.getUser, { as: manager });
  expect(user).toMatchObject({ institution_subscription: null, manages_institution: true });
});

it('is told to its other members for a while, and to nobody who has left', async () => {
  const { id, member } = await build(1);
  const gone = await app.person({ institutionId: id });
  app.clock.advance(2 * DAY_MS);
  expect((await own(member)).body).toMatchObject({ is_ended: true, is_manager: false });
  expect((await report(member)).status).toBe(403);
  const ended = async (as: Person) => (await app.call(calls.listEndedInstitutions, { as })).body.data;
  expect(await ended(member)).toMatchObject([{ id, name: 'General Hospital' }]);
  const [covered, other] = [await buildBook(app.deps.db), await buildBook(app.deps.db)];
  await sql`insert into institution_books (institution_id, book_id) values (${id}, ${covered.id})`.execute(
    app.deps.db,
  );
  const endedFor = async (book_id: string) =>
    (await app.call(calls.listEndedInstitutions, { as: member, query: { book_id } })).body.data;
  expect(await endedFor(covered.id)).toMatchObject([{ id }]);
  expect(await endedFor(other.id)).toEqual([]);
  await app.call(calls.leaveInstitution, { as: gone, query: { institution_id: id } });
  expect((await own(gone)).status).toBe(404);
  expect(await ended(gone)).toEqual([]);
  app.clock.advance(120 * DAY_MS);
  expect((await own(member)).status).toBe(404);
});

it('comes at once if staff say so, and is told then', async () => {
  const { id, manager, member } = await build(400, 'Closed Clinic');
  const staff = await app.person({ role: 'staff' });
  const end = () => app.call(adminCalls.endInstitution, { as: staff, params: { id } });
  const now = app.clock.now().toISOString();
  expect((await end()).body).toMatchObject({ is_active: false, ends_at: now });
  expect((await own(member)).body).toMatchObject({ is_ended: true });
  expect(await subjects(member)).toEqual(['Your access through Closed Clinic has ended']);
  expect(await subjects(manager)).toEqual(['The subscription of Closed Clinic has ended']);
  app.clock.advance(DAY_MS);
  expect((await end()).body).toMatchObject({ ends_at: now });
  await daily();
  expect(await subjects(member)).toHaveLength(1);
});

it('comes after the running ones of the same person', async () => {
  const { id, manager } = await build(1);
  const running = await build(400, 'Running');
  await sql`insert into institution_members (institution_id, user_id, joined_at)
    values (${running.id}, ${manager.id}, ${app.clock.now()})`.execute(app.deps.db);
  app.clock.advance(2 * DAY_MS);
  const { body } = await own(manager);
  expect(body.institutions).toMatchObject([
    { id: running.id, is_ended: false },
    { id, is_ended: true },
  ]);
  expect(body.id).toBe(running.id);
  expect((await own(manager, { institution_id: id })).body.is_ended).toBe(true);
});

it('takes nobody in, from the staff either, until it has a later end', async () => {
  const { id, manager, member } = await build(1, 'Ended Clinic');
  app.clock.advance(2 * DAY_MS);
  const staff = await app.person({ role: 'staff' });
  const domain = 'ended-clinic.example';
  const waiting = await app.person({ email: `waiting@${domain}` });
  const params = { id };
  const add = (email: string) =>
    app.call(adminCalls.addInstitutionMember, {
      as: staff,
      params,
      body: { email, first_name: 'Noor', second_name: 'Haddad', is_manager: true },
    });
  const appoint = (userId: string, is_manager: boolean) =>
    app.call(adminCalls.appointInstitutionManager, {
      as: staff,
      params: { id, userId },
      body: { is_manager },
    });
  const refused = [await add(waiting.email), await add(`new@${domain}`), await appoint(member.id, true)];
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
    refused.map(() => [409, 'institution_ended']),
  );
  const save = async (ends_at?: string) => {
    const { body: shown } = await app.call(adminCalls.getInstitution, { as: staff, params });
    const body = {
      ...{ name: shown.name, starts_at: shown.starts_at, ends_at: ends_at ?? shown.ends_at },
      ...{ version: shown.version, seats: null, domains: [domain], book_ids: [] },
    };
    return (await app.call(adminCalls.updateInstitution, { as: staff, params, body })).body.member_count;
  };
  expect(await save()).toBe(2);
  expect(await subjects(waiting)).toEqual([]);
  // Who may look at it, and who is on its list, can still be changed.
  expect((await appoint(manager.id, false)).status).toBe(200);
  expect(
    (await app.call(adminCalls.removeInstitutionMember, { as: staff, params: { id, userId: member.id } }))
      .status,
  ).toBe(204);
  expect(await save(inDays(100).toISOString())).toBe(2);
  expect(await subjects(waiting)).toEqual(['You are now a member of Ended Clinic']);
  expect((await appoint(waiting.id, true)).status).toBe(200);
});
