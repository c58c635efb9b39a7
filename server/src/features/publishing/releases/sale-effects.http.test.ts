import { workReleasesCalls as calls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleShop } from '../../../testing/bundle-shop.ts';
import { buildBook, buildInstitution, buildProgram, buildWork } from '../../../testing/factories.ts';

let s: Awaited<ReturnType<typeof bundleShop>>;
beforeEach(async () => {
  s = await bundleShop();
});
afterEach(() => s.t.close());

const effects = async (id: string, as = s.staff) =>
  (await s.t.call(calls.getSaleEffects, { as, params: { id } })).body;

it('counts the users that a withdrawal affects: exactly for staff, in tens for a producer', async () => {
  const { db } = s.t.deps;
  const { inside } = s;
  const producer = await s.t.person({ role: 'author' });
  await buildWork(db, { id: inside, producers: [producer.email] });
  await s.byCard({ bookId: inside });
  await buildInstitution(db, { bookIds: [inside] });
  await buildProgram(db, { bookIds: [inside] });
  const holders = { number_of_subscribers: 1, number_of_renewals: 1 };
  const bundles = [{ name: 'Both', number_of_books: 1, is_dear: true }];
  expect(await effects(inside)).toEqual({
    book: { ...holders, number_of_institutions: 1, number_of_programs: 1, bundles },
    replaced: null,
  });
  expect((await effects(inside, producer)).book).toMatchObject({
    ...{ number_of_subscribers: null, number_of_renewals: null },
  });
  await sql`update books set withdrawn_at = ${s.t.clock.now()} where id = ${s.other}`.execute(db);
  expect((await effects(inside)).book.bundles).toMatchObject([{ name: 'Both', number_of_books: 0 }]);
});

it('counts what ends when the working copy replaces an edition, until it has replaced it', async () => {
  const { db } = s.t.deps;
  await s.byCard({ bookId: s.inside });
  const [old] = (
    await sql<{
      slug: string;
      edition: string;
    }>`select slug, edition from books where id = ${s.inside}`.execute(db)
  ).rows;
  const newer = await buildBook(db, { title: 'Inside' });
  const manifest = {
    ...{ slug: old?.slug, edition: '2' },
    replaces: { edition: old?.edition, readable_until: '2027-01-01' },
    price: 90,
  };
  await buildWork(db, { id: newer.id, manifest });
  expect((await effects(newer.id)).replaced).toMatchObject({
    ...{ title: 'Inside', edition: old?.edition, readable_until: '2027-01-01', number_of_renewals: 1 },
  });
  // Without the book, the bundle of $300 holds books for $200; with the newer edition in its place, for $290.
  const bundles = async () => (await effects(newer.id)).replaced.bundles;
  expect(await bundles()).toEqual([{ name: 'Both', number_of_books: 1, is_dear: true }]);
  const [bundle] = (
    await sql<{ slug: string }>`select slug from packages where id = ${s.packageId}`.execute(db)
  ).rows;
  const sold = (price: number) =>
    sql`update works set manifest = ${JSON.stringify({ ...manifest, price, packages: [bundle] })}::jsonb where id = ${newer.id}`.execute(
      db,
    );
  await sold(90);
  expect(await bundles()).toEqual([{ name: 'Both', number_of_books: 2, is_dear: true }]);
  await sold(100);
  expect(await bundles()).toEqual([{ name: 'Both', number_of_books: 2, is_dear: false }]);
  await sql`update books set old_version_book_id = ${s.inside} where id = ${newer.id}`.execute(db);
  expect((await effects(newer.id)).replaced).toBeNull();
});

it('reports a working copy that waited beyond the last day of the earlier edition', async () => {
  const { db } = s.t.deps;
  const manifest = { slug: 'waited', edition: '2', replaces: { edition: '1', readable_until: '2025-12-31' } };
  const { id } = await buildWork(db, { manifest });
  const { body } = await s.t.call(calls.getWorkCheckList, { as: s.staff, params: { id } });
  expect(body.findings).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'mistake', path: ['replaces', 'readable_until'] },
      text: 'is 2025-12-31, which is over; give a later day',
    }),
  );
});
