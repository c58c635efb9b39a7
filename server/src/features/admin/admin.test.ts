import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration, NOBODY } from '../../testing/administration.ts';
import { buildBook, buildInstitution, buildProgram, buildSubscription } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { STAFF_LETTER_DELAY_MS } from '../commerce/jobs.ts';
import { MAX_PEOPLE } from './people-search.ts';

const t = administration();
const call = t.call.bind(t);
const auditOf = t.auditOf.bind(t);

describe('every call of the administration', () => {
  it.each(Object.keys(adminCalls) as (keyof typeof adminCalls)[])('%s is for staff alone', async (name) => {
    const params = { id: NOBODY, userId: NOBODY };
    expect((await call(name, { as: null, params })).body.code).toBe('not_signed_in');
    for (const role of ['customer', 'author', 'editor', 'program_director'] as const)
      expect((await call(name, { as: await t.app.person({ role }), params })).body.code).toBe('wrong_portal');
  });

  it('is closed to a token that lost its role a moment ago', async () => {
    const other = await t.app.person({ role: 'staff' });
    await call('updatePerson', { params: { id: other.id }, body: { role_name: 'customer' } });
    expect((await call('listPeople', { as: other })).status).toBe(401);
  });
});

describe('people', () => {
  it('are found by a part of the name or the address, and by role', async () => {
    const person = await t.app.person({
      firstName: 'Rosalind',
      secondName: 'Franklin',
      email: 'rosalind@kings.example',
    });
    for (const search_term of ['salind fr', 'Fránklin', 'KINGS.example', 'rosalind@'])
      expect((await call('listPeople', { query: { search_term } })).body.data).toMatchObject([
        { id: person.id },
      ]);
    expect((await call('listPeople', { query: { search_term: '%' } })).body.metadata.count).toBe(0);
    const staffOnly = (await call('listPeople', { query: { role_name: 'staff' } })).body.data;
    expect(staffOnly.every((row: { role_name: string }) => row.role_name === 'staff')).toBe(true);
  });

  it('come page by page', async () => {
    const first = (await call('listPeople', { query: { items: 2 } })).body;
    const second = (await call('listPeople', { query: { items: 2, page: 2 } })).body;
    expect(first.metadata).toMatchObject({ currentPage: 1, count: second.metadata.count });
    expect(first.data.map((row: { id: string }) => row.id)).not.toContain(second.data[0].id);
  });

  it('of one or two letters are those with a word that begins so', async () => {
    const person = await t.app.person({ firstName: 'Emil', secondName: 'Zq', email: 'emil@virchow.example' });
    await t.app.person({ firstName: 'Azqi', secondName: 'Other', email: 'azqi@other.example' });
    const { data } = (await call('listPeople', { query: { search_term: 'ZQ' } })).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([person.id]);
  });

  it('beyond the newest few hundred are not listed, and it says so', async () => {
    await sql`insert into users (id, role, email, first_name, second_name, created_at)
      select gen_random_uuid(), 'customer', 'many-' || n || '@crowd.example', 'One', 'Of Many', '2020-01-01'
      from generate_series(1, ${MAX_PEOPLE + 1}) n`.execute(t.app.deps.db);
    const wide = { search_term: 'crowd.example', items: 100 };
    const { metadata } = (await call('listPeople', { query: wide })).body;
    expect(metadata).toEqual({ count: MAX_PEOPLE, currentPage: 1, pages: 3, more: true });
    const last = (await call('listPeople', { query: { ...wide, page: 3 } })).body;
    expect(last.data).toHaveLength(100);
    expect((await call('listPeople', { query: { ...wide, page: 4 } })).body.data).toEqual([]);
    const narrow = (await call('listPeople', { query: { search_term: 'many-77@' } })).body;
    expect(narrow.metadata).toEqual({ count: 1, currentPage: 1, pages: 1 });
  });

  it('are shown with what decides what they can open', async () => {
    const { db } = t.app.deps;
    const institution = await buildInstitution(db, { name: 'Charité' });
    const person = await t.app.person({ institutionId: institution.id });
    await buildSubscription(db, { userId: person.id });
    await buildProgram(db, { name: 'Residency', studentIds: [person.id] });
    const { body } = await call('getPerson', { params: { id: person.id } });
    expect(body.programs).toMatchObject([{ name: 'Residency', as: 'student' }]);
    expect(body.institutions).toMatchObject([{ name: 'Charité', is_active: true }]);
    expect(body.subscriptions).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/password_hash|token/);
  });

  it('were last active when they were, also after they signed out', async () => {
    const person = await t.app.person();
    const seen = async () => [
      (await call('listPeople', { query: { search_term: person.email } })).body.data[0].last_seen_at,
      (await call('getPerson', { params: { id: person.id } })).body.last_seen_at,
    ];
    await t.app.call(accountsCalls.getUser, { as: person });
    const before = await seen();
    expect(before).toEqual([expect.any(String), before[0]]);
    expect((await t.app.call(accountsCalls.signOut, { as: person })).status).toBe(204);
    expect(await seen()).toEqual(before);
  });

  it('that do not exist are 404', async () => {
    for (const name of ['getPerson', 'listPersonAccess', 'verifyPerson', 'endPersonSessions'] as const)
      expect((await call(name, { params: { id: NOBODY } })).status).toBe(404);
  });

  it('are verified, set to beta and given a role, each of it in the log with what was before', async () => {
    const person = await t.app.person({ verified: false });
    const params = { id: person.id };
    expect((await call('verifyPerson', { params })).body.email_verified).toBe(true);
    expect((await call('updatePerson', { params, body: { is_beta: true } })).body.is_beta).toBe(true);
    expect((await call('updatePerson', { params, body: { role_name: 'author' } })).body.role_name).toBe(
      'author',
    );
    // The same once more changes nothing, and is not logged.
    await call('updatePerson', { params, body: { role_name: 'author' } });
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'user.role', detail: { before: { role: 'customer' }, after: { role: 'author' } } },
      { action: 'user.beta', detail: { before: { is_beta: false }, after: { is_beta: true } } },
      { action: 'user.verify' },
    ]);
  });

  it('do not change their own role', async () => {
    const answer = await call('updatePerson', {
      params: { id: t.staff.id },
      body: { role_name: 'customer' },
    });
    expect(answer.body.code).toBe('not_allowed');
    expect(await auditOf(t.staff.id)).toEqual([]);
  });

  it('are signed out everywhere', async () => {
    const person = await t.app.person();
    expect((await call('endPersonSessions', { params: { id: person.id } })).status).toBe(204);
    expect((await t.app.call(accountsCalls.getUser, { as: person })).status).toBe(401);
    expect(await auditOf(person.id)).toMatchObject([{ action: 'user.end-sessions', detail: { ended: 1 } }]);
  });

  it('get a mail again', async () => {
    const person = await t.app.person({ verified: false });
    const resend = (kind: string) => call('resendMail', { params: { id: person.id }, body: { kind } });
    for (const kind of ['verification', 'reset', 'invitation', 'welcome'])
      expect((await resend(kind)).status).toBe(202);
    expect(await mailsTo(t.app, person.email)).toHaveLength(4);
    expect((await resend('anything')).status).toBe(422);
  });
});

