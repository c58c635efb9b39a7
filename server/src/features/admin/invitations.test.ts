import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { describe, expect, it } from 'vitest';
import { administration, NOBODY } from '../../testing/administration.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';
import { inviteStaff } from './invite-staff.ts';

const t = administration();
const call = t.call.bind(t);
const auditOf = t.auditOf.bind(t);

describe('people', () => {
  it.each(['author', 'editor', 'program_director', 'staff', 'customer'] as const)(
    'are invited as %s by a mail with a link to set a password',
    async (role_name) => {
      const email = `invited-${role_name}@example.org`;
      const body = { email, first_name: 'In', second_name: 'Vited', role_name };
      const answer = await call('invitePerson', { body });
      expect(answer.status).toBe(201);
      const token = linkIn((await mailsTo(t.app, email))[0]).searchParams.get('token');
      const profile = await ownerProfile(t.app);
      const reset = { email, reset_password_token: token, new_password: 'Night shift 8', ...profile };
      expect((await t.app.call(accountsCalls.resetPassword, { body: reset })).status).toBe(200);
      const signedIn = await t.app.call(accountsCalls.signIn, { body: { email, password: 'Night shift 8' } });
      expect(signedIn.body).toMatchObject({ role_name, email_verified: true });
      expect(await auditOf(answer.body.id)).toMatchObject([
        {
          action: 'user.invite',
          actor_name: 'Stefan Staff',
          subject_name: 'In Vited',
          detail: { role: role_name },
        },
      ]);
      expect((await call('invitePerson', { body })).body.code).toBe('email_taken');
    },
  );

  it.each(['author', 'editor'] as const)(
    'are invited as %s of certain books, which open once they have set a password',
    async (role) => {
      const [book] = [await buildBook(t.app.deps.db), await buildBook(t.app.deps.db)];
      const body = {
        email: `${role}-of-one@example.org`,
        first_name: 'In',
        second_name: 'Vited',
        role_name: role,
        book_ids: [book.id],
      };
      const { body: invited } = await call('invitePerson', { body });
      const opens = async () =>
        (await call('listPersonAccess', { params: { id: invited.id }, query: { readable: true } })).body.data;
      expect(await opens()).toEqual([]);
      const [letter] = await mailsTo(t.app, body.email);
      const { title, edition } = (await t.app.call(catalogueCalls.getBook, { params: { id: book.id } })).body;
      expect(letter?.text).toContain(`You work on: “${title} (${edition})”.`);
      expect(letter?.text).toContain(`/studio/${book.id}`);
      const reset_password_token = linkIn(letter).searchParams.get('token');
      const profile = await ownerProfile(t.app);
      const answer = { email: body.email, reset_password_token, new_password: 'Night shift 8', ...profile };
      await t.app.call(accountsCalls.resetPassword, { body: answer });
      expect(await opens()).toMatchObject([{ book_id: book.id, reasons: ['assigned'] }]);
      expect((await auditOf(invited.id))[0].detail).toEqual({ role, book_ids: [book.id] });
    },
  );

  it('are invited as director of a program, found by its name', async () => {
    const program = await buildProgram(t.app.deps.db, {});
    const { data } = (await call('listPrograms')).body;
    expect(data.map(({ id }: { id: string }) => id)).toContain(program.id);
    const body = { email: 'director-of-one@example.org', first_name: 'In', second_name: 'Vited' };
    const { body: invited } = await call('invitePerson', {
      body: { ...body, role_name: 'program_director', program_ids: [program.id] },
    });
    const { programs } = (await call('getPerson', { params: { id: invited.id } })).body;
    expect(programs).toMatchObject([{ id: program.id, as: 'director' }]);
  });

  it.each<[role: 'customer' | 'author' | 'program_director', field: 'book_ids' | 'program_ids', id?: string]>(
    [
      ['customer', 'book_ids'],
      ['program_director', 'book_ids'],
      ['author', 'program_ids'],
      ['author', 'book_ids', NOBODY],
      ['program_director', 'program_ids', NOBODY],
    ],
  )('are not invited as %s with %s that do not fit', async (role_name, field, id) => {
    const existing =
      field === 'book_ids' ? await buildBook(t.app.deps.db) : await buildProgram(t.app.deps.db, {});
    const email = `${role_name}-${field}@example.org`;
    const body = { email, first_name: 'In', second_name: 'Vited', role_name, [field]: [id ?? existing.id] };
    const answer = await call('invitePerson', { body });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
    expect((await call('listPeople', { query: { search_term: email } })).body.metadata.count).toBe(0);
  });
});

describe('the first staff member', () => {
  it('is invited by the operator, with a link that sets the password, and may do what staff may', async () => {
    const email = 'first@example.org';
    const { link } = await inviteStaff(t.app.deps, { email, firstName: 'Ada', secondName: 'Byron' });
    const reset_password_token = new URL(link).searchParams.get('token');
    const profile = await ownerProfile(t.app);
    const reset = { email, reset_password_token, new_password: 'Night shift 8', ...profile };
    expect((await t.app.call(accountsCalls.resetPassword, { body: reset })).status).toBe(200);
    const { body } = await t.app.call(accountsCalls.signIn, { body: { email, password: 'Night shift 8' } });
    expect(body).toMatchObject({ role_name: 'staff', email_verified: true });
    expect((await call('listPeople', { as: body.auth_token, portal: 'admin' })).status).toBe(200);
    expect(await auditOf(body.id)).toMatchObject([{ action: 'user.invite', actor_id: null }]);
  });

  it('cannot be a user with an account', async () => {
    const { email } = await t.app.person();
    const again = inviteStaff(t.app.deps, { email, firstName: 'Ada', secondName: 'Byron' });
    await expect(again).rejects.toThrow('There is already an account with this email.');
  });
});
