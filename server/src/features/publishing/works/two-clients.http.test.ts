import { studioCalls } from '@vesalius/contract/studio-calls';
import { randomOperation, seeded } from '@vesalius/contract/testing/random-operations';
import { applyOperation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
import type { Change } from '@vesalius/contract/working-copy-merge';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { listMadeSince } from './operation-queries.ts';
import { findWork } from './work-queries.ts';

const OPERATIONS_EACH = 500;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Makes random changes to what the client sees, and replays the server's changes. Every fifth answer is lost. */
async function edit(as: Person, workId: string, start: Fields, seed: number) {
  const random = seeded(seed);
  const outcomes = new Map<string, { state: string }>();
  let document = start;
  let version = 0;
  const take = (body: { operations: { version: number; operation: never }[]; version: number }) => {
    for (const { operation, version: made } of body.operations) {
      expect(made).toBe(version + 1);
      document = applyOperation(document, operation).document;
      version = made;
    }
  };
  let keys = 0;
  for (let left = OPERATIONS_EACH; left > 0; ) {
    const changes: Change[] = [];
    let view = document;
    for (let count = Math.min(left, 1 + random(5)); count > 0; count -= 1, left -= 1) {
      const operation = randomOperation(view, random, () => `${seed}-${++keys}`);
      view = applyOperation(view, operation).document;
      changes.push({ id: newId(), operations: [operation] });
    }
    const send = () =>
      t.call(studioCalls.changeWork, {
        as,
        params: { id: workId },
        body: { base_version: version, changes },
      });
    if (random(5) === 0) expect((await send()).status).toBe(200);
    const { status, body } = await send();
    expect(status).toBe(200);
    take(body);
    for (const outcome of body.outcomes) outcomes.set(outcome.id, outcome);
  }
  return {
    outcomes,
    async catchUp() {
      take(
        (await t.call(studioCalls.listWorkChanges, { as, params: { id: workId }, query: { since: version } }))
          .body,
      );
      return { document, version };
    },
  };
}

it('two clients that change a work a thousand times concurrently end in the same state, and nothing is lost', async () => {
  const { db } = t.deps;
  const { id, manifest } = await buildWork(db);
  const people = [await t.person({ role: 'staff' }), await t.person({ role: 'staff' })];
  const clients = await Promise.all(
    people.map((person, index) => edit(person, id, manifest as Fields, index + 1)),
  );
  const stored = await findWork(db, id);
  const copy = { document: stored?.manifest, version: stored?.version };
  for (const client of clients) expect(await client.catchUp()).toEqual(copy);

  const made = await listMadeSince(db, id, 0);
  expect(made.map(({ version }) => version)).toEqual(made.map((_, index) => index + 1));
  const replayed = made.reduce(
    (before, { operation }) => applyOperation(before, operation).document,
    manifest as Fields,
  );
  expect(replayed).toEqual(copy.document);

  // Each change was applied once, or was refused with its conflict.
  const outcomes = clients.flatMap((client) => [...client.outcomes.entries()]);
  expect(outcomes).toHaveLength(2 * OPERATIONS_EACH);
  const applied = outcomes.filter(([, { state }]) => state === 'applied').map(([change]) => change);
  expect(made.map(({ changeId }) => changeId).toSorted()).toEqual(applied.toSorted());
  expect(outcomes.filter(([, { state }]) => state === 'refused')).toEqual([]);
  expect(applied.length).toBeLessThan(outcomes.length);
}, 600_000);
