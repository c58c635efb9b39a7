import { mkdir } from 'node:fs/promises';
import type { Operation } from '@vesalius/contract/working-copy';
import { entriesOf, entryPath, idOf } from '@vesalius/contract/working-copy-document';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { countUnpacked } from '../../../platform/resumable/upload-queries.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import { storeAsset } from '../assets/store-asset.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { safeName } from '../works/add-work-file.ts';
import { makeChanges } from '../works/change-work.ts';
import { insertWorkFiles } from '../works/file-queries.ts';
import { nameFiles } from '../works/name-files.ts';
import { listWorkFiles, lockWork, type WorkFileRow, type WorkRow } from '../works/work-queries.ts';
import { deleteStudyFiles } from './name-queries.ts';
import { NOT_LOOKED_AT, type ReadOptions, readSlices } from './read-slices.ts';
import { requestReport } from './request-report.ts';
import { type SliceOfStudy, splitSeries } from './split-series.ts';
import { filesOfSeries } from './study-content.ts';
import { arrivalPath, MAX_SLICES, sliceName } from './study-names.ts';
import {
  findStudy,
  type LeftOutFile,
  listTakenFolders,
  type StudyRow,
  updateMovedFiles,
  updateStudy,
} from './study-queries.ts';
import { BadArchive, type UnpackOptions, unpackArchive } from './unpack-archive.ts';
import type { UnpackedFile } from './unpack-protocol.ts';

/** As the manifest takes them. */
const MAX_SERIES = 20;
const ZIP = 'application/zip';
const DICOM = 'application/dicom';
const SERIES_KEY_LETTERS = 12;
const GIGABYTE = 1_000_000_000;

type SortDeps = ReleaseDeps & { readonly config: Pick<Deps['config'], 'UPLOAD_MAX_DAY_GB'> };

/** The files cannot become a study; the text is a sentence for who dropped them. */
class NoStudy extends Error {}

/** As DICOM defines them: CT, MR, RTSTRUCT. */
const MODALITY = /^[A-Z]{2,8}$/;

const shortId = () => newId().replaceAll('-', '').slice(-SERIES_KEY_LETTERS);

/**
 * Unpacks what was dropped, sorts the images into series, and makes a material of them. What a killed process had unpacked is
 * among the files, and is not stored again.
 */
export async function sortStudy(
  deps: SortDeps,
  id: string,
  options: UnpackOptions & ReadOptions = {},
): Promise<void> {
  const study = await findStudy(deps.db, id);
  if (study?.state !== 'sorting') return;
  const leftOut: LeftOutFile[] = [];
  try {
    await unpackAll(deps, study, leftOut, options);
    const files = await filesOf(deps, study);
    const { slices, problems, notLookedAt } = await readSlices(
      deps,
      files.filter(({ mediaType }) => mediaType === DICOM),
      options,
    );
    leftOut.push(
      ...files
        .filter(({ mediaType }) => mediaType !== DICOM)
        .map(({ originalName }) => ({ file: originalName, reason: 'is no DICOM file' })),
      ...problems.map(({ name, text }) => ({ file: name, reason: text })),
      ...notLookedAt.map(({ originalName }) => ({ file: originalName, reason: NOT_LOOKED_AT })),
    );
    const split = splitSeries(slices);
    leftOut.push(...split.leftOut.map(({ file, reason }) => ({ file, reason })));
    demandStudy(split.series, leftOut);
    await inTransaction(deps.db, (tx) => becomeMaterial(tx, deps, study, split.series, leftOut));
  } catch (error) {
    if (!(error instanceof NoStudy)) throw error;
    await inTransaction(deps.db, async (tx) => {
      const failed = { state: 'failed', problem: error.message, leftOut } as const;
      await lockWork(tx, study.workId);
      if ((await updateStudy(tx, id, failed, deps.clock.now())) === 0) return;
      // Nothing names them, and the folder is dropped again as a whole.
      await deleteStudyFiles(tx, study.workId, await filesOf({ db: tx }, study));
    });
  }
}

const filesOf = async (
  { db }: Pick<ReleaseDeps, 'db'>,
  { workId, folder }: StudyRow,
): Promise<WorkFileRow[]> =>
  (await listWorkFiles(db, workId)).filter(({ path }) => path.startsWith(`${folder}/`));

function demandStudy(series: readonly (readonly SliceOfStudy[])[], leftOut: readonly LeftOutFile[]): void {
  if (series.length === 0)
    throw new NoStudy(
      leftOut.length === 0
        ? 'There is no file in it.'
        : 'None of the files is a DICOM image that readers can see.',
    );
  if (series.length > MAX_SERIES)
    throw new NoStudy(
      `It has ${series.length} series, and a study shows ${MAX_SERIES} at most. Drop the folders of those that matter.`,
    );
  const largest = Math.max(...series.map(({ length }) => length));
  if (largest > MAX_SLICES)
    throw new NoStudy(`One of its series has ${largest} images, and ${MAX_SLICES} at most can be shown.`);
}

