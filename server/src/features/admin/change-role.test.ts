import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration, NOBODY } from '../../testing/administration.ts';
import type { Person } from '../../testing/calling-app.ts';
import { buildBook, buildProgram, buildSubscription } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { hashPassword } from '../accounts/passwords.ts';

const t = administration();
const call = t.call.bind(t);
const auditOf = t.auditOf.bind(t);
const update = (id: string, body: object) => call('updatePerson', { params: { id }, body });
const titles = ({ body }: { body: { data: { title: string }[] } }) => body.data.map(({ title }) => title);

const PASSWORD = 'Night shift 8';
/** By a real sign-in: what was open before has ended. */
async function tokenOf({ id, email }: Person): Promise<string> {
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${id}`.execute(
    t.app.deps.db,
  );
  const { body } = await t.app.call(accountsCalls.signIn, { body: { email, password: PASSWORD } });
  return body.auth_token;
}

describe('a known account', () => {
  it('becomes director of a program and stops being one; each time its sessions end and a letter tells it', async () => {
    const person = await t.app.person();
    const program = await buildProgram(t.app.deps.db, { name: 'Residency' });
    const other = await buildProgram(t.app.deps.db, { name: 'Fellowship' });
    const answer = await update(person.id, { role_name: 'program_director', program_ids: [program.id] });
    expect(answer.body).toMatchObject({
      role_name: 'program_director',
      programs: [{ id: program.id, as: 'director' }],
      sessions: [],
    });
    expect((await t.app.call(accountsCalls.getUser, { as: person })).status).toBe(401);
    expect(await mailsTo(t.app, person.email)).toMatchObject([{ subject: 'Your role at Vesalius changed' }]);
    const again = await tokenOf(person);
    const directed = async () =>
      (
        await t.app.call(programsCalls.listCurrentPrograms, { as: again, portal: 'program_director' })
      ).body.data.map(({ name }: { name: string }) => name);
    expect(await directed()).toEqual(['Residency']);
    await update(person.id, { program_ids: [other.id] });
    expect(await directed()).toEqual(['Fellowship']);
    await update(person.id, { role_name: 'customer' });
    expect((await update(person.id, { role_name: 'program_director' })).body.programs).toEqual([]);
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'user.role', detail: { before: { role: 'customer' } } },
      {
        action: 'user.role',
        detail: {
          before: { role: 'program_director', program_ids: [other.id] },
          after: { role: 'customer' },
        },
      },
      {
        action: 'user.assign',
        detail: { before: { program_ids: [program.id] }, after: { program_ids: [other.id] } },
      },
      { action: 'user.role', detail: { after: { program_ids: [program.id] } } },
    ]);
  });

  it.each(['author', 'editor'] as const)('becomes %s of books and stops being one', async (role_name) => {
    const person = await t.app.person();
    const [one, two] = [
      await buildBook(t.app.deps.db, { title: 'One' }),
      await buildBook(t.app.deps.db, { title: 'Two' }),
    ];
    await buildSubscription(t.app.deps.db, { userId: person.id, bookId: two.id });
    expect((await update(person.id, { role_name, book_ids: [one.id, two.id] })).body.books).toHaveLength(2);
    const as = await tokenOf(person);
    const assigned = async () =>
      titles(await t.app.call(catalogueCalls.listAssignedBooks, { as, portal: role_name })).sort();
    expect(await assigned()).toEqual(['One', 'Two']);
    await update(person.id, { book_ids: [one.id] });
    expect(await assigned()).toEqual(['One']);
    await update(person.id, { role_name: 'customer' });
    // What was bought stays; what belonged to the role is gone for good.
    expect(
      (await call('listPersonAccess', { params: { id: person.id }, query: { readable: true } })).body.data,
    ).toMatchObject([{ book_id: two.id, reasons: ['subscription'] }]);
    expect((await update(person.id, { role_name })).body.books).toEqual([]);
  });

  it.each<[string, object]>([
    ['book_ids', { role_name: 'program_director', book_ids: [NOBODY] }],
    ['book_ids', { role_name: 'author', book_ids: [NOBODY] }],
    ['program_ids', { role_name: 'author', program_ids: [NOBODY] }],
    ['program_ids', { role_name: 'program_director', program_ids: [NOBODY] }],
  ])('keeps its role when %s do not fit', async (field, body) => {
    const person = await t.app.person();
    const answer = await update(person.id, body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
    expect((await call('getPerson', { params: { id: person.id } })).body.role_name).toBe('customer');
    expect((await t.app.call(accountsCalls.getUser, { as: person })).status).toBe(200);
  });
});
