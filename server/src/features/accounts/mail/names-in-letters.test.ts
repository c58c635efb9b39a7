import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildInstitution, buildProgram } from '../../../testing/factories.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { nameOfOther } from './name-in-letter.ts';

const SPAM = 'You won: www.evil.example/win';
const COMPLAINT = 'A name cannot contain a web address. Put a space after each period.';
let app: TestApp;
let profile: { country_id: string; job_id: string; second_name: string };
let director: Person;
let manager: Person;
let programId: string;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.deps;
  const country_id = (await app.call(accountsCalls.listCountries)).body.data[0].id;
  const job_id = (await app.call(accountsCalls.listUserJobs)).body.data[0].id;
  profile = { country_id, job_id, second_name: 'Lovelace' };
  director = await app.person({ role: 'program_director' });
  programId = (await buildProgram(db, { directorIds: [director.id] })).id;
  const { id: institutionId } = await buildInstitution(db, { name: 'General Hospital', bookIds: [] });
  manager = await app.person({ institutionId });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(db);
});
afterAll(() => app.close());

const register = (email: string, first_name: string) =>
  app.call(accountsCalls.register, {
    body: { ...profile, email, first_name, password: 'Ward-round 7', termsAgreement: true },
  });
const student = (email: string, first_name: string) => ({ email, first_name, second_name: 'Lovelace' });
const assign = (users: object[]) =>
  app.call(programsCalls.assignUsers, {
    as: director,
    params: { id: programId },
    body: { program: { users } },
  });

describe('a name of which a letter may contain nothing', () => {
  it.each([
    ['en', 'Hello there', 'a user'],
    ['ar', 'مرحبًا بك', 'أحد المستخدمين'],
  ])('has words in its place (%s)', async (language, greeting, other) => {
    const { db } = app.deps;
    const [reader, head] = [await app.person(), await app.person({ role: 'program_director' })];
    await sql`update users set first_name = '🙂', second_name = '★, ★', language = ${language}
      where id in (${reader.id}, ${head.id})`.execute(db);
    const { id } = await buildProgram(db, { name: 'Nights', directorIds: [head.id] });
    await app.call(programsCalls.assignUsers, {
      as: head,
      params: { id },
      body: { program: { users: [student(reader.email, 'Ada')] } },
    });
    const [mail] = await mailsTo(app, reader.email);
    expect(mail?.text).toContain(greeting);
    expect(mail?.text).toContain(other);
  });
});

describe('a name with a web address', () => {
  it('is refused at the field, wherever names are written', async () => {
    const registered = await register('spam@campus.example', SPAM);
    expect(registered.body).toMatchObject({ code: 'invalid', fields: { first_name: COMPLAINT } });
    expect(await mailsTo(app, 'spam@campus.example')).toEqual([]);

    const changed = await app.call(accountsCalls.updateProfile, {
      as: director,
      body: { ...profile, first_name: 'Ada', second_name: SPAM },
    });
    expect(changed.body.fields).toEqual({ second_name: COMPLAINT });

    const invited = await app.call(adminCalls.invitePerson, {
      as: await app.person({ role: 'staff' }),
      body: { email: 'x@campus.example', first_name: SPAM, second_name: 'Lovelace', role_name: 'author' },
    });
    expect(invited.body.fields).toEqual({ first_name: COMPLAINT });

    const imported = await assign([
      student('one@campus.example', SPAM),
      student('two@campus.example', 'Ada'),
    ]);
    expect(imported.body.rows).toMatchObject([
      { outcome: 'invalid', fields: { first_name: COMPLAINT } },
      { outcome: 'added' },
    ]);
    const members = await app.call(institutionsCalls.addInstitutionMembers, {
      as: manager,
      body: { institution: { users: [student('three@campus.example', SPAM)] } },
    });
    expect(members.body.rows).toMatchObject([{ outcome: 'invalid', fields: { first_name: COMPLAINT } }]);
  });
});

