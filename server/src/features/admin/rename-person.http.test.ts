import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration, NOBODY } from '../../testing/administration.ts';
import { buildSubscription } from '../../testing/factories.ts';
import { hashPassword } from '../accounts/passwords.ts';

const t = administration();
const OLD = { first_name: 'Ida', second_name: 'Rlof' };
const NEW = { first_name: 'Ida', second_name: 'Rolf' };
const person = () => t.app.person({ firstName: OLD.first_name, secondName: OLD.second_name });
const rename = (id: string, name: object, previous: object = OLD) =>
  t.call('renamePerson', { params: { id }, body: { ...name, previous } });
const nameOf = async (as: Awaited<ReturnType<typeof person>>) => {
  const { body } = await t.app.call(accountsCalls.getUser, { as });
  return [body.first_name, body.second_name];
};

describe('the name of an account', () => {
  it('is corrected by the staff, once however often it is sent, and logged', async () => {
    const reader = await person();
    const [first, second] = await Promise.all([rename(reader.id, NEW), rename(reader.id, NEW)]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(first?.body).toMatchObject({ ...NEW, name: 'Ida Rolf' });
    expect(await nameOf(reader)).toEqual(['Ida', 'Rolf']);
    expect(await t.auditOf(reader.id)).toMatchObject([
      { action: 'user.rename', actor_name: 'Stefan Staff', detail: { before: OLD, after: NEW } },
    ]);
  });

  it('finds its person in either order', async () => {
    const { id } = await t.app.person({ firstName: 'Leila', secondName: 'Zarathustrian' });
    for (const search_term of ['Leila Zarath', 'zarathustrian leila', 'Zarathustrian, Leila']) {
      const { body } = await t.call('listPeople', { query: { search_term } });
      expect([search_term, body.data.map((person: { id: string }) => person.id)]).toEqual([
        search_term,
        [id],
      ]);
    }
  });

  it('is not overwritten where somebody else has changed it meanwhile', async () => {
    const reader = await person();
    const names = [NEW, { first_name: 'Ida Pauline', second_name: 'Rolf' }];
    const answers = await Promise.all(names.map((name) => rename(reader.id, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('edited_meanwhile');
    expect(await t.auditOf(reader.id)).toHaveLength(1);
  });

  it.each([
    [{ first_name: '', second_name: 'Rolf' }, 'first_name'],
    [{ first_name: 'Ida', second_name: 'https://rolf.example' }, 'second_name'],
    [{ first_name: 'I'.repeat(80), second_name: 'Rolf' }, 'first_name'],
  ])('is not %j', async (name, field) => {
    const answer = await rename((await person()).id, name);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
  });

  it('leaves the log with the account', async () => {
    const reader = await person();
    expect((await rename(reader.id, NEW)).status).toBe(200);
    const password = 'Night shift 8';
    await sql`update users set password_hash = ${await hashPassword(password)} where id = ${reader.id}`.execute(
      t.app.deps.db,
    );
    const deleted = await t.app.call(accountsCalls.deleteAccount, { as: reader, body: { password } });
    expect(deleted.status).toBe(204);
    const logged: { action: string }[] = await t.auditOf(reader.id);
    expect(logged.map(({ action }) => action)).toContain('user.rename');
    expect(JSON.stringify(logged)).not.toMatch(/Rlof|Rolf/);
  });

  it('of nobody is not found', async () => {
    expect((await rename(NOBODY, NEW)).status).toBe(404);
  });
});

describe('dates that nobody means', () => {
  it('are refused at the field where a subscription gets another end, and seen before it is saved', async () => {
    const reader = await t.app.person();
    const { id } = await buildSubscription(t.app.deps.db, { userId: reader.id });
    const move = (ends_at: string, preview: boolean) =>
      t.call('extendSubscription', { params: { id }, body: { ends_at, preview } });
    for (const preview of [true, false]) {
      const answer = await move('2226-03-01T23:59:59Z', preview);
      expect([answer.status, answer.body.fields]).toEqual([
        422,
        { ends_at: 'Choose a day within the next 20 years.' },
      ]);
    }
    expect((await move('2030-03-01T23:59:59Z', false)).status).toBe(200);
  });

  it('are refused at the fields of an institution; one from before leaves the rest to be changed', async () => {
    const hospital = {
      name: 'Far Hospital',
      starts_at: '2026-01-01T00:00:00.000Z',
      ends_at: '2027-01-01T00:00:00.000Z',
      seats: 10,
      domains: [],
      book_ids: [],
    };
    const far = { ...hospital, ends_at: '2226-01-01T00:00:00.000Z' };
    expect(Object.keys((await t.call('createInstitution', { body: far })).body.fields)).toEqual(['ends_at']);
    const { body: created } = await t.call('createInstitution', { body: hospital });
    const params = { id: created.id };
    const change = async (body: object) => {
      const { version } = (await t.call('getInstitution', { params })).body;
      return t.call('updateInstitution', { params, body: { ...body, version } });
    };
    expect((await change(far)).status).toBe(422);
    for (const starts_at of [
      '0000-01-01T00:00:00.000Z',
      '0026-01-01T00:00:00.000Z',
      '1926-01-01T00:00:00.000Z',
    ])
      expect((await change({ ...hospital, starts_at })).body.fields).toEqual({
        starts_at: 'Choose a day from the year 2000 on.',
      });
    await sql`update institutions set ends_at = ${far.ends_at} where id = ${created.id}`.execute(
      t.app.deps.db,
    );
    expect((await change({ ...far, seats: 11 })).status).toBe(200);
  });
});
