import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { supportCalls } from '@vesalius/contract/support-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution, buildSubscription } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { assignBooks } from '../publishing/assign-books.ts';
import { NOT_HANDED_OUT } from './own-data-tables.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'Ward-round 7';
let app: TestApp;
let country_id: string;
let job_id: string;
/** The letter leaves after the answer. */
const WAIT = { timeout: 20_000, interval: 20 };
beforeAll(async () => {
  app = await testApp();
  country_id = (await app.call(accountsCalls.listCountries)).body.data[0].id;
  job_id = (await app.call(accountsCalls.listUserJobs)).body.data[0].id;
});
afterAll(() => app.close());

async function personWithPassword(): Promise<Person> {
  const person = await app.person();
  const hash = await hashPassword(PASSWORD);
  await sql`update users set password_hash = ${hash} where id = ${person.id}`.execute(app.deps.db);
  return person;
}

describe('PATCH /users/update_profile', () => {
  const update = (as: Person | null, changes: object = {}) =>
    app.call(accountsCalls.updateProfile, {
      as,
      body: { first_name: 'Ibn', second_name: 'Sina', country_id, job_id, ...changes },
    });

  it.each(['customer', 'author', 'editor', 'program_director', 'staff'] as const)(
    'changes the profile of a %s',
    async (role) => {
      const person = await app.person({ role });
      const answer = await update(person, { city: 'Bukhara', language: 'ar', time_zone: 'Asia/Tashkent' });
      expect(answer.body).toMatchObject({
        id: person.id,
        first_name: 'Ibn',
        city: 'Bukhara',
        language: 'ar',
        time_zone: 'Asia/Tashkent',
        message: 'User has been updated',
      });
      expect((await app.call(accountsCalls.getUser, { as: person })).body.name).toBe('Ibn Sina');
    },
  );

  it.each([
    [{ first_name: '' }, { first_name: 'First name is required.' }],
    [{ second_name: 'x'.repeat(51) }, { second_name: 'Use at most 50 characters.' }],
    [{ country_id: '' }, { country_id: 'Country is required.' }],
    [{ job_id: newId() }, { job_id: 'Profession is required.' }],
    [{ job_id: 'none' }, { job_id: 'Profession is required.' }],
    [{ phone: '1'.repeat(41) }, { phone: 'This is too long.' }],
    [{ phone: 'abc' }, { phone: 'Use digits, spaces and + ( ) . - / only.' }],
  ])('refuses %j', async (changes, fields) => {
    const answer = await update(await app.person(), changes);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual(fields);
  });

  it('keeps what the call does not name, as two windows change different fields', async () => {
    const person = await app.person();
    const change = (body: object) => app.call(accountsCalls.updateProfile, { as: person, body });
    await update(person, { city: 'Bukhara', phone: '+998 (71) 200-10-11 ext. 5' });
    await Promise.all([change({ city: 'Hamadan' }), change({ institution: 'The library' })]);
    const kept = {
      first_name: 'Ibn',
      second_name: 'Sina',
      phone: '+998 (71) 200-10-11 ext. 5',
      country_id,
      job: { id: job_id },
    };
    const changed = { city: 'Hamadan', institution: 'The library' };
    expect((await app.call(accountsCalls.getUser, { as: person })).body).toMatchObject({
      ...kept,
      ...changed,
    });
    expect((await change({ phone: '' })).body).toMatchObject({ ...kept, ...changed, phone: null });
  });

  it('changes neither role, address, verification nor flags', async () => {
    const person = await app.person({ verified: false });
    await update(person, { role: 'staff', email: 'other@example.org', email_verified: true, is_beta: true });
    expect((await app.call(accountsCalls.getUser, { as: person })).body).toMatchObject({
      role_name: 'customer',
      email: person.email,
      email_verified: false,
      is_beta: false,
    });
  });

  it('needs a token, of the portal’s role', async () => {
    expect((await update(null)).status).toBe(401);
    const author = await app.person({ role: 'author' });
    const answer = await app.call(accountsCalls.updateProfile, { as: author, portal: 'customer', body: {} });
    expect(answer.body.code).toBe('wrong_portal');
  });
});

