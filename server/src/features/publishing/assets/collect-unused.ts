import { dirname } from 'node:path/posix';
import { COVER_WIDTHS } from '@vesalius/contract/covers';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { markUnusedSets } from '../page-sets/page-set-queries.ts';
import { removeUnusedSets } from '../page-sets/remove-sets.ts';
import {
  deleteAsset,
  deleteRendition,
  holdUnusedAsset,
  holdUnusedRendition,
  listUnusedAssets,
  listUnusedRenditions,
  markUnused,
  type Rendition,
  type Unused,
} from './asset-queries.ts';
import { assetKey } from './store-asset.ts';

type CollectDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

/** Longer than any upload or publication takes between storing a file and naming it. */
export const UNUSED_FOR_MS = DAY_MS;

/** Removes files that no working copy, release or row has named for a day. */
export async function collectUnused(deps: CollectDeps): Promise<void> {
  const now = deps.clock.now();
  const unused = { since: new Date(now.getTime() - UNUSED_FOR_MS) };
  await removeUnused(deps, unused);
  await markUnusedSets(deps.db, now);
  await markUnused(deps.db, now);
}

/** Removes renditions before their assets. Each row is checked again under its lock. */
export async function removeUnused(deps: CollectDeps, unused: Unused): Promise<void> {
  await removeUnusedSets(deps, unused);
  for (const key of await listUnusedRenditions(deps.db, unused))
    await inTransaction(deps.db, async (tx) => {
      const found = await holdUnusedRendition(tx, key, unused);
      if (!found) return;
      for (const file of filesOf(found)) await deps.storage.delete(file);
      await deleteRendition(tx, key);
    });
  for (const hash of await listUnusedAssets(deps.db, unused))
    await inTransaction(deps.db, async (tx) => {
      if (!(await holdUnusedAsset(tx, hash, unused))) return;
      await deps.storage.delete(assetKey(hash));
      await deleteAsset(tx, hash);
    });
}

/** A cover's key is that of its widest file. The facts of a video rendition list its files. */
const filesOf = ({ storageKey: key, facts }: Rendition): string[] => {
  if (Array.isArray(facts.files)) return facts.files.map((name) => `${dirname(key)}/${name}`);
  const [, stem] = /^(public\/covers\/.+)-\d+\.webp$/.exec(key) ?? [];
  return stem ? COVER_WIDTHS.map((width) => `${stem}-${width}.webp`) : [key];
};
