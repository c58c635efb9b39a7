import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';
import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildProgram } from '../../testing/factories.ts';
import { whileHeld } from '../../testing/held-row.ts';

const UNDO_MS = IMPORT_UNDO_HOURS * HOUR_MS;
let app: TestApp;
let director: Person;
beforeAll(async () => {
  app = await testApp();
  director = await app.person({ role: 'program_director' });
});
afterAll(() => app.close());

async function program() {
  const students = await Promise.all(Array.from({ length: 3 }, () => app.person()));
  const ids = students.map(({ id }) => id);
  const { id } = await buildProgram(app.deps.db, { directorIds: [director.id], studentIds: ids });
  const joined = async () => {
    const { body } = await app.call(calls.studentsOverview, { as: director, query: { program_id: id } });
    return new Map<string, string>(
      body.data.map((row: { user: { id: string }; joined_at: string }) => [row.user.id, row.joined_at]),
    );
  };
  const remove = (removal_id: string, user_ids: readonly string[]) =>
    app.call(calls.removeStudents, { as: director, params: { id }, body: { removal_id, user_ids } });
  const undo = (removalId: string, as = director) =>
    app.call(calls.undoRemoval, { as, params: { id, removalId } });
  const list = (as = director) => app.call(calls.listRemovals, { as, params: { id } });
  return { id, ids, joined, remove, undo, list };
}

it('takes all of them out in one act, and puts them back with the day on which they joined', async () => {
  const { ids, joined, remove, undo } = await program();
  const before = await joined();
  const removal = newId();
  expect((await remove(removal, ids.slice(0, 2))).body).toMatchObject({ removed: 2 });
  expect([...(await joined()).keys()]).toEqual([ids[2]]);
  expect((await undo(removal)).body).toEqual({ restored: 2 });
  expect(await joined()).toEqual(before);
  expect((await undo(removal)).body).toEqual({ restored: 2 });
  // The same request again, whose answer was lost: it was undone meanwhile.
  expect((await remove(removal, ids.slice(0, 2))).body).toMatchObject({ removed: 0 });
  expect(await joined()).toEqual(before);
  expect((await undo(newId())).status).toBe(404);
});

it('sent twice, also at the same moment, is one removal with one undo', async () => {
  const { ids, joined, remove, undo, list } = await program();
  const removal = newId();
  const answers = await Promise.all([remove(removal, ids), remove(removal, ids)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { names } = (await list()).body.data[0];
  expect(names).toHaveLength(3);
  expect((await remove(removal, ids)).body).toEqual({ removed: 3, names });
  expect((await undo(removal)).body).toEqual({ restored: 3 });
  expect((await joined()).size).toBe(3);
});

it('undone several times at the same moment, is answered alike', async () => {
  const { ids, joined, remove, undo } = await program();
  const removal = newId();
  await remove(removal, ids);
  const answers = await whileHeld(
    app.deps.db,
    sql`select 1 from program_removed_students where removal_id = ${removal} for update`,
    Array.from({ length: 4 }, () => () => undo(removal)),
  );
  expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => ({ restored: 3 })));
  expect((await joined()).size).toBe(3);
});

it('passes over whoever is not in the program', async () => {
  const { ids, remove } = await program();
  const other = await app.person();
  expect((await remove(newId(), [ids[0] as string, other.id])).body).toMatchObject({ removed: 1 });
});

it('can be undone for a day, by a director of the program', async () => {
  const { ids, remove, undo } = await program();
  const removal = newId();
  await remove(removal, ids);
  const stranger = await app.person({ role: 'program_director' });
  expect((await undo(removal, stranger)).status).toBe(404);
  app.clock.advance(UNDO_MS);
  expect((await undo(removal)).body.code).toBe('undo_over');
});

it('is listed for a day, with who was removed, also to another director of the program', async () => {
  const { id, ids, remove, undo, list } = await program();
  const removals = [newId(), newId()] as const;
  await remove(removals[0], ids.slice(0, 2));
  app.clock.advance(60_000);
  await remove(removals[1], ids.slice(2));
  const colleague = await app.person({ role: 'program_director' });
  expect((await list(colleague)).status).toBe(404);
  await sql`insert into program_directors (program_id, user_id) values (${id}, ${colleague.id})`.execute(
    app.deps.db,
  );
  const { body } = await list(colleague);
  expect(body.data).toMatchObject([
    { id: removals[1], number_of_people: 1, names: [expect.any(String)] },
    { id: removals[0], number_of_people: 2 },
  ]);
  await undo(removals[1], colleague);
  expect((await list()).body.data).toMatchObject([{ id: removals[0] }]);
  app.clock.advance(UNDO_MS);
  expect((await list()).body.data).toEqual([]);
});
