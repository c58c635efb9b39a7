import { createHash } from 'node:crypto';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many, one } from '../../../platform/database/database.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { dicomElement, dicomFile } from '../../../testing/dicom-file.ts';
import { CLEANING_VERSION } from '../../lectures/dicom-clean.ts';
import { assetKey } from '../assets/store-asset.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';
import { checkWork, filesOfWork } from '../works/check-work.ts';
import { findWork } from '../works/work-queries.ts';
import { requestCleaning } from './clean-copies.ts';

let t: TestApp;
let bookId: string;
interface Row {
  readonly hash: string;
  readonly key: string;
  readonly version: number;
}
const copies = () =>
  many(
    t.deps.db,
    sql<Row>`select asset_hash as hash, storage_key as key, cleaning_version as version from renditions
      where purpose like 'dicom-%' order by storage_key`,
  );

beforeAll(async () => {
  t = await testApp();
  const child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  const book = await bookFolder();
  ({ bookId } = await importBook(t.deps, book.folder, {
    pageWork: { childProgram: child.file, children: 1 },
  }));
  book.remove();
  child.remove();
});
afterAll(() => t.close());

const clean = async () => {
  await requestCleaning(t.deps);
  const handlers = publishingJobHandlers(t.deps);
  const wanted = { [publishingJobs.cleanCopies.kind]: handlers[publishingJobs.cleanCopies.kind]! };
  await runDueJobs({ db: t.deps.db, clock: t.clock, log: t.deps.log, handlers: wanted });
};
/** As the release before stored it. */
const asBefore = () =>
  sql`update renditions set cleaning_version = 1 where purpose like 'dicom-%'`.execute(t.deps.db);
const contentOf = ({ key }: Row) => t.deps.storage.readWhole(key);

it('a copy is written with the version of the program, and once', async () => {
  expect((await copies()).map(({ version }) => version)).toEqual([1, 2, 3].map(() => CLEANING_VERSION));
  await requestCleaning(t.deps);
  const { count } = await one(
    t.deps.db,
    sql<{
      count: number;
    }>`select count(*)::int as count from jobs where kind = ${publishingJobs.cleanCopies.kind}`,
  );
  expect(count).toBe(0);
});

it('a copy that an earlier version published loses what is no longer published, under its name', async () => {
  const [first, ...others] = await copies();
  const before = await contentOf(first!);
  const dirty = dicomFile({ attributes: { '00080070': ['LO', 'Doe Devices'] } });
  await t.deps.storage.put(first!.key, dirty);
  await asBefore();
  await clean();
  expect((await contentOf(first!)).equals(before)).toBe(true);
  expect(await copies()).toEqual([first, ...others]);
  expect(dicomParser.parseDicom(await contentOf(others[0]!)).uint16('x00280010')).toBe(4);
});

it('a copy that cannot be cleaned is withheld, and the check list of the book says so', async () => {
  const [first, second] = await copies();
  // A name in an attribute twice: earlier versions let it pass.
  const hiding = Buffer.concat([dicomFile(), dicomElement('00100010', 'PN', 'DOE^JANE')]);
  const hash = createHash('sha256').update(hiding).digest('hex');
  await t.deps.storage.put(assetKey(hash), hiding);
  await sql`insert into assets (hash, bytes, media_type, stored_at)
    values (${hash}, ${hiding.length}, 'application/dicom', now())`.execute(t.deps.db);
  for (const table of ['renditions', 'work_files', 'release_files'])
    await sql`update ${sql.table(table)} set asset_hash = ${hash} where asset_hash = ${first!.hash}`.execute(
      t.deps.db,
    );
  await t.deps.storage.put(first!.key, hiding);
  await asBefore();
  await clean();
  expect(await t.deps.storage.find(first!.key)).toBeNull();
  expect(await t.deps.storage.find(second!.key)).not.toBeNull();
  // A second run changes nothing.
  expect((await copies()).every(({ version }) => version === CLEANING_VERSION)).toBe(true);
  const files = await filesOfWork(t.deps.db, bookId);
  const work = await findWork(t.deps.db, bookId);
  const { findings } = await checkWork(t.deps, { workId: bookId, document: work!.manifest, files });
  expect(findings).toContainEqual(
    expect.objectContaining({
      kind: 'mistake',
      text: expect.stringMatching(/readers no longer get this image.*attributes twice, out of order/),
    }),
  );
});
