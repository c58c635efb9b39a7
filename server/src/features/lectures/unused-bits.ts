import type { ImageNumbers } from './dicom-image.ts';

/**
 * Clears the bits beside the stored values, in which old scanners put overlays, and which no viewer shows. `bytes` begins at
 * an address that can be divided by four.
 */
export function clearUnusedBits(
  bytes: Buffer,
  { bitsAllocated, bitsStored, highBit }: Pick<ImageNumbers, 'bitsAllocated' | 'bitsStored' | 'highBit'>,
  isBigEndian: boolean,
): void {
  if (bitsStored === bitsAllocated) return;
  const mask = (2 ** bitsStored - 1) * 2 ** (highBit + 1 - bitsStored);
  if (bitsAllocated === 8) {
    for (let at = 0; at < bytes.length; at += 1) bytes[at]! &= mask;
    return;
  }
  const inOrder = isBigEndian ? ((mask & 0xff) << 8) | (mask >> 8) : mask;
  const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  for (let at = 0; at < values.length; at += 1) values[at]! &= inOrder;
}
