import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../../platform/files/storage.ts';
import { copyAsset, DamagedAsset } from '../assets/copy-asset.ts';
import { UnreadablePdf } from '../pages/protocol.ts';
import { type PageSetRow, setName } from './page-set-queries.ts';

/** Copies the PDF of a page set to the disk. Throws UnreadablePdf if it is damaged or missing in the storage. */
export async function copyPdf(storage: Storage, set: PageSetRow, path: string): Promise<void> {
  if (set.assetHash)
    return copyAsset(storage, set.assetHash, path).catch((error: unknown) => {
      throw error instanceof DamagedAsset ? new UnreadablePdf(error.problem, { cause: error }) : error;
    });
  const source = `sources/${setName(set)}/book.pdf`;
  if (!(await storage.find(source))) throw new UnreadablePdf('is missing in the storage');
  await pipeline(storage.read(source), createWriteStream(path));
}