describe('GET /users/data_download', () => {
  it('hands out everything that is kept, and no secret', async () => {
    const institution = await buildInstitution(app.deps.db, { name: 'Kasr Al-Ainy' });
    const person = await app.person({ institutionId: institution.id });
    await buildSubscription(app.deps.db, { userId: person.id });
    const answer = await app.call(accountsCalls.downloadOwnData, { as: person });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.body.account).toMatchObject({
      ...{ email: person.email, role: 'customer' },
      ...{ wants_digest: true, wants_weekly: false },
    });
    expect(answer.body.institutions).toMatchObject([{ name: 'Kasr Al-Ainy' }]);
    expect(answer.body.sessions).toHaveLength(1);
    expect(answer.body.subscriptions).toHaveLength(1);
    expect(answer.text).not.toMatch(/argon2|token|password_hash|device_hash/);
  });

  it('holds what hangs on the rows of a person, and nothing of others', async () => {
    const [person, other] = [await app.person(), await app.person()];
    const [surveyId, questionId] = [newId(), newId()];
    const { id: bookId } = await buildBook(app.deps.db);
    await sql`insert into surveys (id, book_id, title) values (${surveyId}, ${bookId}, 'Survey')`.execute(
      app.deps.db,
    );
    await sql`insert into survey_questions (id, survey_id, key, position, question, question_type)
      values (${questionId}, ${surveyId}, 'q1', 0, 'How was it?', 'OpenEnded')`.execute(app.deps.db);
    for (const [{ id: userId }, text] of [
      [person, 'my own answer'],
      [other, 'a strange answer'],
    ] as const) {
      const responseId = newId();
      await sql`insert into survey_responses (id, survey_id, user_id, submitted_at)
        values (${responseId}, ${surveyId}, ${userId}, ${app.clock.now()})`.execute(app.deps.db);
      await sql`insert into survey_answers (response_id, survey_question_id, open_ended_answer)
        values (${responseId}, ${questionId}, ${text})`.execute(app.deps.db);
    }
    const { body, text } = await app.call(accountsCalls.downloadOwnData, { as: person });
    expect(body.survey_answers).toMatchObject([{ open_ended_answer: 'my own answer' }]);
    expect(text).not.toContain('a strange answer');
  });

  it('names every table that hangs on an account, or why it does not', async () => {
    const person = await app.person();
    const { body } = await app.call(accountsCalls.downloadOwnData, { as: person });
    const tables = await many(
      app.deps.db,
      sql<{ name: string }>`
        -- What is kept without the account names it; what hangs on that is not the account's.
        with recursive hanging as (
          select 'users'::regclass::oid as id, true as belongs
          union select c.conrelid, c.confdeltype <> 'n' from pg_constraint c join hanging h on c.confrelid = h.id
            where c.contype = 'f' and h.belongs)
        select distinct p.relname as name from pg_class p join hanging h on h.id = p.oid
          where p.relname <> 'users' order by 1`,
    );
    const IN_ITS_OWN_FORM: Record<string, string> = {
      institution_members: 'institutions',
      second_factors: 'sign_in_with_two_steps',
    };
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['attempt_answers', 'refunds', 'survey_answers']));
    const missing = names.filter((name) => !((IN_ITS_OWN_FORM[name] ?? name) in body));
    expect(missing).toEqual(Object.keys(NOT_HANDED_OUT).sort());
    for (const reason of Object.values(NOT_HANDED_OUT)) expect(reason).not.toBe('');
  });

  it('needs a token', async () => {
    expect((await app.call(accountsCalls.downloadOwnData)).status).toBe(401);
  });
});

