import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { JobCannotSucceed } from '../../../platform/define-job.ts';
import { newId } from '../../../platform/ids.ts';
import { workFoldersOf } from '../../../platform/work-folder.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import { patientStorage } from '../assets/patient-storage.ts';
import { BadVideo } from '../checks/video-facts.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import {
  CONVERTER_STOPPED,
  isConversionAsked,
  recordConversion,
  updateConversionFailed,
  updatePublishedVideos,
} from './conversion-queries.ts';
import type { ConversionProgress } from './convert-video.ts';
import { makeConvertedVideo } from './converted-video.ts';
import { videoConverter } from './find-ffmpeg.ts';
import { ProgramFailed } from './run-program.ts';

/** The interval in which progress is stored and cancellation is checked (milliseconds). */
const PROGRESS_EVERY_MS = 1000;

/**
 * Converts an uploaded video, stores its progress, and stops when it is canceled. Files that a killed process had
 * finished are in the asset's work folder and are not made again.
 */
export async function runConversion(given: ReleaseDeps, hash: string, signal: AbortSignal): Promise<void> {
  const { found: programs } = await videoConverter(given.config);
  if (!programs || !(await isConversionAsked(given.db, hash))) return;
  const { db, clock } = given;
  const canceled = new AbortController();
  const progress: { current: ConversionProgress } = {
    current: { step: 'reading', seconds: 0, totalSeconds: 0 },
  };
  const report = async () => {
    if (!(await recordConversion(db, hash, progress.current, clock.now()))) canceled.abort();
  };
  // A short outage of the database does not end an hour of work.
  const timer = setInterval(() => void report().catch(() => {}), PROGRESS_EVERY_MS);
  const stop = AbortSignal.any([signal, canceled.signal]);
  const deps = { ...given, storage: patientStorage(given.storage, { signal: stop }) };
  const folder = join(workFoldersOf(given.config), `video-${hash}`);
  try {
    await mkdir(folder, { recursive: true });
    const made = await againIfStopped(() =>
      withStoredAssets(deps, (pathOf) =>
        makeConvertedVideo({ ...deps, claim: newId(), pathOf }, programs, hash, {
          ...{ folder, signal: stop },
          onProgress: (next) => {
            progress.current = next;
          },
        }),
      ),
    );
    const { file, stream, poster, facts } = made;
    await inTransaction(db, (tx) =>
      updatePublishedVideos(tx, hash, { file, stream, poster, codec: facts.codec }, facts),
    );
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (error instanceof BadVideo || error instanceof DamagedAsset) {
      const problem = error instanceof BadVideo ? error.message : error.problem;
      await updateConversionFailed(db, hash, problem, clock.now());
      await rm(folder, { recursive: true, force: true });
      return;
    }
    if (isStopped(error)) throw new JobCannotSucceed(CONVERTER_STOPPED);
    if (!canceled.signal.aborted || signal.aborted) throw error;
    // The conversion may have been requested again before this attempt ended.
    if (await isConversionAsked(db, hash)) throw error;
  } finally {
    clearInterval(timer);
  }
}

const isStopped = (error: unknown): boolean => error instanceof ProgramFailed && error.reason === 'stopped';

/**
 * Once more, where an operator or the system ended the program, most often for want of memory. What it had finished is
 * not made again. The file is not at fault: who wants it tries again later, on the desk.
 */
async function againIfStopped<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isStopped(error)) throw error;
    return work();
  }
}
