import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../../platform/ids.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { assetKey } from '../assets/store-asset.ts';
import { type PreparedBook, type StoreOptions, storeBook } from '../store/store-book.ts';
import { type BegunRelease, beginRelease, takeBackRelease } from './begin-release.ts';
import { type PrepareOptions, prepareRelease } from './prepare-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { releaseFolder, releaseSource } from './release-source.ts';

interface NewRelease extends Begin {
  /** Whose files and pages they are, where it is not the book: the work that a hidden book previews. */
  readonly workId?: string;
  /** The number of a release that was frozen: this one is it. */
  readonly frozen?: number | undefined;
}
type Begin = Parameters<typeof beginRelease>[1];
/** What the files are that the manifest names, and where an asset is on the disk. */
export interface ReleaseFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly pathOf: (hash: string) => Promise<string>;
}
interface MakeOptions extends Omit<PrepareOptions, 'setNumber'> {
  readonly store: StoreOptions;
  /** Last before readers see it. */
  readonly onPrepared?: (book: PreparedBook) => void;
}

/** Prepares what is new, and makes it the book that readers see. After a failure nothing of it is left. */
export async function makeRelease(
  deps: ReleaseDeps,
  release: NewRelease,
  filesOf: (begun: BegunRelease) => Promise<ReleaseFiles>,
  { store, onPrepared, ...options }: MakeOptions,
): Promise<number> {
  const { bookId, manifest, frozen, workId = bookId } = release;
  const begun = frozen ? { bookId, revision: frozen, claim: newId() } : await beginRelease(deps, release);
  try {
    const source = releaseSource(deps, {
      ...{ workId, manifest, claim: begun.claim, folder: releaseFolder(bookId, begun.revision) },
      ...(await filesOf(begun)),
      signal: options.signal,
    });
    const prepared = await prepareRelease(deps, source, begun, { ...options, setNumber: begun.revision });
    onPrepared?.(prepared);
    options.signal?.throwIfAborted();
    await storeBook(deps.db, prepared, deps.clock.now(), { ...store, isFrozen: frozen !== undefined });
  } catch (error) {
    // What cannot be removed now, because the store is away, is left to the job.
    await takeBackRelease(deps, begun).catch(() => {});
    throw error;
  }
  return begun.revision;
}

/** With assets fetched from the storage where they are looked into: of what was prepared before, none. */
export const withStoredAssets = <Result>(
  { storage, config }: ReleaseDeps,
  work: (pathOf: ReleaseFiles['pathOf']) => Promise<Result>,
): Promise<Result> =>
  inWorkFolder(workFoldersOf(config), 'release', (folder) =>
    work(async (hash) => {
      const path = join(folder, hash);
      await pipeline(storage.read(assetKey(hash)), createWriteStream(path));
      return path;
    }),
  );