describe('POST /users/delete_account', () => {
  const remove = (as: Person | null, body: object) => app.call(accountsCalls.deleteAccount, { as, body });

  it('removes name, address and sessions, and keeps the rows that others hang on', async () => {
    const person = await personWithPassword();
    await buildSubscription(app.deps.db, { userId: person.id });
    expect((await remove(person, { password: PASSWORD })).status).toBe(204);
    expect((await app.call(accountsCalls.getUser, { as: person })).status).toBe(401);
    const signIn = { email: person.email, password: PASSWORD };
    expect((await app.call(accountsCalls.signIn, { body: signIn })).status).toBe(401);
    const rows = await many(
      app.deps.db,
      sql<{ text: string }>`
        select u::text as text from users u join subscriptions s on s.user_id = u.id
        where u.id = ${person.id}`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(person.email);
    expect(rows[0]?.text).not.toContain('Reader');
  });

  it('tells the browser whose answer was lost, and other devices, until their sessions would have expired', async () => {
    const person = await personWithPassword();
    const signIn = { email: person.email, password: PASSWORD };
    const { body: elsewhere } = await app.call(accountsCalls.signIn, { body: signIn });
    const ended = await app.call(accountsCalls.signIn, { body: signIn });
    await app.call(accountsCalls.signOut, { as: ended.body.auth_token });
    expect((await remove(person, { password: PASSWORD })).status).toBe(204);
    const deleted = { status: 401, body: { code: 'account_deleted' } };
    expect(await remove(person, { password: PASSWORD })).toMatchObject(deleted);
    const other = await app.call(accountsCalls.getUser, { as: elsewhere.auth_token });
    expect(other).toMatchObject(deleted);
    expect(other.headers['clear-site-data']).toBe('"cache"');
    const signedOut = await app.call(accountsCalls.getUser, { as: ended.body.auth_token });
    expect(signedOut.body.code).toBe('session_ended');
  });

  it('answers two deletions at once as one', async () => {
    const person = await personWithPassword();
    const answers = await Promise.all([1, 2].map(() => remove(person, { password: PASSWORD })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    expect(answers.map(({ body }) => (body as { code?: string })?.code)).toContain('account_deleted');
  });

  it('says so in one last letter, and keeps the address in no job', async () => {
    const person = await personWithPassword();
    await sql`update users set language = 'ar' where id = ${person.id}`.execute(app.deps.db);
    expect((await remove(person, { password: 'Wrong-round 7' })).status).not.toBe(204);
    expect(await mailsTo(app, person.email)).toEqual([]);
    expect((await remove(person, { password: PASSWORD })).status).toBe(204);
    const subjects = async () => (await mailsTo(app, person.email)).map(({ subject }) => subject);
    await vi.waitFor(async () => expect(await subjects()).toEqual(['حُذف حسابك']), WAIT);
    const jobs = await many(
      app.deps.db,
      sql`select 1 from jobs where payload::text like ${`%${person.email}%`}`,
    );
    expect(jobs).toEqual([]);
    const english = await personWithPassword();
    await remove(english, { password: PASSWORD });
    const letter = await vi.waitFor(async () => {
      const [first] = await mailsTo(app, english.email);
      expect(first).toBeDefined();
      return first;
    }, WAIT);
    expect(letter?.text).toContain('Your subscriptions have ended');
    expect(letter?.text).toContain('Your certificates stay valid');
  });

  it('leaves the address in no table, and none of the private notes', async () => {
    const email = 'ibn.al-haytham@hospital.example';
    const { db } = app.deps;
    const person = await personWithPassword();
    await sql`update users set email = ${email} where id = ${person.id}`.execute(db);
    const { id: bookId } = await buildBook(db);
    await buildSubscription(db, { userId: person.id, bookId });
    await app.call(accountsCalls.forgotPassword, { body: { email } });
    await app.call(supportCalls.createSupportMessage, {
      body: { email_address: email, email_subject: 'A question', email_body: 'About a book.' },
    });
    await inTransaction(db, (tx) =>
      assignBooks(tx, { email, role: 'author', bookIds: [bookId] }, app.clock.now()),
    );
    const note = { pageNumber: 1, quote: 'the valve', text: 'About a patient of mine' };
    const body = { book_id: bookId, note, color: 'yellow', rects: [] };
    expect((await app.call(readerCalls.createAnnotation, { as: person, body })).status).toBe(201);
    await mailsTo(app, email);
    expect((await remove(person, { password: PASSWORD })).status).toBe(204);
    await vi.waitFor(async () => expect((await mailsTo(app, email)).length).toBeGreaterThan(1), WAIT);
    const tables = await many(
      db,
      sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      // Outgoing mail is kept in tests and demos alone.
      if (name === 'kept_mails') continue;
      const rows = await many(
        db,
        sql`select 1 from ${sql.table(name)} t where t::text ilike ${`%${email}%`} or t::text like '%patient of mine%'`,
      );
      if (rows.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });

  it('frees the address for somebody new', async () => {
    const person = await personWithPassword();
    await remove(person, { password: PASSWORD });
    const answer = await app.call(accountsCalls.register, {
      body: {
        email: person.email,
        password: 'Night shift 8',
        first_name: 'New',
        second_name: 'Person',
        country_id,
        job_id,
        termsAgreement: true,
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.id).not.toBe(person.id);
  });

  it('asks for the password, or for the address of those who have none', async () => {
    const person = await personWithPassword();
    expect((await remove(person, { password: 'Wrong-round 7' })).body.code).toBe('password_wrong');
    expect((await remove(person, {})).body.code).toBe('password_wrong');
    const google = await app.person();
    expect((await remove(google, { email: 'other@example.org' })).status).toBe(422);
    const elsewhere = await app.person();
    app.clock.advance(16 * MINUTE_MS);
    expect((await remove(elsewhere, { email: elsewhere.email })).body.code).toBe('sign_in_again');
    app.clock.reset();
    expect((await remove(google, { email: google.email.toUpperCase() })).status).toBe(204);
  });

  it('needs a token', async () => {
    expect((await remove(null, {})).status).toBe(401);
  });
});
