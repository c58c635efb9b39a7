import { MINUTE_MS } from '../../../platform/durations.ts';
import type { DicomSlice } from '../../lectures/dicom-check.ts';
import { insertAssetChecks, listAssetChecks } from '../assets/check-queries.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import { type Look, lookAtFile } from '../checks/look-at-file.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';

const KIND = 'dicom-remove';
/**
 * For all files of a study, each of which has a limit of its own: five thousand images take two minutes. What was learnt
 * is kept, so another attempt continues.
 */
const STUDY_TIME_LIMIT_MS = 15 * MINUTE_MS;
/** Completes the file's name. */
export const NOT_LOOKED_AT =
  'was not looked at, because reading the study takes longer than 15 minutes; leave it out, or export the study again';

export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly studyTimeLimitMs?: number;
}

interface Named {
  readonly path: string;
  readonly assetHash: string;
  readonly originalName: string;
}
export interface ReadSlices {
  readonly slices: { path: string; name: string; assetHash: string; slice: DicomSlice }[];
  /** The text completes the file's name. */
  readonly problems: { path: string; name: string; text: string }[];
  /** Nothing is known of these. */
  readonly notLookedAt: Named[];
  /** Damaged or missing in the storage; also among the problems. */
  readonly damaged: readonly DamagedAsset[];
}

/** What each file is. What was learnt of the same bytes before is not read again. */
export async function readSlices(
  deps: ReleaseDeps,
  files: readonly Named[],
  { signal, studyTimeLimitMs = STUDY_TIME_LIMIT_MS }: ReadOptions = {},
): Promise<ReadSlices> {
  const known = await knownLooks(deps, files);
  const unknown = [...new Set(files.map(({ assetHash }) => assetHash))].filter((hash) => !known.has(hash));
  const damaged: DamagedAsset[] = [];
  if (unknown.length > 0)
    await withStoredAssets(deps, async (pathOf) => {
      const end = performance.now() + studyTimeLimitMs;
      for (const hash of unknown) {
        signal?.throwIfAborted();
        if (performance.now() >= end) return;
        try {
          const look = await lookAtFile(deps, KIND, await pathOf(hash), {});
          await insertAssetChecks(deps.db, [{ hash, kind: KIND, look }], deps.clock.now());
          known.set(hash, look);
        } catch (error) {
          if (!(error instanceof DamagedAsset)) throw error;
          damaged.push(error);
          // Not stored: it can be restored.
          known.set(hash, { problems: [{ text: error.problem, line: null }] });
        }
      }
    });
  return { ...slicesOf(files, known), damaged };
}

/** Of what was looked at before: nothing is opened. */
export const readKnownSlices = async (
  deps: Pick<ReleaseDeps, 'db'>,
  files: readonly Named[],
): Promise<Omit<ReadSlices, 'damaged'>> => slicesOf(files, await knownLooks(deps, files));

const knownLooks = async ({ db }: Pick<ReleaseDeps, 'db'>, files: readonly Named[]) => {
  const checks = await listAssetChecks(
    db,
    files.map(({ assetHash }) => assetHash),
  );
  return new Map(
    checks.filter(({ kind }) => kind === KIND).map(({ hash, look }) => [hash, look as Look<typeof KIND>]),
  );
};

function slicesOf(files: readonly Named[], known: ReadonlyMap<string, Look<typeof KIND>>) {
  const read: Omit<ReadSlices, 'damaged'> = { slices: [], problems: [], notLookedAt: [] };
  for (const file of files) {
    const { path, assetHash, originalName: name } = file;
    const look = known.get(assetHash);
    if (!look) read.notLookedAt.push(file);
    else if ('facts' in look) read.slices.push({ path, name, assetHash, slice: look.facts });
    else read.problems.push(...look.problems.map(({ text }) => ({ path, name, text })));
  }
  return read;
}