/** Each archive becomes the DICOM files in it. */
async function unpackAll(
  deps: SortDeps,
  study: StudyRow,
  leftOut: LeftOutFile[],
  options: UnpackOptions,
): Promise<void> {
  const archives = (await filesOf(deps, study)).filter(({ mediaType }) => mediaType === ZIP);
  for (const archive of archives)
    await withStoredAssets(deps, async (pathOf) => {
      const refuse = (problem: string) => {
        leftOut.push({ file: archive.originalName, reason: problem });
        return new NoStudy(`${archives.length > 1 ? 'One of the archives' : 'The archive'} ${problem}.`);
      };
      const path = await pathOf(archive.assetHash).catch((error: unknown) => {
        throw error instanceof DamagedAsset ? refuse(error.problem) : error;
      });
      const folder = `${path}-unpacked`;
      await mkdir(folder);
      const unpacked = await unpackArchive({ archive: path, folder }, options).catch((error: unknown) => {
        throw error instanceof BadArchive ? refuse(error.message) : error;
      });
      leftOut.push(...unpacked.leftOut);
      await demandRoom(deps, archive, unpacked.files);
      const claim = newId();
      const stored: { name: string; assetHash: string }[] = [];
      for (const file of unpacked.files) {
        options.signal?.throwIfAborted();
        stored.push({ name: file.name, assetHash: await storeAsset(deps, file.path, claim) });
      }
      await inTransaction(deps.db, async (tx) => {
        await lockWork(tx, study.workId);
        const known = await listWorkFiles(tx, study.workId);
        // Somebody has taken the archive away, or another process has unpacked it.
        if (!known.some(({ path }) => path === archive.path)) return;
        const files = nameFiles(
          new Map(known.map(({ path, assetHash }) => [path, assetHash])),
          stored.map(({ name, assetHash }) => ({
            path: arrivalPath(study.folder, assetHash),
            ...{ assetHash, originalName: safeName(name) },
          })),
        );
        const by = { addedBy: study.addedBy, now: deps.clock.now() };
        await insertWorkFiles(tx, study.workId, files, by);
        await deleteStudyFiles(tx, study.workId, [archive]);
      });
    });
}

/** What was unpacked counts as if it had been uploaded. */
async function demandRoom(
  { db, clock, config }: SortDeps,
  { addedBy, assetHash }: WorkFileRow,
  files: readonly UnpackedFile[],
): Promise<void> {
  if (addedBy === null) return;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await inTransaction(db, async (tx) => {
    const dayBytes = await countUnpacked(tx, { userId: addedBy, hash: assetHash, bytes, now: clock.now() });
    if (dayBytes > config.UPLOAD_MAX_DAY_GB * GIGABYTE)
      throw new NoStudy(
        'With what it unpacks to, more was uploaded than is possible in a day. Drop it again tomorrow.',
      );
  });
}

async function becomeMaterial(
  tx: Tx,
  { clock }: Pick<ReleaseDeps, 'clock'>,
  study: StudyRow,
  series: readonly (readonly SliceOfStudy[])[],
  leftOut: readonly LeftOutFile[],
): Promise<void> {
  const { workId, folder, addedBy } = study;
  const now = clock.now();
  const work = await lockWork(tx, workId);
  // The account is gone that dropped it: nobody makes this change.
  if (!work || addedBy === null) return;
  const materialKey = `study-${shortId()}`;
  if ((await updateStudy(tx, study.id, { state: 'sorted', materialKey, leftOut }, now)) === 0) return;
  const folders = freeFolders(folder, series.length, await listTakenFolders(tx, workId));
  const moved = series.flatMap((slices, index) =>
    slices.map(({ path: from, assetHash }, order) => {
      return { from, path: `${folders[index]}/${sliceName(order)}`, assetHash };
    }),
  );
  await updateMovedFiles(tx, workId, moved);
  const all = (await listWorkFiles(tx, workId)).filter(({ path }) => path.startsWith(`${folder}/`));
  await deleteStudyFiles(tx, workId, all);
  const entries = series.map((slices, index) => ({
    key: `series-${shortId()}`,
    title: titleOfSeries(slices, index),
    folder: folders[index] as string,
  }));
  const material = { key: materialKey, type: 'dicom', title: study.title, series: entries };
  const operations = insertAt(work, study.page, material);
  // The right to edit was asked for when it was dropped; staff may do no more here than a producer.
  const actor = { userId: addedBy, role: 'author' } as Parameters<typeof makeChanges>[2]['actor'];
  const change = { id: newId(), operations };
  await makeChanges(tx, work, { actor, base: work.version, changes: [change] }, now);
  const files = new Map((await listWorkFiles(tx, workId)).map(({ path, assetHash }) => [path, assetHash]));
  await requestReport(tx, workId, filesOfSeries(folders, files));
}

/** Folders that nothing has. No study arrives in a folder with "_" in its name: a series and a study never mix. */
function freeFolders(folder: string, count: number, taken: ReadonlySet<string>): string[] {
  const free: string[] = [];
  for (let number = 1; free.length < count; number += 1)
    if (!taken.has(`${folder}_${number}`)) free.push(`${folder}_${number}`);
  return free;
}

/** What the scanner called it is no title for readers, and may name somebody. */
const titleOfSeries = (slices: readonly SliceOfStudy[], index: number): string =>
  [MODALITY.exec(slices[0]?.slice.modality ?? '')?.[0], index + 1].filter(Boolean).join(' ');

function insertAt(
  { manifest }: WorkRow,
  page: number,
  entry: Extract<Operation, { op: 'insert' }>['entry'],
): Operation[] {
  const all = entriesOf(manifest.supplementaries);
  const known = all.find((each) => each.page === page);
  const id = (known && idOf(known)) ?? shortId();
  const last = (list: ReturnType<typeof entriesOf>) => {
    const end = list.at(-1);
    return end ? idOf(end) : null;
  };
  const list = [...entryPath(['supplementaries'], id), 'materials'];
  return [
    ...(known
      ? []
      : [{ op: 'insert', path: ['supplementaries'], entry: { _id: id, page }, after: last(all) } as const]),
    { op: 'insert', path: list, entry, after: last(entriesOf(known?.materials)) },
  ];
}
