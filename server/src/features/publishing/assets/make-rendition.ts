import type { Deps } from '../../../platform/deps.ts';
import {
  type Claim,
  claimRendition,
  insertRendition,
  type Rendition,
  type RenditionKey,
} from './asset-queries.ts';

/** The files of a rendition: one, or several of which the last one stored names the others. */
export interface Made {
  readonly files: readonly (readonly [key: string, content: Buffer | string])[];
  readonly facts: Rendition['facts'];
  readonly cleaningVersion?: number;
}

export interface RenditionDeps extends Pick<Deps, 'db' | 'clock' | 'storage' | 'pictures'> {
  readonly claim: string;
  /** The path of the asset on the local disk. */
  readonly pathOf: (hash: string) => Promise<string>;
}

/**
 * Returns the rendition of an asset for one use, and makes it if its file is missing. `make` gets the storage key: a
 * new one from `newKey`, or the recorded one if a killed process left a row without its file.
 */
export async function rendition(
  deps: RenditionDeps,
  key: RenditionKey,
  newKey: (path: string) => string | Promise<string>,
  make: (path: string, storageKey: string) => Promise<Made>,
): Promise<Rendition> {
  const claim: Claim = { claim: deps.claim, now: deps.clock.now() };
  const known = await claimRendition(deps.db, key, claim);
  if (known && (await deps.storage.find(known.storageKey))) return known;
  const path = await deps.pathOf(key.assetHash);
  const storageKey = known?.storageKey ?? (await newKey(path));
  const made = await make(path, storageKey);
  const row = known ?? (await insertRendition(deps.db, key, { storageKey, ...stored(made) }, claim));
  // Another process has stored it under its own key in the meantime.
  if (row.storageKey !== storageKey && (await deps.storage.find(row.storageKey))) return row;
  for (const [name, content] of row.storageKey === storageKey
    ? made.files
    : (await make(path, row.storageKey)).files)
    await (typeof content === 'string'
      ? deps.storage.putFile(name, content)
      : deps.storage.put(name, content));
  return row;
}

const stored = ({ files: _files, ...facts }: Made): Omit<Rendition, 'storageKey'> => facts;
