import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { insertRelease } from '../store/release-queries.ts';
import { claimPageSet } from './page-set-queries.ts';

const t: TestApp = await testApp();
afterAll(() => t.close());

it('PDFs of the desk take no numbers of releases: the first release is 1, however many came before', async () => {
  const { id: workId } = await buildWork(t.deps.db);
  const now = t.clock.now();
  const prepare = async (assetHash: string, number?: number) => {
    await sql`insert into assets (hash, bytes, media_type, stored_at)
      values (${assetHash}, 1, 'application/pdf', ${now})`.execute(t.deps.db);
    return (await claimPageSet(t.deps.db, { workId, assetHash, number }, { claim: newId(), now })).number;
  };
  const release = () =>
    inTransaction(t.deps.db, (tx) =>
      insertRelease(tx, {
        ...{ bookId: workId, slug: 'atlas', edition: '1', contentHash: null, packages: [], programs: [] },
        ...{ createdBy: null, note: '', restoredFrom: null, now },
      }),
    );
  const sets = [await prepare('a'.repeat(64)), await prepare('b'.repeat(64))];
  expect(new Set(sets).size).toBe(2);
  expect(await release()).toBe(1);
  expect(await prepare('c'.repeat(64), 2)).toBe(2);
  expect(await release()).toBe(3);
  expect(await prepare('d'.repeat(64))).toBeGreaterThan(Math.max(...sets));
});

it('releases that begin at once have numbers of their own', async () => {
  const { id: bookId } = await buildWork(t.deps.db);
  const begin = () =>
    inTransaction(t.deps.db, (tx) =>
      insertRelease(tx, {
        ...{ bookId, slug: 'atlas', edition: '1', contentHash: null, packages: [], programs: [] },
        ...{ createdBy: null, note: '', restoredFrom: null, now: t.clock.now() },
      }),
    );
  const numbers = await Promise.all(Array.from({ length: 8 }, begin));
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
