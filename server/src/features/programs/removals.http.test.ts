import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';
import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildProgram } from '../../testing/factories.ts';

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
  return { ids, joined, remove, undo };
}

it('takes all of them out in one act, and puts them back with the day on which they joined', async () => {
  const { ids, joined, remove, undo } = await program();
  const before = await joined();
  const removal = newId();
  expect((await remove(removal, ids.slice(0, 2))).body).toEqual({ removed: 2 });
  expect([...(await joined()).keys()]).toEqual([ids[2]]);
  expect((await undo(removal)).body).toEqual({ restored: 2 });
  expect(await joined()).toEqual(before);
  expect((await undo(removal)).status).toBe(404);
});

it('sent twice, also at the same moment, is one removal with one undo', async () => {
  const { ids, joined, remove, undo } = await program();
  const removal = newId();
  const answers = await Promise.all([remove(removal, ids), remove(removal, ids)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await remove(removal, ids)).body).toEqual({ removed: 3 });
  expect((await undo(removal)).body).toEqual({ restored: 3 });
  expect((await joined()).size).toBe(3);
});

it('passes over whoever is not in the program', async () => {
  const { ids, remove } = await program();
  const other = await app.person();
  expect((await remove(newId(), [ids[0] as string, other.id])).body).toEqual({ removed: 1 });
});

it('can be undone for a day, by a director of the program', async () => {
  const { ids, remove, undo } = await program();
  const removal = newId();
  await remove(removal, ids);
  const stranger = await app.person({ role: 'program_director' });
  expect((await undo(removal, stranger)).status).toBe(404);
  app.clock.advance(IMPORT_UNDO_HOURS * 3_600_000);
  expect((await undo(removal)).body.code).toBe('undo_over');
});
