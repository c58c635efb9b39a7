import { describe, expect, it } from 'vitest';
import { sliceOf } from '../../testing/slices.ts';
import { colourPixels, halfWidthColours } from './colour.ts';
import { toPixels } from './pixels.ts';
import { decodeRle } from './rle.ts';

const frameOf = (values: Int16Array | Uint16Array | Uint8Array, bitsAllocated: number, components = 1) => ({
  bytes: new Uint8Array(values.buffer),
  bitsAllocated,
  components,
  isRgb: false,
});

describe('stored values', () => {
  it('of twelve signed bits drop the other bits of their words', () => {
    const facts = sliceOf({ columns: 4, rows: 1, bitsStored: 12, highBit: 11, signed: true });
    const pixels = toPixels(frameOf(Uint16Array.of(0x0fff, 0x8001, 0x07ff, 0xf800), 16), facts, null);
    expect('grey' in pixels && [...pixels.grey]).toEqual([-1, 1, 2047, -2048]);
  });

  it('of twelve bits in the upper part of their words are shifted down', () => {
    const facts = sliceOf({ columns: 2, rows: 1, bitsStored: 12, highBit: 15, signed: false });
    const pixels = toPixels(frameOf(Uint16Array.of(0x0010, 0xfff0), 16), facts, null);
    expect('grey' in pixels && [...pixels.grey]).toEqual([1, 4095]);
  });

  it('that are too few mean a truncated file', () => {
    expect(() => toPixels(frameOf(Int16Array.of(1, 2, 3), 16), sliceOf(), null)).toThrow('truncated');
  });

  it('of a palette become its colors', () => {
    const palette = { first: 10, red: [0, 255], green: [0, 128], blue: [7, 0], shift: 0 };
    const facts = sliceOf({
      columns: 3,
      rows: 1,
      photometric: 'PALETTE COLOR',
      signed: false,
      bitsStored: 8,
    });
    const pixels = toPixels(frameOf(Uint8Array.of(9, 11, 200), 8), facts, palette);
    expect('rgba' in pixels && [...pixels.rgba]).toEqual([0, 0, 7, 255, 255, 128, 0, 255, 255, 128, 0, 255]);
  });
});

describe('colours', () => {
  const facts = { columns: 2, rows: 1, photometric: 'RGB', bitsStored: 8, planar: false } as const;
  const rgb = { components: 3, isRgb: false };
  it('are read interleaved or in planes', () => {
    const expected = [1, 2, 3, 255, 4, 5, 6, 255];
    const pixelwise = colourPixels(Uint8Array.of(1, 2, 3, 4, 5, 6), rgb, sliceOf(facts));
    const planewise = colourPixels(Uint8Array.of(1, 4, 2, 5, 3, 6), rgb, sliceOf({ ...facts, planar: true }));
    expect([...pixelwise]).toEqual(expected);
    expect([...planewise]).toEqual(expected);
  });

  it('of sixteen bits are scaled to eight', () => {
    const sixteen = colourPixels(
      Uint16Array.of(65_535, 0, 257, 0, 0, 0),
      rgb,
      sliceOf({ ...facts, bitsStored: 16 }),
    );
    expect([...sixteen.subarray(0, 3)]).toEqual([255, 0, 1]);
  });

  it('of YBR become RGB', () => {
    const red = colourPixels(
      Uint8Array.of(76, 85, 255, 76, 85, 255),
      rgb,
      sliceOf({ ...facts, photometric: 'YBR_FULL' }),
    );
    expect([...red.subarray(0, 3)]).toEqual([254, 0, 0]);
    expect([...halfWidthColours(Uint8Array.of(76, 76, 85, 255), 2)]).toEqual([
      254, 0, 0, 255, 254, 0, 0, 255,
    ]);
  });
});

describe('RLE', () => {
  /** An RLE header for these byte planes, followed by the planes. */
  const frame = (...planes: number[][]) => {
    const header = new DataView(new ArrayBuffer(64));
    header.setUint32(0, planes.length, true);
    let offset = 64;
    planes.forEach((plane, at) => {
      header.setUint32(4 + 4 * at, offset, true);
      offset += plane.length;
    });
    return Uint8Array.from([...new Uint8Array(header.buffer), ...planes.flat()]);
  };

  it('unpacks runs and literals, most significant bytes first', () => {
    const packed = frame([253, 1], [3, 10, 20, 30, 40]);
    const bytes = decodeRle(packed, 4, 1, 2);
    expect([...new Uint16Array(bytes.buffer)]).toEqual([266, 276, 286, 296]);
  });

  it('never unpacks more than the frame’s size', () => {
    expect([...decodeRle(frame([129, 9, 129, 9, 129, 9]), 4, 1, 1)]).toEqual([9, 9, 9, 9]);
  });

  it('is refused if it is truncated or has a wrong number of planes', () => {
    expect(() => decodeRle(frame([255, 9]), 4, 1, 1)).toThrow('RLE segment');
    expect(() => decodeRle(frame([253, 9]), 4, 1, 2)).toThrow('RLE segments');
    expect(() => decodeRle(Uint8Array.of(1, 2), 4, 1, 1)).toThrow('RLE segments');
  });
});
