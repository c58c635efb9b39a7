import type { Deps } from '../../../platform/deps.ts';
import type { ReceivedFile } from '../../../platform/resumable/finish-upload.ts';
import { insertAsset, touchAsset } from './asset-queries.ts';

const assetKey = (hash: string): string => `assets/${hash}`;

/** The bytes of a finished upload become an asset, once however often they were sent. The file first, then the row that says so. */
export async function adoptUpload(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { hash, bytes, mediaType, moveTo }: ReceivedFile,
): Promise<void> {
  const now = clock.now();
  if (await touchAsset(db, hash, now)) return;
  await moveTo(assetKey(hash));
  await insertAsset(db, { hash, bytes, mediaType, now });
}
