import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Deps } from '../../../platform/deps.ts';
import type { ReceivedFile } from '../../../platform/resumable/finish-upload.ts';
import { claimAsset } from './asset-queries.ts';
import { HEAD_BYTES, recognizeFile } from './recognize-file.ts';

type AssetDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

export const assetKey = (hash: string): string => `assets/${hash}`;

/** Stores a file from the disk. Returns its hash. */
export async function storeAsset(deps: AssetDeps, path: string, claim: string): Promise<string> {
  const { hash, bytes, head } = await factsOf(path);
  const mediaType = (await recognizeFile(head, bytes)) ?? 'application/octet-stream';
  await takeAsset(deps, { hash, bytes, mediaType, claim, moveTo: (key) => deps.storage.putFile(key, path) });
  return hash;
}

/** Stores content from memory. Returns its hash. */
export async function storeAssetBytes(
  deps: AssetDeps,
  content: Uint8Array,
  claim: string | null,
): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex');
  const head = Buffer.from(content.subarray(0, HEAD_BYTES));
  const mediaType = (await recognizeFile(head, content.length)) ?? 'application/octet-stream';
  const moveTo = (key: string) => deps.storage.put(key, content);
  await takeAsset(deps, { hash, bytes: content.length, mediaType, claim, moveTo });
  return hash;
}

/** Stores the bytes of a finished upload, in place of a stored file that may be damaged. */
export const adoptUpload = (deps: AssetDeps, file: ReceivedFile): Promise<void> =>
  takeAsset(deps, { ...file, claim: null, replaces: true });

/**
 * Stores a file once, also when it is stored repeatedly or concurrently. The row is inserted before the file is
 * stored, so it does not prove that the file exists: the process may have been killed in between.
 */
async function takeAsset(
  { db, clock, storage }: AssetDeps,
  { claim, moveTo, replaces = false, ...asset }: ReceivedFile & { claim: string | null; replaces?: boolean },
): Promise<void> {
  await claimAsset(db, asset, { claim, now: clock.now() });
  const stored = replaces ? null : await storage.find(assetKey(asset.hash));
  if (stored?.size !== asset.bytes) await moveTo(assetKey(asset.hash));
}

async function factsOf(path: string): Promise<{ hash: string; bytes: number; head: Buffer }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const part = chunk as Buffer;
    if (bytes === 0) head = part.subarray(0, HEAD_BYTES);
    bytes += part.length;
    hash.update(part);
  }
  return { hash: hash.digest('hex'), bytes, head };
}
