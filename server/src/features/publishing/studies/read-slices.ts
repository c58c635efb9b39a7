import type { DicomSlice } from '../../lectures/dicom-check.ts';
import { insertAssetChecks, listAssetChecks } from '../assets/check-queries.ts';
import { type Look, lookAtFile } from '../checks/look-at-file.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';

const KIND = 'dicom-remove';

interface Named {
  readonly path: string;
  readonly assetHash: string;
  readonly originalName: string;
}
export interface ReadSlices {
  readonly slices: { path: string; name: string; assetHash: string; slice: DicomSlice }[];
  /** The text completes the file's name. */
  readonly problems: { path: string; name: string; text: string }[];
}

/** What each file is. What was learnt of the same bytes before is not read again. */
export async function readSlices(
  deps: ReleaseDeps,
  files: readonly Named[],
  signal?: AbortSignal,
): Promise<ReadSlices> {
  const known = await knownLooks(deps, files);
  const unknown = [...new Set(files.map(({ assetHash }) => assetHash))].filter((hash) => !known.has(hash));
  if (unknown.length > 0)
    await withStoredAssets(deps, async (pathOf) => {
      for (const hash of unknown) {
        signal?.throwIfAborted();
        const look = await lookAtFile(deps, KIND, await pathOf(hash), {});
        await insertAssetChecks(deps.db, [{ hash, kind: KIND, look }], deps.clock.now());
        known.set(hash, look);
      }
    });
  return slicesOf(files, known);
}

/** Of what was looked at before: nothing is opened. */
export const readKnownSlices = async (
  deps: Pick<ReleaseDeps, 'db'>,
  files: readonly Named[],
): Promise<ReadSlices> => slicesOf(files, await knownLooks(deps, files));

const knownLooks = async ({ db }: Pick<ReleaseDeps, 'db'>, files: readonly Named[]) => {
  const checks = await listAssetChecks(
    db,
    files.map(({ assetHash }) => assetHash),
  );
  return new Map(
    checks.filter(({ kind }) => kind === KIND).map(({ hash, look }) => [hash, look as Look<typeof KIND>]),
  );
};

function slicesOf(files: readonly Named[], known: ReadonlyMap<string, Look<typeof KIND>>): ReadSlices {
  const read: ReadSlices = { slices: [], problems: [] };
  for (const { path, assetHash, originalName: name } of files) {
    const look = known.get(assetHash);
    if (!look) continue;
    if ('facts' in look) read.slices.push({ path, name, assetHash, slice: look.facts });
    else read.problems.push(...look.problems.map(({ text }) => ({ path, name, text })));
  }
  return read;
}
