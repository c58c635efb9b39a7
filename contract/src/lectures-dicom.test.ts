import { describe, expect, it } from 'vitest';
import { codedSize, isShown, TRANSFER_SYNTAXES, transferSyntaxName } from './lectures-dicom.ts';

const jpeg = (frameHeader: number, bits: number, rows: number, columns: number, components = 1) =>
  Uint8Array.from([
    ...[0xff, 0xd8],
    ...[0xff, 0xe0, 0, 4, 1, 2],
    ...[0xff, frameHeader, 0, 11, bits, rows >> 8, rows & 255, columns >> 8, columns & 255, components],
    ...[1, 0x11, 0, 0, 0],
  ]);
const codestream = (columns: number, rows: number, bits: number) => {
  const bytes = new Uint8Array(60);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xff4fff51);
  view.setUint32(8, columns);
  view.setUint32(12, rows);
  view.setUint16(40, 1);
  view.setUint8(42, bits - 1);
  return bytes;
};

describe('the size that a compressed frame claims', () => {
  it.each([
    ['jpeg', jpeg(0xc0, 8, 512, 600, 3), { rows: 512, columns: 600, components: 3, bits: 8 }],
    ['jpeg-lossless', jpeg(0xc3, 16, 64, 64), { rows: 64, columns: 64, components: 1, bits: 16 }],
    ['jpeg-ls', jpeg(0xf7, 12, 300, 200), { rows: 300, columns: 200, components: 1, bits: 12 }],
    ['jpeg-2000', codestream(1024, 768, 12), { rows: 768, columns: 1024, components: 1, bits: 12 }],
  ] as const)('is read from the header of %s', (coding, bytes, size) => {
    expect(codedSize(coding, bytes)).toEqual(size);
  });

  it('is nothing where there is no such header, however the bytes end', () => {
    for (const coding of ['jpeg', 'jpeg-ls', 'jpeg-2000', 'rle', 'native'] as const)
      for (const bytes of [new Uint8Array(0), new Uint8Array(100), jpeg(0xc0, 8, 1, 1).subarray(0, 9)])
        expect(codedSize(coding, bytes)).toBeNull();
  });
});

describe('transfer syntaxes', () => {
  it('have a name, shown or not', () => {
    expect(transferSyntaxName('1.2.840.10008.1.2.4.70')).toContain('JPEG Lossless');
    expect(transferSyntaxName('1.2.840.10008.1.2.4.102')).toContain('H.264');
    expect(transferSyntaxName('1.2.3')).toBe('transfer syntax 1.2.3');
    expect(Object.keys(TRANSFER_SYNTAXES)).toHaveLength(16);
  });

  it('show JPEG with eight bits a sample, not with twelve', () => {
    const size = { rows: 1, columns: 1, components: 1 };
    expect(isShown('jpeg', { ...size, bits: 8 })).toBe(true);
    expect(isShown('jpeg', { ...size, bits: 12 })).toBe(false);
    expect(isShown('jpeg-lossless', { ...size, bits: 16 })).toBe(true);
  });
});
