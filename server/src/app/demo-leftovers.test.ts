import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../features/accounts/demo-accounts.ts';
import { hashPassword } from '../features/accounts/passwords.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { recordingLog } from '../testing/database.ts';
import { buildBook } from '../testing/factories.ts';
import { DEMO_PEOPLE, loadDemo } from './demo.ts';
import { refuseDemoLeftovers, removeDemo } from './demo-leftovers.ts';

let app: TestApp;
let empty: string;
let bookId: string;
const log = recordingLog();
beforeAll(async () => {
  app = await testApp();
  empty = mkdtempSync(join(tmpdir(), 'vesalius-no-library-'));
  bookId = (await buildBook(app.deps.db)).id;
});
afterAll(async () => {
  await app.close();
  rmSync(empty, { recursive: true });
});

const refusal = () =>
  refuseDemoLeftovers({ ...app.deps, log: log as never }).then(
    () => null,
    (error: Error) => error.message,
  );
const signIn = (email: string) =>
  app.call(accountsCalls.signIn, { body: { email, password: DEMO_PASSWORD } });

it("a database without the demo is nobody's concern, whatever its readers are called", async () => {
  await app.person({ email: 'reader@example.org' });
  expect(await refusal()).toBeNull();
  expect(await removeDemo(app.deps)).toEqual({ open: [], changed: [], promoCodes: [] });
});

it('names the accounts, the codes and the command', async () => {
  await loadDemo(app.deps, { folder: empty });
  expect(await refusal()).toMatch(/author@vesalius\.example.*STUDENT20, WELCOME100.*npm run remove-demo/);
});

it('the codes alone are reason enough, and so is a member of the staff with another password', async () => {
  const { db } = app.deps;
  const hashes = sql`select id, password_hash from users`;
  await sql`create table kept_hashes as ${hashes}`.execute(db);
  await sql`update users set password_hash = null`.execute(db);
  expect(await refusal()).toMatch(/^This database holds promo codes of the demo/);
  const other = await hashPassword('Another-1543-password');
  await sql`update users set password_hash = ${other} where email in ('staff@vesalius.example', 'reader@vesalius.example')`.execute(
    db,
  );
  expect(await refusal()).toMatch(/accounts of the demo \(staff@vesalius\.example\)/);
  await sql`update users u set password_hash = k.password_hash from kept_hashes k where k.id = u.id`.execute(
    db,
  );
  await sql`drop table kept_hashes`.execute(db);
});

it('removing the demo ends its sessions and codes, and leaves readers what they have', async () => {
  const token = (await signIn('reader@vesalius.example')).body.auth_token;
  const owner = await app.person();
  const subscription = { as: owner, body: { book_id: bookId, promocode_name: 'WELCOME100' } };
  expect((await app.call(commerceCalls.createFreeSubscription, subscription)).status).toBe(201);

  const { open, promoCodes } = await removeDemo(app.deps);
  expect(open.map(({ email }) => email)).toEqual(
    expect.arrayContaining(DEMO_PEOPLE.map(({ email }) => email)),
  );
  expect(promoCodes.map(({ name }) => name)).toEqual(['STUDENT20', 'WELCOME100']);

  expect(await refusal()).toBeNull();
  for (const { email } of DEMO_PEOPLE) expect((await signIn(email)).status).toBe(401);
  expect((await app.call(accountsCalls.getUser, { as: token })).status).toBe(401);
  const late = await app.person();
  expect((await app.call(commerceCalls.createFreeSubscription, { ...subscription, as: late })).status).toBe(
    422,
  );
  const mine = await app.call(commerceCalls.listSubscribedBooks, { as: owner });
  expect(mine.body.metadata.count).toBe(1);
});
