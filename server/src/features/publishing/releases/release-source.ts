import { findRendition, type Rendition, type RenditionKey } from '../assets/asset-queries.ts';
import type { RenditionDeps } from '../assets/make-rendition.ts';
import type { Manifest } from '../manifest.ts';
import type { ReleaseDeps } from './release-deps.ts';

/** A release that is being made: its manifest, and the assets of the files that it names. */
export interface ReleaseSource extends RenditionDeps {
  readonly workId: string;
  readonly manifest: Manifest;
  readonly config: ReleaseDeps['config'];
  readonly signal?: AbortSignal | undefined;
  /** The folder of files made for this release: `books/{bookId}/{revision}`. */
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  assetOf(path: string): string;
  /** The files of a series with the result of `read` for each, in the order of their names. */
  slicesOf<Slice>(
    folder: string,
    read: (assetHash: string) => Promise<Slice>,
  ): Promise<{ assetHash: string; slice: Slice }[]>;
  findRendition(key: RenditionKey): Promise<Rendition | null>;
}

export const releaseFolder = (bookId: string, revision: number) => `books/${bookId}/${revision}`;

type Given = Pick<ReleaseSource, 'workId' | 'manifest' | 'folder' | 'files' | 'claim' | 'pathOf' | 'signal'>;

export function releaseSource(deps: ReleaseDeps, given: Given): ReleaseSource {
  const { db, clock, storage, pictures, config } = deps;
  return {
    ...{ db, clock, storage, pictures, config, ...given },
    assetOf(path) {
      const hash = given.files.get(path);
      if (!hash) throw new Error(`the file ${path} was not stored`);
      return hash;
    },
    async slicesOf(folder, read) {
      const slices = [];
      for (const [, assetHash] of filesIn(given.files, folder))
        slices.push({ assetHash, slice: await read(assetHash) });
      return slices;
    },
    findRendition: (key) => findRendition(db, key),
  };
}

/** The files of a folder, by name; hidden files and subfolders do not belong to a series. */
export const filesIn = (files: ReadonlyMap<string, string>, folder: string): [string, string][] => {
  const prefix = `${folder.replace(/\/+$/, '')}/`;
  return [...files]
    .filter(([path]) => path.startsWith(prefix) && !/\/|^\./.test(path.slice(prefix.length)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
};
