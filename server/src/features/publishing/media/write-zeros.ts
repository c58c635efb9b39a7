import type { FileHandle } from 'node:fs/promises';

const ZEROS = Buffer.alloc(1_000_000);

export async function writeZeros(file: FileHandle, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}
