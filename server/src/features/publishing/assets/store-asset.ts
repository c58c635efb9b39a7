import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Deps } from '../../../platform/deps.ts';
import { claimAsset } from './asset-queries.ts';

export const assetKey = (hash: string): string => `assets/${hash}`;

/** Enough of a file to tell what it is. */
const START_BYTES = 512;

/**
 * Stores a file once, however often and by however many it comes at the same time. Its row is there before the file, and
 * is no proof of it: a process may have been killed in between.
 */
export async function storeAsset(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  path: string,
  claim: string,
): Promise<string> {
  const { hash, bytes, start } = await factsOf(path);
  await claimAsset(db, { hash, bytes, mediaType: mediaTypeOf(start) }, { claim, now: clock.now() });
  const stored = await storage.find(assetKey(hash));
  if (stored?.size !== bytes) await storage.putFile(assetKey(hash), path);
  return hash;
}

async function factsOf(path: string): Promise<{ hash: string; bytes: number; start: Buffer }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const part = chunk as Buffer;
    if (bytes === 0) start = part.subarray(0, START_BYTES);
    bytes += part.length;
    hash.update(part);
  }
  return { hash: hash.digest('hex'), bytes, start };
}

const SIGNATURES: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['application/pdf', 0, '%PDF-'],
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftyphei'],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['application/dicom', 128, 'DICM'],
  ['application/zip', 0, 'PK\x03\x04'],
];

/** By its first bytes, whatever it is called. */
export function mediaTypeOf(start: Uint8Array): string {
  const text = Buffer.from(start).toString('latin1');
  const known = SIGNATURES.find(([, offset, bytes]) => text.startsWith(bytes, offset));
  if (known) return known[0];
  return text.includes('\0') ? 'application/octet-stream' : 'text/plain';
}
