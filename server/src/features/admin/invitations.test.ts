import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await testApp();
  staff = await app.person({ role: 'staff', firstName: 'Stefan', secondName: 'Staff' });
});
afterAll(() => app.close());

const call = (name: keyof typeof adminCalls, options: Parameters<TestApp['call']>[1] = {}) =>
  app.call(adminCalls[name], { as: staff, ...options });
const auditOf = async (subject_id: string) =>
  (await call('listAuditLog', { query: { subject_id } })).body.data;
const NOBODY = '0198c0de-0000-7000-8000-000000000000';

describe('people', () => {
  it.each(['author', 'editor', 'program_director', 'staff', 'customer'] as const)(
    'are invited as %s by a mail with a link to set a password',
    async (role_name) => {
      const email = `invited-${role_name}@example.org`;
      const body = { email, first_name: 'In', second_name: 'Vited', role_name };
      const answer = await call('invitePerson', { body });
      expect(answer.status).toBe(201);
      const token = linkIn((await mailsTo(app, email))[0]).searchParams.get('token');
      const reset = { email, reset_password_token: token, new_password: 'Night shift 8' };
      expect((await app.call(accountsCalls.resetPassword, { body: reset })).status).toBe(200);
      const signedIn = await app.call(accountsCalls.signIn, { body: { email, password: 'Night shift 8' } });
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
    'are invited as %s of certain books, which they then can open',
    async (role) => {
      const [book, other] = [await buildBook(app.deps.db), await buildBook(app.deps.db)];
      const body = {
        email: `${role}-of-one@example.org`,
        first_name: 'In',
        second_name: 'Vited',
        role_name: role,
        book_ids: [book.id],
      };
      const { body: invited } = await call('invitePerson', { body });
      const { access } = (await call('getPerson', { params: { id: invited.id } })).body;
      const reasonsOf = (id: string) =>
        access.find(({ book_id }: { book_id: string }) => book_id === id)?.reasons ?? [];
      expect([reasonsOf(book.id), reasonsOf(other.id)]).toEqual([['assigned'], []]);
      expect((await auditOf(invited.id))[0].detail).toEqual({ role, book_ids: [book.id] });
    },
  );

  it('are invited as director of a program, found by its name', async () => {
    const program = await buildProgram(app.deps.db, {});
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
      field === 'book_ids' ? await buildBook(app.deps.db) : await buildProgram(app.deps.db, {});
    const email = `${role_name}-${field}@example.org`;
    const body = { email, first_name: 'In', second_name: 'Vited', role_name, [field]: [id ?? existing.id] };
    const answer = await call('invitePerson', { body });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
    expect((await call('listPeople', { query: { search_term: email } })).body.metadata.count).toBe(0);
  });
});
