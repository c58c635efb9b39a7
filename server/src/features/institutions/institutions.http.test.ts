import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';
import { hashPassword } from '../accounts/passwords.ts';

let app: TestApp;
let manager: Person;
let member: Person;
let stranger: Person;
let covered: { id: string };
let other: { id: string };
let institutionId: string;

beforeAll(async () => {
  app = await testApp();
  covered = await buildBook(app.deps.db, { title: 'Covered', pages: 40 });
  other = await buildBook(app.deps.db, { title: 'Other', pages: 40 });
  institutionId = (await buildInstitution(app.deps.db, { name: 'General Hospital', bookIds: [covered.id] }))
    .id;
  await sql`update institutions set seats = 3 where id = ${institutionId}`.execute(app.deps.db);
  manager = await app.person({ institutionId });
  member = await app.person({ institutionId });
  stranger = await app.person();
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(
    app.deps.db,
  );
});
afterAll(() => app.close());

const PASSWORD = 'a seat in the reading room';
const setPassword = async ({ id }: Person) =>
  sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${id}`.execute(app.deps.db);
const invite = (emails: string[], query = {}) =>
  app.call(calls.addInstitutionMembers, {
    as: manager,
    query,
    body: {
      institution: { users: emails.map((email) => ({ email, first_name: 'Noor', second_name: 'Haddad' })) },
    },
  });
const outcomes = (answer: { body: { rows: { outcome: string }[] } }) =>
  answer.body.rows.map(({ outcome }) => outcome);
const report = (name: string, as: Person | null = manager, query = {}) =>
  app.call(calls.getCounterReport, {
    as,
    params: { report: name },
    query: { begin_date: '2026-03', end_date: '2026-04', ...query },
  });

describe('the members', () => {
  it('are filtered and ordered by when they last read', async () => {
    const { db } = app.deps;
    const { id } = await buildInstitution(db, { name: 'Quiet Hospital', bookIds: [] });
    const chief = await app.person({ institutionId: id, firstName: 'Chief' });
    await app.person({ institutionId: id, firstName: 'Never', verified: false });
    const long = await app.person({ institutionId: id, firstName: 'Long' });
    const seen = (person: Person, days: number) =>
      sql`update institution_members set last_active_at = ${new Date(app.clock.now().getTime() - days * DAY_MS)}
        where user_id = ${person.id}`.execute(db);
    await sql`update institution_members set is_manager = true where user_id = ${chief.id}`.execute(db);
    await seen(chief, 1);
    await seen(long, 40);
    const listed = async (query: Record<string, string>) =>
      (await app.call(calls.listInstitutionMembers, { as: chief, query })).body.data.map(
        ({ first_name }: { first_name: string }) => first_name,
      );
    expect(await listed({ activity: 'never_signed_in' })).toEqual(['Never']);
    expect(await listed({ activity: 'never_opened' })).toEqual(['Never']);
    expect(await listed({ activity: 'idle' })).toEqual(['Long', 'Never']);
    expect(await listed({ order: 'least_active' })).toEqual(['Never', 'Long', 'Chief']);
    expect(await listed({ order: 'most_active' })).toEqual(['Chief', 'Long', 'Never']);
    const resend = await app.call(calls.resendMemberInvitations, {
      as: chief,
      body: { activity: 'never_opened', dry_run: true },
    });
    expect(resend.body).toMatchObject({ sent: 1, waiting: 0 });
  });
});

describe('an institution', () => {
  it('is shown to its members with its seats, and to nobody else', async () => {
    const { body } = await app.call(calls.getOwnInstitution, { as: member });
    expect(body).toMatchObject({ name: 'General Hospital', seats: 3, seats_taken: 2, is_manager: false });
    expect((await app.call(calls.getOwnInstitution, { as: stranger })).status).toBe(404);
    expect((await app.call(calls.getOwnInstitution)).status).toBe(401);
  });

  it('is managed by managers alone', async () => {
    const params = { userId: manager.id };
    const answers = [
      await app.call(calls.listInstitutionMembers, { as: member }),
      await app.call(calls.addInstitutionMembers, { as: member, body: {} }),
      await app.call(calls.updateInstitutionMember, { as: member, params, body: { is_manager: false } }),
      await app.call(calls.removeInstitutionMember, { as: member, params }),
      await report('tr_b1', member),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await report('tr_b1', stranger)).status).toBe(404);
  });

  it('invites as many as there are seats, and says who found none', async () => {
    expect(outcomes(await invite(['a@x.example', 'b@x.example'], { dry_run: true }))).toEqual([
      'added',
      'no_seat',
    ]);
    expect(
      outcomes(await invite(['a@x.example', 'b@x.example', 'a@x.example', 'wrong', member.email])),
    ).toEqual(['added', 'no_seat', 'repeated', 'invalid', 'already_in']);
    const [mail] = await mailsTo(app, 'a@x.example');
    expect(mail?.text).toContain('General Hospital');
  });

  it('frees the seat of a reader who has long been idle for one who needs it', async () => {
    app.clock.advance(91 * DAY_MS);
    await sql`update institution_members set last_active_at = ${app.clock.now()} where user_id = ${member.id}`.execute(
      app.deps.db,
    );
    const invited = await invite(['b@x.example']);
    expect([outcomes(invited), invited.body.message]).toEqual([['added'], 'Member added successfully']);
    const { body } = await app.call(calls.listInstitutionMembers, { as: manager });
    const freedAt = (email: string) =>
      body.data.find((row: { email: string }) => row.email === email).seat_freed_at;
    expect(freedAt('b@x.example')).toBeNull();
    expect(freedAt('a@x.example')).toBe(app.clock.now().toISOString());
    app.clock.advance(-91 * DAY_MS);
  });

  it('gives no seat back to whom a manager has removed', async () => {
    const b = await app.person({ institutionId, email: 'removed@x.example' });
    await setPassword(b);
    await app.call(calls.removeInstitutionMember, { as: manager, params: { userId: b.id } });
    const answer = await app.call(accountsCalls.signIn, {
      body: { email: b.email, password: PASSWORD },
    });
    expect(answer.body).toMatchObject({ institution_subscription: null });
  });

  it('gives a seat back at the sign-in of a member whose seat was freed, as soon as there is one', async () => {
    const a = await app.person({ email: 'comes-back@x.example' });
    await setPassword(a);
    await sql`insert into institution_freed_seats (institution_id, user_id, freed_at)
      values (${institutionId}, ${a.id}, ${app.clock.now()})`.execute(app.deps.db);
    const signIn = async () =>
      (
        await app.call(accountsCalls.signIn, {
          body: { email: a.email, password: PASSWORD },
        })
      ).body;
    expect((await signIn()).institution_subscription).toBeNull();
    // Everybody else has been idle since: the one who comes needs the seat.
    app.clock.advance(200 * DAY_MS);
    expect((await signIn()).institution_subscription).toMatchObject({ id: institutionId, is_manager: false });
    const { body } = await app.call(calls.listInstitutionMembers, { as: manager });
    const emails = body.data.map(({ email }: { email: string }) => email);
    expect(emails).toContain('comes-back@x.example');
    expect(emails).toContain(manager.email);
    const seated = body.data.filter((row: { seat_freed_at: string | null }) => !row.seat_freed_at);
    expect(seated).toHaveLength(3);
    app.clock.advance(-200 * DAY_MS);
    await sql`insert into institution_members (institution_id, user_id, joined_at)
      values (${institutionId}, ${member.id}, ${app.clock.now()}) on conflict do nothing`.execute(
      app.deps.db,
    );
  });

  it('makes and unmakes managers, but nobody removes oneself', async () => {
    const params = { userId: member.id };
    const set = (is_manager: boolean) =>
      app.call(calls.updateInstitutionMember, { as: manager, params, body: { is_manager } });
    expect([(await set(true)).status, (await set(false)).status]).toEqual([204, 204]);
    const own = { as: manager, params: { userId: manager.id } };
    expect((await app.call(calls.removeInstitutionMember, own)).status).toBe(403);
    expect(
      (await app.call(calls.removeInstitutionMember, { as: manager, params: { userId: stranger.id } }))
        .status,
    ).toBe(404);
  });
});

describe('a reader whose institution has no free seat', () => {
  const DOMAIN = 'full.example';
  const missing = async (as: Person, query = {}) =>
    (await app.call(calls.listMissingSeats, { as, query })).body.data;

  it('is told so, is counted for the manager, and takes the seat that becomes free', async () => {
    const name = 'Full Hospital';
    const { id } = await buildInstitution(app.deps.db, { name, bookIds: [covered.id] });
    await sql`update institutions set seats = 1 where id = ${id}`.execute(app.deps.db);
    await sql`insert into institution_domains (domain, institution_id) values (${DOMAIN}, ${id})`.execute(
      app.deps.db,
    );
    const chief = await app.person({ institutionId: id });
    await sql`update institution_members set is_manager = true where user_id = ${chief.id}`.execute(
      app.deps.db,
    );
    const reader = await app.person({ email: `reader@${DOMAIN}` });
    await setPassword(reader);
    const signIn = async () =>
      (await app.call(accountsCalls.signIn, { body: { email: reader.email, password: PASSWORD } })).body;
    expect((await signIn()).institution_subscription).toBeNull();
    expect(await missing(reader)).toEqual([{ id, name, has_free_seat: false, had_seat: false }]);
    expect(await missing(reader, { book_id: covered.id })).toHaveLength(1);
    expect(await missing(reader, { book_id: other.id })).toEqual([]);
    expect(await missing(stranger)).toEqual([]);
    const waiting = async () =>
      (await app.call(calls.getOwnInstitution, { as: chief, query: { institution_id: id } })).body
        .people_waiting;
    expect(await waiting()).toBe(1);

    await sql`update institutions set seats = 2 where id = ${id}`.execute(app.deps.db);
    expect(await missing(reader)).toEqual([{ id, name, has_free_seat: true, had_seat: false }]);
    expect((await signIn()).institution_subscription).toMatchObject({ id });
    expect([await missing(reader), await waiting()]).toEqual([[], 0]);
  });
});

describe('a member who was put out', () => {
  const DOMAIN = 'clinic.example';
  let clinicId: string;
  let chief: Person;
  let staff: Person;
  beforeAll(async () => {
    clinicId = (await buildInstitution(app.deps.db, { name: 'Clinic', bookIds: [covered.id] })).id;
    await sql`insert into institution_domains (domain, institution_id) values (${DOMAIN}, ${clinicId})`.execute(
      app.deps.db,
    );
    staff = await app.person({ role: 'staff' });
    chief = await app.person({ institutionId: clinicId });
    await sql`update institution_members set is_manager = true where user_id = ${chief.id}`.execute(
      app.deps.db,
    );
  });
  let number = 0;
  async function memberByDomain(): Promise<Person> {
    number += 1;
    const person = await app.person({ email: `doctor${number}@${DOMAIN}` });
    await setPassword(person);
    expect(await seatOf(person)).toMatchObject({ id: clinicId });
    return person;
  }
  const seatOf = async ({ email }: Person) =>
    (await app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } })).body
      .institution_subscription;
  const lastPageFor = async (as: Person) =>
    (await app.call(readerCalls.getBookPages, { as, params: { id: covered.id } })).body.access.last_page;
  const WAYS = {
    'by a manager': ({ id: userId }: Person) =>
      app.call(calls.removeInstitutionMember, { as: chief, params: { userId } }),
    'by the staff': ({ id: userId }: Person) =>
      app.call(adminCalls.removeInstitutionMember, { as: staff, params: { id: clinicId, userId } }),
  };

  it.each(Object.entries(WAYS))(
    '%s, stays out at the next sign-in, and comes back when invited',
    async (_by, out) => {
      const person = await memberByDomain();
      expect((await out(person)).status).toBe(204);
      expect(await seatOf(person)).toBeNull();
      expect(await lastPageFor(person)).toBe(15);
      // The staff save the institution again, with its domain: nobody who was put out joins by that.
      const body = {
        name: 'Clinic',
        starts_at: '2020-01-01T00:00:00.000Z',
        ends_at: '2040-01-01T00:00:00.000Z',
        seats: null,
        domains: [DOMAIN],
        book_ids: [covered.id],
        version: (await app.call(adminCalls.getInstitution, { as: staff, params: { id: clinicId } })).body
          .version,
      };
      await app.call(adminCalls.updateInstitution, { as: staff, params: { id: clinicId }, body });
      expect(await seatOf(person)).toBeNull();

      const users = [{ email: person.email, first_name: 'Noor', second_name: 'Haddad' }];
      await app.call(calls.addInstitutionMembers, { as: chief, body: { institution: { users } } });
      expect(await lastPageFor(person)).toBe(40);
      expect((await out(person)).status).toBe(204);
      const add = { as: staff, params: { id: clinicId }, body: { email: person.email } };
      expect((await app.call(adminCalls.addInstitutionMember, add)).status).toBe(201);
      expect(await seatOf(person)).toMatchObject({ id: clinicId });
    },
  );

  it('stays out with a new account of the same address, until invited', async () => {
    const first = await memberByDomain();
    await WAYS['by a manager'](first);
    const deleted = await app.call(accountsCalls.deleteAccount, { as: first, body: { password: PASSWORD } });
    expect(deleted.status).toBeLessThan(300);
    const again = await app.person({ email: first.email, verified: false });
    await setPassword(again);
    await app.call(adminCalls.verifyPerson, { as: staff, params: { id: again.id } });
    expect(await seatOf(again)).toBeNull();
    const add = { as: staff, params: { id: clinicId }, body: { email: again.email } };
    expect((await app.call(adminCalls.addInstitutionMember, add)).status).toBe(201);
    expect(await seatOf(again)).toMatchObject({ id: clinicId });
  });

  it('and whose seat had been freed before, stays out', async () => {
    const person = await memberByDomain();
    await sql`delete from institution_members where user_id = ${person.id}`.execute(app.deps.db);
    await sql`insert into institution_freed_seats (institution_id, user_id, freed_at)
      values (${clinicId}, ${person.id}, ${app.clock.now()})`.execute(app.deps.db);
    const add = { as: staff, params: { id: clinicId }, body: { email: person.email } };
    await app.call(adminCalls.addInstitutionMember, add);
    await WAYS['by the staff'](person);
    expect(await seatOf(person)).toBeNull();
  });
});

describe('usage', () => {
  it('is counted by title and month as COUNTER counts it, double clicks once', async () => {
    const open = (id: string) => app.call(readerCalls.getBookPages, { as: member, params: { id } });
    const read = (page: number) =>
      app.call(readerCalls.updateCurrentProgress, { as: member, query: { book_id: covered.id, page } });
    await app.call(catalogueCalls.getBook, { as: member, params: { id: covered.id } });
    await open(covered.id);
    await open(covered.id);
    await read(3);
    await read(4);
    app.clock.advance(60_000);
    await read(5);
    await read(30);
    await open(other.id);
    await app.call(readerCalls.getBookPages, { as: stranger, params: { id: covered.id } });

    const b1 = await report('tr_b1');
    expect(b1.status).toBe(200);
    expect(b1.body.Report_Header).toMatchObject({
      Report_ID: 'TR_B1',
      Release: '5.1',
      Institution_Name: 'General Hospital',
    });
    expect(b1.body.Report_Items).toHaveLength(1);
    expect(b1.body.Report_Items[0].Attribute_Performance[0].Performance).toEqual({
      Total_Item_Requests: { '2026-03': 4 },
      Unique_Title_Requests: { '2026-03': 1 },
    });
    const b2 = await report('tr_b2');
    expect(b2.body.Report_Items).toMatchObject([
      { Title: 'Other', Attribute_Performance: [{ Performance: { No_License: { '2026-03': 1 } } }] },
    ]);
    const b3 = await report('tr_b3');
    expect(b3.body.Report_Items[0].Attribute_Performance[0]).toMatchObject({
      Access_Type: 'Controlled',
      Performance: {
        Total_Item_Investigations: { '2026-03': 5 },
        Unique_Item_Requests: { '2026-03': 3 },
        Unique_Title_Investigations: { '2026-03': 1 },
      },
    });
  });

  it('comes as a table for spreadsheets, too', async () => {
    const { text, headers } = await report('tr_b1', manager, { format: 'csv' });
    expect(headers['content-type']).toContain('text/csv');
    const lines = text.split('\n');
    expect(lines[0]).toContain('Report_Name,Book Requests (Controlled)');
    expect(lines[14]).toContain('Metric_Type,Reporting_Period_Total,Mar-2026,Apr-2026');
    expect(lines[15]).toContain('Covered,Vesalius,');
    expect(lines[15]).toContain('Total_Item_Requests,4,4,0');
  });
  it('names books as libraries know them: by publisher, ISBN and DOI', async () => {
    const { db } = app.deps;
    const publisher = newId();
    await sql`insert into publishers (id, slug, name, created_at)
      values (${publisher}, 'lung-press', 'Lung Press', now())`.execute(db);
    const name = (print: string | null, electronic: string | null) =>
      sql`update books set publisher_id = ${publisher}, doi = '10.1234/covered', isbn_print = ${print},
        isbn_electronic = ${electronic} where id = ${covered.id}`.execute(db);
    const reported = async () => (await report('tr_b1')).body.Report_Items[0];
    await name('978-0-306-40615-7', null);
    expect(await reported()).toMatchObject({
      Publisher: 'Lung Press',
      Item_ID: { ISBN: '978-0-306-40615-7', DOI: '10.1234/covered' },
    });
    await name('978-0-306-40615-7', '978-3-16-148410-0');
    expect((await reported()).Item_ID.ISBN).toBe('978-3-16-148410-0');
    const [row = ''] = (await report('tr_b1', manager, { format: 'csv' })).text.split('\n').slice(15);
    expect(row).toContain('Covered,Lung Press,,Vesalius,10.1234/covered,');
    expect(row).toContain(',978-3-16-148410-0,');
  });

  it('has no report of another name, and no month before the first', async () => {
    expect((await report('tr_j1')).status).toBe(404);
    expect((await report('tr_b1', manager, { begin_date: '2026-05' })).status).toBe(422);
    expect((await report('tr_b1', manager, { begin_date: 'May' })).status).toBe(422);
    expect((await report('tr_b1', manager, { begin_date: '1990-01' })).status).toBe(422);
  });
});

describe('an import of members', () => {
  const people = (...emails: string[]) =>
    emails.map((email) => ({ email, first_name: 'Noor', second_name: 'Haddad' }));
  let chief: Person;
  let hospital: string;
  beforeAll(async () => {
    hospital = (await buildInstitution(app.deps.db, { name: 'Second Hospital', bookIds: [covered.id] })).id;
    chief = await app.person({ institutionId: hospital });
    await sql`update institution_members set is_manager = true where user_id = ${chief.id}`.execute(
      app.deps.db,
    );
  });
  const add = (users: object[], query = {}) =>
    app.call(calls.addInstitutionMembers, { as: chief, query, body: { institution: { users } } });
  const members = async () =>
    (await app.call(calls.listInstitutionMembers, { as: chief })).body.data as {
      id: string;
      email: string;
      is_pending: boolean;
      invitation_sent_at: string | null;
    }[];

  it('is sent in parts, is in the log, and is undone for all who have not accepted', async () => {
    const importId = newId();
    const part = people('i1@import.example', 'i2@import.example');
    const first = await add(part, { import_id: importId });
    expect(first.body).toMatchObject({ import_id: importId, counts: { added: 2 } });
    expect((await add(part, { import_id: importId })).body.counts).toMatchObject({ added: 2, already_in: 0 });
    await add(people('i3@import.example'), { import_id: importId });
    const reset_password_token = linkIn((await mailsTo(app, 'i1@import.example'))[0]).searchParams.get(
      'token',
    );
    app.clock.advance(60_000);
    const profile = await ownerProfile(app);
    await app.call(accountsCalls.resetPassword, {
      body: { email: 'i1@import.example', reset_password_token, new_password: 'Night shift 8', ...profile },
    });
    expect((await app.call(calls.listMemberImports, { as: chief })).body.data).toMatchObject([
      {
        id: importId,
        number_of_people: 3,
        number_of_active: 1,
        // Those first whom the undo removes.
        people: [
          { email: 'i2@import.example', is_active: false },
          { email: 'i3@import.example', is_active: false },
          { email: 'i1@import.example', is_active: true },
        ],
      },
    ]);
    const params = { importId };
    expect((await app.call(calls.undoMemberImport, { as: manager, params })).status).toBe(404);
    const undone = await app.call(calls.undoMemberImport, { as: chief, params });
    expect(undone.body).toMatchObject({ removed: 2, kept: 1 });
    expect((await members()).map(({ email }) => email).sort()).toEqual(
      [chief.email, 'i1@import.example'].sort(),
    );
    expect((await add(part, { import_id: importId })).status).toBe(404);
    const staff = await app.person({ role: 'staff' });
    const log = await app.call(adminCalls.listAuditLog, { as: staff, query: { subject_id: hospital } });
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'institution.undo-import',
      'institution.import-people',
      'institution.import-people',
    ]);
  });

  it('shows whose seat is pending, and sends the invitation again', async () => {
    await add(people('pending@import.example'));
    await mailsTo(app, 'pending@import.example');
    const pending = (await members()).find(({ email }) => email === 'pending@import.example');
    expect(pending).toMatchObject({ is_pending: true, invitation_sent_at: app.clock.now().toISOString() });
    expect((await members()).find(({ id }) => id === chief.id)).toMatchObject({ is_pending: false });
    const resend = () =>
      app.call(calls.resendMemberInvitations, { as: chief, body: { user_ids: [pending?.id, chief.id] } });
    expect((await resend()).body).toMatchObject({ sent: 0, waiting: 1 });
    const searched = { search_term: 'nobody is called that', dry_run: true };
    const none = await app.call(calls.resendMemberInvitations, { as: chief, body: searched });
    expect(none.body).toMatchObject({ sent: 0, waiting: 0 });
    app.clock.advance(HOUR_MS);
    expect((await resend()).body).toMatchObject({ sent: 1, waiting: 0 });
    expect(await mailsTo(app, 'pending@import.example')).toHaveLength(2);
  });

  it('counts idle seats as free already when it is only tried', async () => {
    await sql`update institutions set seats = (select count(*) from institution_members m
      where m.institution_id = ${hospital}) where id = ${hospital}`.execute(app.deps.db);
    const trial = async () => outcomes(await add(people('trial@import.example'), { dry_run: true }));
    expect(await trial()).toEqual(['no_seat']);
    app.clock.advance(91 * DAY_MS);
    expect(await trial()).toEqual(['added']);
    app.clock.advance(-91 * DAY_MS);
  });

  it('takes no seat from somebody who is in the list', async () => {
    const { id } = await buildInstitution(app.deps.db, { name: 'Third Hospital', bookIds: [covered.id] });
    const librarian = await app.person({ institutionId: id });
    const idle = [await app.person({ institutionId: id }), await app.person({ institutionId: id })];
    await sql`update institution_members set is_manager = true where user_id = ${librarian.id}`.execute(
      app.deps.db,
    );
    await sql`update institutions set seats = 3 where id = ${id}`.execute(app.deps.db);
    app.clock.advance(91 * DAY_MS);
    const listed = people(...idle.map(({ email }) => email), 'third@import.example');
    const send = (users: object[], query = {}) =>
      app.call(calls.addInstitutionMembers, { as: librarian, query, body: { institution: { users } } });
    expect(outcomes(await send(listed, { dry_run: true }))).toEqual(['already_in', 'already_in', 'no_seat']);
    expect(outcomes(await send(listed))).toEqual(['already_in', 'already_in', 'no_seat']);
    // Of one who is not in it, the trial says so.
    const freed = async (query: object) => (await send(listed.slice(1), query)).body.freed_seats;
    expect([await freed({ dry_run: true }), await freed({ dry_run: true })]).toEqual([1, 1]);
    expect((await send(listed, { dry_run: true })).body.freed_seats).toBe(0);
    const all = await app.call(calls.listInstitutionMembers, { as: librarian });
    expect(all.body.data.map(({ email }: { email: string }) => email)).toEqual(
      expect.arrayContaining(idle.map(({ email }) => email)),
    );
    app.clock.advance(-91 * DAY_MS);
  });

  it('leaves what managers do to members in the log', async () => {
    const person = await app.person({ institutionId: hospital });
    const params = { userId: person.id };
    await app.call(calls.updateInstitutionMember, { as: chief, params, body: { is_manager: true } });
    await app.call(calls.removeInstitutionMember, { as: chief, params });
    const staff = await app.person({ role: 'staff' });
    const log = await app.call(adminCalls.listAuditLog, { as: staff, query: { subject_id: person.id } });
    expect(log.body.data).toMatchObject([
      { action: 'institution.remove-member', actor_id: chief.id },
      { action: 'institution.appoint-manager', actor_id: chief.id },
    ]);
  });
});
