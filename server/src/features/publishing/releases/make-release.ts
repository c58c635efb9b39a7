import { join } from 'node:path';
import { newId } from '../../../platform/ids.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { removeUnused } from '../assets/collect-unused.ts';
import { copyAsset } from '../assets/copy-asset.ts';
import { deleteUnpublished, type Frozen } from '../store/release-queries.ts';
import { type PreparedBook, type StoreOptions, storeBook } from '../store/store-book.ts';
import { type BegunRelease, beginRelease } from './begin-release.ts';
import { type PrepareOptions, prepareRelease } from './prepare-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { releaseFolder, releaseSource } from './release-source.ts';

interface NewRelease extends Begin {
  /** The work that owns the files and pages, if it is not the book: the work that a hidden book previews. */
  readonly workId?: string;
  /** The frozen release that is published. */
  readonly frozen?: Frozen | undefined;
}
type Begin = Parameters<typeof beginRelease>[1];
/** The files that the manifest names, by their hashes, and the path of an asset on the disk. */
export interface ReleaseFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly pathOf: (hash: string) => Promise<string>;
}
interface MakeOptions extends Omit<PrepareOptions, 'setNumber'> {
  readonly store: StoreOptions;
  /** Called last before readers see the release. */
  readonly onPrepared?: (book: PreparedBook) => void;
}

/**
 * Prepares new files and pages, and makes the release the book that readers see. After a failure everything that it
 * stored is removed.
 */
export async function makeRelease(
  deps: ReleaseDeps,
  release: NewRelease,
  filesOf: (begun: BegunRelease) => Promise<ReleaseFiles>,
  { store, onPrepared, ...options }: MakeOptions,
): Promise<number> {
  const { bookId, manifest, frozen, workId = bookId } = release;
  const begun = frozen
    ? { bookId, revision: frozen.revision, claim: newId() }
    : await beginRelease(deps, release);
  try {
    const source = releaseSource(deps, {
      ...{ workId, manifest, claim: begun.claim, folder: releaseFolder(bookId, begun.revision) },
      ...(await filesOf(begun)),
      signal: options.signal,
    });
    const prepared = await prepareRelease(deps, source, begun, { ...options, setNumber: begun.revision });
    onPrepared?.(prepared);
    options.signal?.throwIfAborted();
    await storeBook(deps.db, prepared, deps.clock.now(), {
      ...store,
      ...(frozen ? { frozenFor: frozen.publishAt } : {}),
    });
  } catch (error) {
    // Files that cannot be deleted now, because the store is unavailable, are left to the clean-up job.
    await takeBack(deps, begun, frozen !== undefined).catch(() => {});
    throw error;
  }
  return begun.revision;
}

/**
 * Deletes what this release alone stored. The row of a frozen release says why it was not published; if it was called off,
 * another release may have its number.
 */
async function takeBack(
  deps: ReleaseDeps,
  { claim, ...ids }: BegunRelease,
  isFrozen: boolean,
): Promise<void> {
  await removeUnused(deps, { claim });
  if (!isFrozen) await deleteUnpublished(deps.db, { ...ids, startedUntil: deps.clock.now() });
}

/** Downloads assets from the storage when they are read; assets that were prepared before are not read. */
export const withStoredAssets = <Result>(
  { storage, config }: ReleaseDeps,
  work: (pathOf: ReleaseFiles['pathOf']) => Promise<Result>,
): Promise<Result> =>
  inWorkFolder(workFoldersOf(config), 'release', (folder) =>
    work(async (hash) => {
      const path = join(folder, hash);
      await copyAsset(storage, hash, path);
      return path;
    }),
  );