describe('a name of characters that nobody sees', () => {
  const UNSEEN = '\u200b\u2060\u3164';
  it('is none, wherever names are written', async () => {
    const registered = await register('unseen@campus.example', UNSEEN);
    expect(registered.body).toMatchObject({ code: 'invalid', fields: { first_name: expect.any(String) } });
    const imported = await assign([
      student('unseen.two@campus.example', UNSEEN),
      student('seen@campus.example', 'Ada'),
    ]);
    expect(imported.body.rows).toMatchObject([
      { outcome: 'invalid', fields: { first_name: expect.any(String) } },
      { outcome: 'added' },
    ]);
  });

  it('is kept without them, and hides no web address', async () => {
    const turned = { ...profile, first_name: 'A\u202eda \u200b', second_name: '\u2066Love\u00adlace' };
    const changed = await app.call(accountsCalls.updateProfile, { as: director, body: turned });
    expect(changed.body).toMatchObject({ first_name: 'Ada', second_name: 'Lovelace' });
    const hidden = { ...profile, first_name: 'evil\u200b.\u200bexample' };
    const refused = await app.call(accountsCalls.updateProfile, { as: director, body: hidden });
    expect(refused.body.fields).toEqual({ first_name: COMPLAINT });
  });
});

describe('a letter', () => {
  it('to an address that nobody has verified holds no name of a stranger', async () => {
    const email = 'victim@campus.example';
    expect((await register(email, 'Winner of nine hundred')).status).toBe(201);
    await app.call(accountsCalls.forgotPassword, { body: { email } });
    await assign([student(email, 'Ada')]);
    const mails = await mailsTo(app, email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Set a new password',
      'Verify your email address',
      'Your invitation to Vesalius',
    ]);
    for (const { subject, text, html } of mails) expect(`${subject}${text}${html}`).not.toContain('Winner');
  });

  it('makes no link of a name that was stored before names were checked', async () => {
    await sql`update users set first_name = 'You won: www.evil.example', second_name = '' where id = ${director.id}`.execute(
      app.deps.db,
    );
    const [known, fresh] = [await app.person(), 'fresh@campus.example'];
    await assign([student(known.email, 'Ada'), student(fresh, 'Ada')]);
    for (const address of [known.email, fresh]) {
      const [mail] = await mailsTo(app, address);
      expect(mail?.text).toContain('You won');
      expect(`${mail?.text}${mail?.html}`).not.toMatch(/www\.\S|evil\.example/);
    }
  });

  it.each(['evil\u2024com', 'evil．com', 'evil . com', 'evil[.]com', 'evil\u2488com', 'evil/com'])(
    'invites by no name that reads as an address: %s',
    async (name) => {
      const { db } = app.deps;
      await sql`update users set first_name = ${name}, second_name = 'Dr. O’Neil' where id = ${director.id}`.execute(
        db,
      );
      const [known, fresh] = [await app.person(), `${newId()}@campus.example`];
      await assign([student(known.email, 'Ada'), student(fresh, 'Ada')]);
      for (const address of [known.email, fresh]) {
        const [mail] = await mailsTo(app, address);
        expect(mail?.text).toMatch(/evil1? com Dr\. O’Neil/);
      }
    },
  );
});

describe('a name that reads as a message', () => {
  it('is replaced in letters by words, or by the program alone, and kept in the profile', async () => {
    const call = { first_name: 'Call +1 555 0100', second_name: 'to get your refund' };
    const changed = await app.call(accountsCalls.updateProfile, {
      as: director,
      body: { ...profile, ...call },
    });
    expect(changed.body).toMatchObject(call);
    const [known, fresh] = [await app.person(), `${newId()}@campus.example`];
    await assign([student(known.email, 'Ada'), student(fresh, 'Ada')]);
    const [welcome] = await mailsTo(app, known.email);
    const [invitation] = await mailsTo(app, fresh);
    for (const mail of [welcome, invitation])
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/555|refund/);
    expect(welcome?.text).toContain('a user added you to the program');
  });

  it.each([
    ['Call +1 555 0100', null],
    ['Ring five five five and get your refund', null],
    ['Ö'.repeat(61), null],
    ['John Smith 2nd', 'John Smith 2nd'],
    ['Prof. Dr. María del Carmen Martínez de la Cruz', 'Prof. Dr. María del Carmen Martínez de la Cruz'],
    ['عبد الرحمن بن محمد بن خالد آل سعود', 'عبد الرحمن بن محمد بن خالد آل سعود'],
    ['Nguyễn Thị Minh Khai', 'Nguyễn Thị Minh Khai'],
  ])('%s', (name, inLetter) => {
    expect(nameOfOther(name)).toBe(inLetter);
  });
});
