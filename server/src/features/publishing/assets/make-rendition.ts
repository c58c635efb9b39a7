import type { Deps } from '../../../platform/deps.ts';
import {
  type Claim,
  claimRendition,
  insertRendition,
  type Rendition,
  type RenditionKey,
} from './asset-queries.ts';

/** What was made of an asset: one file, or several of which the last one that is stored names the others. */
export interface Made {
  readonly files: readonly (readonly [key: string, content: Buffer | string])[];
  readonly facts: Rendition['facts'];
}

export interface RenditionDeps extends Pick<Deps, 'db' | 'clock' | 'storage' | 'pictures'> {
  readonly claim: string;
  /** The asset as a file of the local disk. */
  readonly pathOf: (hash: string) => Promise<string>;
}

/**
 * The rendition of an asset for one use, made if it is not there. `make` gets the storage key that it shall have: a new
 * one by `newKey`, or the one under which a killed process left nothing.
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
  const row = known ?? (await insertRendition(deps.db, key, { storageKey, facts: made.facts }, claim));
  // Another one has made it meanwhile, under its own name.
  if (row.storageKey !== storageKey && (await deps.storage.find(row.storageKey))) return row;
  for (const [name, content] of row.storageKey === storageKey
    ? made.files
    : (await make(path, row.storageKey)).files)
    await (typeof content === 'string'
      ? deps.storage.putFile(name, content)
      : deps.storage.put(name, content));
  return row;
}
