import { BadRle, unpackRle } from '@vesalius/contract/lectures-rle';
import { SliceFailure } from './slice.ts';

/** Decodes to interleaved samples in little-endian order; `pixels` is the frame's expected size. */
export function decodeRle(
  bytes: Uint8Array,
  pixels: number,
  samples: number,
  bytesPerSample: number,
): Uint8Array {
  try {
    return unpackRle(bytes, pixels, samples, bytesPerSample);
  } catch (error) {
    if (!(error instanceof BadRle)) throw error;
    throw new SliceFailure(error.part === 'segments' ? 'undecodable' : 'truncated', error.message, error);
  }
}
