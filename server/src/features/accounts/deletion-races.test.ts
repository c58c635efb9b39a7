import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { cardsCalls } from '@vesalius/contract/cards-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { one } from '../../platform/database/database.ts';
import { type Answer, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { PATIENT, whileHeld } from '../../testing/held-row.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'Ward-round 7';
let t: TestApp;
beforeAll(async () => {
  t = await testApp({}, { database: PATIENT });
});
afterAll(() => t.close());

async function readerWithNote() {
  const reader = await t.person();
  const passwordHash = await hashPassword(PASSWORD);
  await sql`update users set password_hash = ${passwordHash} where id = ${reader.id}`.execute(t.deps.db);
  const { id: book_id } = await buildBook(t.deps.db);
  await buildSubscription(t.deps.db, { userId: reader.id, bookId: book_id });
  const note = { pageNumber: 4, quote: 'the mitral valve', text: 'see echo' };
  const write = () => t.call(readerCalls.createAnnotation, { as: reader, body: { book_id, note } });
  const { id: annotation_id } = (await write()).body;
  const createCard = () =>
    t.call(cardsCalls.createCard, {
      as: reader,
      body: { annotation_id, front: 'Which valve?', back: 'The mitral valve' },
    });
  const deleteAccount = () =>
    t.call(accountsCalls.deleteAccount, { as: reader, body: { password: PASSWORD } });
  return { reader, annotation_id, write, createCard, deleteAccount };
}

it.each(['write', 'createCard'] as const)('%s adds nothing while the account is deleted', async (act) => {
  const person = await readerWithNote();
  const [deleted, added] = await whileHeld<Answer<unknown>>(
    t.deps.db,
    sql`select from annotations where id = ${person.annotation_id} for key share`,
    [person.deleteAccount, person[act]],
  );
  expect(deleted?.status).toBe(204);
  expect(added?.status).toBeGreaterThanOrEqual(400);
  expect(added?.status).toBeLessThan(500);
  const { n } = await one(
    t.deps.db,
    sql<{ n: number }>`select (select count(*) from annotations where user_id = ${person.reader.id})::int
      + (select count(*) from cards where user_id = ${person.reader.id})::int as n`,
  );
  expect(n).toBe(0);
});
