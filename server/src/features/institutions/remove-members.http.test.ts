import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  return { id, manager, people, ids, seats, members, remove, undo, list };
}

it('puts members out in one act, and back as they were, but never the manager who does it', async () => {
  const { manager, ids, members, remove, undo, list } = await hospital();
  const before = await members();
  const removal = newId();
  const sent = await Promise.all([
    remove(removal, [...ids, manager.id]),
    remove(removal, [...ids, manager.id]),
  ]);
  expect(sent.map(({ body }) => body)).toEqual([{ removed: 2 }, { removed: 2 }]);
  expect((await members()).map(([id]: [string]) => id)).toEqual([manager.id]);
  expect(await list()).toMatchObject([{ id: removal, number_of_people: 2 }]);
  expect((await undo(removal)).body).toEqual({ restored: 2 });
  expect(await members()).toEqual(before);
  expect(await list()).toEqual([]);
  expect((await undo(removal)).status).toBe(404);
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
  app.clock.advance(IMPORT_UNDO_HOURS * 3_600_000);
  expect((await undo(removal)).body.code).toBe('undo_over');
  expect(await list()).toEqual([]);
});

it('is the manager’s alone', async () => {
  const { people, ids, remove } = await hospital();
  expect((await remove(newId(), ids, people[0])).status).toBe(403);
});
