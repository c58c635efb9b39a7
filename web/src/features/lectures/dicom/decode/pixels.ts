import type { DecodedFrame } from './codecs.ts';
import { colourPixels } from './colour.ts';
import type { GreyPixels, Slice, SliceFacts } from './slice.ts';
import { SliceFailure } from './slice.ts';

/** Converts samples to displayable pixels: signed stored values without other bits, or RGB. */
export function toPixels(frame: DecodedFrame, facts: SliceFacts, palette: Palette | null): Slice['pixels'] {
  const samples = samplesOf(frame, facts);
  const expected = facts.columns * facts.rows * frame.components;
  if (samples.length < expected) throw new SliceFailure('truncated');
  if (facts.photometric === 'PALETTE COLOR' && palette)
    return { rgba: paletteColours(samples.subarray(0, expected), palette) };
  if (frame.components >= 3) return { rgba: colourPixels(samples, frame, facts) };
  return { grey: samples.subarray(0, expected) };
}

function samplesOf({ bytes, bitsAllocated }: DecodedFrame, facts: SliceFacts): GreyPixels {
  const { signed, bitsStored, highBit } = facts;
  const usable = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const { buffer, byteOffset, byteLength } = usable;
  const shift = highBit + 1 - bitsStored;
  const spare = bitsAllocated - bitsStored;
  if (bitsAllocated <= 8) {
    const values = signed ? new Int8Array(buffer, byteOffset, byteLength) : usable;
    return bitsAllocated === 8 && spare > 0 ? cut(values, 8, shift, spare, signed) : values;
  }
  if (bitsAllocated === 16) {
    const length = byteLength >> 1;
    const values = signed
      ? new Int16Array(buffer, byteOffset, length)
      : new Uint16Array(buffer, byteOffset, length);
    return spare > 0 ? cut(values, 16, shift, spare, signed) : values;
  }
  if (bitsAllocated === 32) {
    const length = byteLength >> 2;
    return signed ? new Int32Array(buffer, byteOffset, length) : new Uint32Array(buffer, byteOffset, length);
  }
  throw new SliceFailure('undecodable', `${bitsAllocated} bits`);
}

/** Overlays and old scanners use spare bits beside the value: shift them out and keep the sign. */
function cut<Values extends GreyPixels>(
  values: Values,
  bits: number,
  shift: number,
  spare: number,
  signed: boolean,
) {
  const up = 32 - bits + (spare - shift);
  const down = up + shift;
  for (let at = 0; at < values.length; at += 1)
    values[at] = signed ? (values[at]! << up) >> down : (values[at]! << up) >>> down;
  return values;
}

/** Lookup tables for red, green and blue, each with the stored value of its first entry. */
export interface Palette {
  readonly first: number;
  readonly red: ArrayLike<number>;
  readonly green: ArrayLike<number>;
  readonly blue: ArrayLike<number>;
  /** The bits to drop so that an entry fits into a byte. */
  readonly shift: number;
}

function paletteColours(values: GreyPixels, { first, red, green, blue, shift }: Palette) {
  const rgba = new Uint8ClampedArray(values.length * 4);
  const last = red.length - 1;
  for (let at = 0; at < values.length; at += 1) {
    const entry = Math.min(last, Math.max(0, values[at]! - first));
    rgba[4 * at] = red[entry]! >> shift;
    rgba[4 * at + 1] = green[entry]! >> shift;
    rgba[4 * at + 2] = blue[entry]! >> shift;
    rgba[4 * at + 3] = 255;
  }
  return rgba;
}
