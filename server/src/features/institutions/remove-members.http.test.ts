import { adminCalls } from '@vesalius/contract/admin-calls';
import type { InstitutionMember } from '@vesalius/contract/institutions';
import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildInstitution } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function hospital() {
  const { id } = await buildInstitution(app.deps.db);
  const manager = await app.person({ institutionId: id });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(
    app.deps.db,
  );
  const people = [await app.person({ institutionId: id }), await app.person({ institutionId: id })];
  const ids = people.map((person) => person.id);
  const seats = (count: number) =>
    sql`update institutions set seats = ${count} where id = ${id}`.execute(app.deps.db);
  const members = async () =>
    (await app.call(calls.listInstitutionMembers, { as: manager })).body.data.map(
      (row: { id: string; joined_at: string }) => [row.id, row.joined_at],
    );
  const remove = (removal_id: string, user_ids: string[], as: Person = manager) =>
    app.call(calls.removeInstitutionMembers, { as, body: { removal_id, user_ids } });
  const undo = (removalId: string) =>
    app.call(calls.undoMemberRemoval, { as: manager, params: { removalId } });
  const list = async () => (await app.call(calls.listMemberRemovals, { as: manager })).body.data;
  const rows = async (): Promise<InstitutionMember[]> =>
    (await app.call(calls.listInstitutionMembers, { as: manager })).body.data;
  const add = (emails: readonly string[], query = {}) =>
    app.call(calls.addInstitutionMembers, {
      as: manager,
      query,
      body: {
        institution: {
          users: emails.map((email) => ({ email, first_name: 'Noor', second_name: 'Haddad' })),
        },
      },
    });
  return { id, manager, people, ids, seats, members, rows, add, remove, undo, list };
}

it('puts members out in one act, and back as they were, but never the manager who does it', async () => {
  const { manager, ids, members, remove, undo, list } = await hospital();
  const before = await members();
  const removal = newId();
  const sent = await Promise.all([
    remove(removal, [...ids, manager.id]),
    remove(removal, [...ids, manager.id]),
  ]);
  expect(sent.map(({ body }) => body)).toMatchObject([{ removed: 2 }, { removed: 2 }]);
  expect((await members()).map(([id]: [string]) => id)).toEqual([manager.id]);
  expect(await list()).toMatchObject([{ id: removal, number_of_people: 2 }]);
  expect((await undo(removal)).body).toEqual({ restored: 2 });
  expect(await members()).toEqual(before);
  expect(await list()).toEqual([]);
  expect((await undo(removal)).body).toEqual({ restored: 2 });
  // The same request again, whose answer was lost: it was undone meanwhile.
  expect((await remove(removal, ids)).body).toMatchObject({ removed: 0 });
  expect(await members()).toEqual(before);
});

it('puts nobody back over the seats, or after a day', async () => {
  const { id, ids, seats, members, remove, undo, list } = await hospital();
  await seats(3);
  const removal = newId();
  await remove(removal, ids);
  const other = await app.person();
  await sql`insert into institution_members (institution_id, user_id, joined_at)
    values (${id}, ${other.id}, ${app.clock.now()})`.execute(app.deps.db);
  expect((await undo(removal)).body.code).toBe('no_seat_left');
  expect(await members()).toHaveLength(2);
  await seats(4);
  app.clock.advance(IMPORT_UNDO_HOURS * HOUR_MS);
  expect((await undo(removal)).body.code).toBe('undo_over');
  expect(await list()).toEqual([]);
});

it('takes out whose seat was freed, who then stays out, and puts them back as they were', async () => {
  const { id, manager, people, ids, seats, rows, add, remove, undo } = await hospital();
  const [idle] = people as [Person, Person];
  const importId = newId();
  const now = app.clock.now();
  const old = new Date(now.getTime() - 200 * DAY_MS);
  await sql`update institution_members set joined_at = ${old}, last_active_at = ${old}
    where institution_id = ${id} and user_id = ${idle.id}`.execute(app.deps.db);
  await seats(3);
  await add(['needs-it@freed.example'], { import_id: importId });
  const before = await rows();
  const freed = before.find((row) => row.id === idle.id);
  expect(freed).toMatchObject({ seat_freed_at: now.toISOString(), joined_at: old.toISOString() });
  const removal = newId();
  expect((await remove(removal, ids)).body).toMatchObject({ removed: 2 });
  expect((await rows()).map((row) => row.id)).not.toContain(idle.id);
  await seats(9);
  const missing = await app.call(calls.listMissingSeats, { as: idle });
  expect(missing.body.data).toEqual([]);
  // Only the one with a seat needs one.
  await seats(3);
  expect((await undo(removal)).body).toEqual({ restored: 2 });
  expect(await rows()).toEqual(before);
  // And it is still the seat that the import took.
  await app.call(calls.undoMemberImport, { as: manager, params: { importId } });
  expect((await rows()).find((row) => row.id === idle.id)).toMatchObject({
    seat_freed_at: null,
    last_active_at: old.toISOString(),
  });
});

it('puts back whom an import had added, who goes with the undo of that import', async () => {
  const { id, manager, people, ids, rows, add, remove, undo } = await hospital();
  const [again] = people as [Person, Person];
  await remove(newId(), [again.id]);
  const importId = newId();
  await add([again.email], { import_id: importId });
  const removal = newId();
  await remove(removal, ids);
  await undo(removal);
  const undone = await app.call(calls.undoMemberImport, { as: manager, params: { importId } });
  expect(undone.body).toMatchObject({ removed: 1, kept: 0 });
  // Who had been put out before that import is out again.
  expect((await rows()).map((row) => row.id).sort()).toEqual([manager.id, ids[1]].sort());
  await sql`insert into institution_domains (domain, institution_id)
    select split_part(email, '@', 2), ${id}::uuid from users where id = ${again.id} on conflict do nothing`.execute(
    app.deps.db,
  );
  expect((await app.call(calls.listMissingSeats, { as: again })).body.data).toEqual([]);
});

it('counts and puts back readers alone, also where the others need the seats', async () => {
  const { people, ids, seats, rows, remove, undo, list } = await hospital();
  const [author, reader] = people as [Person, Person];
  const removal = newId();
  expect((await remove(removal, ids)).body).toMatchObject({ removed: 2 });
  const staff = await app.person({ role: 'staff' });
  const change = (role_name: string) =>
    app.call(adminCalls.updatePerson, { as: staff, params: { id: author.id }, body: { role_name } });
  await change('author');
  expect(await list()).toMatchObject([{ id: removal, number_of_people: 1, names: [expect.any(String)] }]);
  await seats(2);
  expect((await undo(removal)).body).toEqual({ restored: 1 });
  expect((await rows()).map((row) => row.id)).toContain(reader.id);
  expect(await list()).toEqual([]);
});

it('is the manager’s alone', async () => {
  const { people, ids, remove } = await hospital();
  expect((await remove(newId(), ids, people[0])).status).toBe(403);
});