describe('subscriptions', () => {
  it('are granted for some months, once, and logged', async () => {
    const [person, book] = [await t.app.person(), await buildBook(t.app.deps.db)];
    const grant = () =>
      call('grantSubscription', { params: { id: person.id }, body: { book_id: book.id, months: 6 } });
    const answer = await grant();
    expect(answer.status).toBe(201);
    expect(answer.body.subscriptions).toMatchObject([
      { gateway: 'grant', renews: false, ends_at: '2026-09-01T09:00:00.000Z', is_active: true },
    ]);
    expect((await grant()).body.code).toBe('already_subscribed');
    expect(await auditOf(person.id)).toMatchObject([{ action: 'subscription.grant' }]);
  });

  it('are told to the person when they are granted, and when staff end them today', async () => {
    const [person, book] = [await t.app.person(), await buildBook(t.app.deps.db, { title: 'The Heart' })];
    const subjects = async () => (await mailsTo(t.app, person.email)).map(({ subject }) => subject);
    const body = { book_id: book.id, months: 12 };
    const granted = await call('grantSubscription', { params: { id: person.id }, body });
    t.app.clock.advance(STAFF_LETTER_DELAY_MS);
    expect(await subjects()).toEqual(['You have been given The Heart']);
    const { id } = granted.body.subscriptions[0];
    const ends_at = t.app.clock.now().toISOString();
    expect((await call('extendSubscription', { params: { id }, body: { ends_at } })).status).toBe(200);
    t.app.clock.advance(STAFF_LETTER_DELAY_MS);
    expect((await subjects())[0]).toBe('Your subscription to The Heart has ended');
    expect(await subjects()).toHaveLength(2);
  });

  it('granted twice at the same time are one', async () => {
    const [person, book] = [await t.app.person(), await buildBook(t.app.deps.db)];
    const body = { book_id: book.id, months: 6 };
    const answers = await Promise.all(
      [1, 2].map(() => call('grantSubscription', { params: { id: person.id }, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('are moved to another end', async () => {
    const person = await t.app.person();
    const { id } = await buildSubscription(t.app.deps.db, { userId: person.id });
    const ends_at = '2028-01-01T00:00:00.000Z';
    const answer = await call('extendSubscription', { params: { id }, body: { ends_at } });
    expect(answer.body).toMatchObject({ id, ends_at, is_active: true });
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'subscription.extend', detail: { before: '2027-01-01T00:00:00.000Z', after: ends_at } },
    ]);
  });

  it.each([
    [{ months: 6 }, 'book_id'],
    [{ months: 0, book_id: NOBODY }, 'months'],
    [{ months: 6, book_id: NOBODY, package_id: NOBODY }, 'book_id'],
  ])('of %j are refused', async (body, field) => {
    const person = await t.app.person();
    const answer = await call('grantSubscription', { params: { id: person.id }, body });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });
});

describe('institutions', () => {
  const institution = (changes: object = {}) => ({
    name: 'Royal Infirmary',
    starts_at: '2026-01-01T00:00:00.000Z',
    ends_at: '2027-01-01T00:00:00.000Z',
    seats: 2,
    domains: [],
    book_ids: [],
    ...changes,
  });

  it('cover books for those with a verified address in their domains', async () => {
    const book = await buildBook(t.app.deps.db, { title: 'Covered' });
    const [inside, unverified] = [
      await t.app.person({ email: 'a@infirmary.example' }),
      await t.app.person({ email: 'b@infirmary.example', verified: false }),
    ];
    const body = institution({ domains: ['Infirmary.example '], book_ids: [book.id] });
    const { body: made, status } = await call('createInstitution', { body });
    expect(status).toBe(201);
    const { body: shown } = await call('getInstitution', { params: { id: made.id } });
    expect(shown).toMatchObject({
      domains: ['infirmary.example'],
      books: [{ title: 'Covered (1)' }],
      members: [{ id: inside.id }],
      is_active: true,
    });
    const opens = await call('listPersonAccess', { params: { id: inside.id }, query: { readable: true } });
    expect(opens.body.data).toMatchObject([{ book_id: book.id, reasons: ['institution'] }]);
    await call('verifyPerson', { params: { id: unverified.id } });
    expect((await call('getInstitution', { params: { id: made.id } })).body.member_count).toBe(2);
  });

  it('are changed as a whole, and the log knows what they were', async () => {
    const { body: made } = await call('createInstitution', {
      body: institution({ domains: ['one.example'] }),
    });
    const body = institution({ name: 'Renamed', domains: ['two.example'], seats: null });
    const params = { id: made.id };
    const answer = await call('updateInstitution', { params, body: { ...body, version: 1 } });
    expect(answer.body).toMatchObject({ name: 'Renamed', domains: ['two.example'], seats: null, version: 2 });
    // Somebody else had the form open.
    const older = { ...institution({ domains: ['one.example'], seats: 50 }), version: 1 };
    const refused = await call('updateInstitution', { params, body: older });
    expect([refused.status, refused.body.code]).toEqual([409, 'edited_meanwhile']);
    expect((await call('getInstitution', { params })).body).toMatchObject({ name: 'Renamed', seats: null });
    expect(await auditOf(made.id)).toMatchObject([
      {
        action: 'institution.update',
        detail: {
          before: { ...institution(), domains: ['one.example'] },
          after: { ...institution(), name: 'Renamed', domains: ['two.example'], seats: null },
        },
      },
      { action: 'institution.create' },
    ]);
  });

  it('stand in the log by their names, and so do the books in it', async () => {
    const book = await buildBook(t.app.deps.db);
    const { body: made } = await call('createInstitution', {
      body: institution({ name: 'St Mary', domains: ['named.example'], book_ids: [book.id] }),
    });
    const entry = async () => (await call('listAuditLog', { query: { subject_id: made.id } })).body.data[0];
    expect(await entry()).toMatchObject({ subject_name: 'St Mary', names: { [book.id]: book.title } });
    await sql`update institutions set name = 'St Luke' where id = ${made.id}`.execute(t.app.deps.db);
    expect(await entry()).toMatchObject({ subject_name: 'St Luke', detail: { after: { name: 'St Mary' } } });
  });

  it('do not share a domain', async () => {
    await call('createInstitution', { body: institution({ domains: ['taken.example'] }) });
    const answer = await call('createInstitution', { body: institution({ domains: ['taken.example'] }) });
    expect(answer.body.code).toBe('domain_taken');
  });

  it('have members up to their seats', async () => {
    const { body: made } = await call('createInstitution', { body: institution({ seats: 1 }) });
    const [first, second] = [await t.app.person(), await t.app.person()];
    const add = (email: string) => call('addInstitutionMember', { params: { id: made.id }, body: { email } });
    expect((await add(first.email)).body.members).toMatchObject([{ email: first.email }]);
    expect((await add(second.email)).body.code).toBe('no_seat_left');
    const again = await add(first.email);
    expect([again.status, again.body.members.length]).toEqual([201, 1]);
    const params = { id: made.id, userId: first.id };
    expect((await call('removeInstitutionMember', { params })).status).toBe(204);
    expect((await call('removeInstitutionMember', { params })).status).toBe(404);
    expect((await add(second.email)).status).toBe(201);
    expect((await add('nobody@example.org')).status).toBe(422);
  });

  it('get their first manager from the staff, who is told apart in the list and in the log', async () => {
    const { body: made } = await call('createInstitution', { body: institution({ seats: 5 }) });
    const [first, second] = [await t.app.person(), await t.app.person()];
    for (const { email } of [first, second])
      await call('addInstitutionMember', { params: { id: made.id }, body: { email } });
    const appoint = (userId: string, is_manager: boolean) =>
      call('appointInstitutionManager', { params: { id: made.id, userId }, body: { is_manager } });
    const members = (await appoint(first.id, true)).body.members;
    expect(members).toMatchObject([
      { email: first.email, is_manager: true },
      { email: second.email, is_manager: false },
    ]);
    const listed = await t.app.call(institutionsCalls.listInstitutionMembers, { as: first });
    expect(listed.body.metadata.count).toBe(2);
    expect((await t.app.call(institutionsCalls.listInstitutionMembers, { as: second })).status).toBe(403);
    expect((await appoint(first.id, false)).status).toBe(200);
    expect((await t.app.call(institutionsCalls.listInstitutionMembers, { as: first })).status).toBe(403);
    const { body: log } = await call('listAuditLog', { query: { subject_id: first.id } });
    expect(log.data.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'institution.dismiss-manager',
      'institution.appoint-manager',
    ]);
    const stranger = await t.app.person();
    expect((await appoint(stranger.id, true)).status).toBe(404);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ domains: ['not a domain'] }, 'domains.0'],
    [{ ends_at: '2025-01-01T00:00:00.000Z' }, 'ends_at'],
    [{ seats: 0 }, 'seats'],
  ])('with %j are refused', async (changes, field) => {
    const answer = await call('createInstitution', { body: institution(changes) });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });
});
