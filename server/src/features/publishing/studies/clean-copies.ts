import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { enqueueAgain } from '../../../platform/jobs.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { BadDicom, type DicomSlice } from '../../lectures/dicom-check.ts';
import { CLEANING_VERSION } from '../../lectures/dicom-clean.ts';
import { DicomTooLarge, writeDicom } from '../../lectures/read-dicom-apart.ts';
import { keepStudyKey, updateCleaned } from '../assets/asset-queries.ts';
import { listAssetChecks, updateAssetCheck } from '../assets/check-queries.ts';
import { patientStorage } from '../assets/patient-storage.ts';
import { lookAtFile } from '../checks/look-at-file.ts';
import { BadVideo } from '../checks/video-facts.ts';
import { publishingJobs } from '../jobs.ts';
import { clearVideoApart, VideoTooLarge } from '../media/clear-video-apart.ts';
import { VIDEO_CLEANING_VERSION } from '../media/without-metadata.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { type CleaningVersions, type Copy, listAssetsToClean, listOldCopies } from './copy-queries.ts';
import { keptPlace } from './kept-place.ts';
import { listReleasedStudies } from './study-queries.ts';

const KINDS = ['dicom-refuse', 'dicom-remove'] as const;
const MAX_ATTEMPTS = 12;
const VERSIONS: CleaningVersions = { dicom: CLEANING_VERSION, video: VIDEO_CLEANING_VERSION };
const withheld = (what: 'image' | 'lecture', why: string) =>
  `readers no longer get this ${what}, because its published copy cannot be cleaned: it ${why}`;

interface CleanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether a busy machine is no explanation any more. */
  readonly isLastAttempt?: boolean;
}

/** Enqueues what an earlier version of the program wrote, also while this one was already running elsewhere. */
export async function requestCleaning({ db }: Pick<ReleaseDeps, 'db'>): Promise<void> {
  const jobs = (await listAssetsToClean(db, VERSIONS)).map((asset) =>
    publishingJobs.cleanCopies({ asset }, { dedupeKey: `clean-copies:${asset}`, maxAttempts: MAX_ATTEMPTS }),
  );
  await enqueueAgain(db, jobs);
}

/**
 * Writes readers' copies of a DICOM file or a video again, under the same names. A copy that can no longer be made is deleted,
 * and the check list says so; the original stays with its maker. Also looks at a DICOM file again, as the check list would at a
 * new one. Idempotent.
 */
export async function cleanCopies(
  given: ReleaseDeps,
  assetHash: string,
  { signal, isLastAttempt = false }: CleanOptions = {},
): Promise<void> {
  const deps = { ...given, storage: patientStorage(given.storage, { signal }) };
  const { db, clock } = deps;
  const copies = await listOldCopies(db, assetHash, VERSIONS);
  const checks = (await listAssetChecks(db, [assetHash])).map(({ kind }) => kind);
  await withStoredAssets(deps, async (pathOf) => {
    const path = await pathOf(assetHash);
    let problem: string | null = null;
    for (const copy of copies) {
      signal?.throwIfAborted();
      if (copy.purpose === 'video') await clearVideo(deps, copy, path, { signal, isLastAttempt });
      else problem = (await cleanCopy(deps, copy, path)) ?? problem;
    }
    for (const kind of KINDS) {
      if (problem === null && !checks.includes(kind)) continue;
      const look =
        problem === null
          ? await lookAtFile(deps, kind, path, {})
          : { problems: [{ text: withheld('image', problem), line: null }] };
      await updateAssetCheck(db, { hash: assetHash, kind, look }, clock.now());
    }
  });
}

/** Null, or why there is no copy any more. */
async function cleanCopy(deps: ReleaseDeps, copy: Copy, path: string): Promise<string | null> {
  const { db, storage, config } = deps;
  return inWorkFolder(workFoldersOf(config), 'dicom', async (folder) => {
    const output = join(folder, 'slice.dcm');
    try {
      const facts = await write(deps, copy, { path, output });
      await storage.putFile(copy.storageKey, output);
      await updateCleaned(db, copy, { facts: { ...facts }, version: CLEANING_VERSION });
      return null;
    } catch (error) {
      // A busy machine is no reason to take an image away.
      if (!(error instanceof BadDicom) || error instanceof DicomTooLarge) throw error;
      await storage.delete(copy.storageKey);
      await updateCleaned(db, copy, { facts: copy.facts, version: CLEANING_VERSION });
      return error.message;
    }
  });
}

async function clearVideo(
  { db, storage, config, clock }: ReleaseDeps,
  copy: Copy,
  path: string,
  { signal, isLastAttempt }: CleanOptions,
): Promise<void> {
  await inWorkFolder(workFoldersOf(config), 'video', async (folder) => {
    const output = join(folder, 'video');
    try {
      const facts = { ...(await clearVideoApart({ path, output }, signal)) };
      await storage.putFile(copy.storageKey, output);
      await updateCleaned(db, copy, { facts, version: VIDEO_CLEANING_VERSION });
    } catch (error) {
      if (!(error instanceof BadVideo)) throw error;
      if (error instanceof VideoTooLarge && !isLastAttempt) throw error;
      await storage.delete(copy.storageKey);
      await updateCleaned(db, copy, { facts: copy.facts, version: VIDEO_CLEANING_VERSION });
      const look = { problems: [{ text: withheld('lecture', error.message), line: null }] };
      await updateAssetCheck(db, { hash: copy.assetHash, kind: 'video', look }, clock.now());
    }
  });
}

async function write(
  { db }: ReleaseDeps,
  { purpose, place }: Copy,
  { path, output }: { path: string; output: string },
): Promise<DicomSlice> {
  const [workId = '', materialKey = ''] = place.split('/');
  const newKey = randomBytes(16).toString('base64');
  const uidKey = Buffer.from(await keepStudyKey(db, { workId, materialKey, uidKey: newKey }), 'base64');
  const kept = await keptIn(db, { workId, materialKey, place });
  const request = { path, output: { path: output, uidKey, kept } };
  if (purpose === 'dicom-remove') return writeDicom({ ...request, identity: 'remove' });
  // What an earlier version let pass is removed: the image itself may stay.
  return writeDicom({ ...request, identity: 'refuse' }).catch((error: unknown) => {
    if (!(error instanceof BadDicom) || error instanceof DicomTooLarge) throw error;
    return writeDicom({ ...request, identity: 'remove' });
  });
}

/** The attributes that somebody decided to keep are named by the release; without one, none are. */
async function keptIn(
  db: ReleaseDeps['db'],
  { workId, materialKey, place }: { workId: string; materialKey: string; place: string },
): Promise<string[]> {
  for (const { manifest } of await listReleasedStudies(db, workId))
    for (const { materials } of manifest.supplementaries ?? [])
      for (const material of materials) {
        if (material.type !== 'dicom' || material.key !== materialKey) continue;
        const kept = (material.kept_attributes ?? []).map(({ attribute }) => attribute);
        if (place === `${workId}/${materialKey}${keptPlace(new Set(kept))}`) return kept;
      }
  return [];
}
