import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readJpegWork } from './jpeg-work.ts';

const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#0f4c53' } });
const SCAN = Buffer.from([0xff, 0xda]);

it('counts the pixels and scans of a JPEG, whatever stands before and behind them', async () => {
  const plain = await picture.clone().jpeg().toBuffer();
  expect(readJpegWork(plain)).toEqual({ pixels: 60_000, scans: 1 });
  const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer();
  const { pixels, scans } = readJpegWork(progressive);
  expect([pixels, scans > 5, scans < 15]).toEqual([60_000, true, true]);
  // A second picture behind the first, as telephones store one, and a picture inside of a comment.
  expect(readJpegWork(Buffer.concat([plain, progressive]))).toEqual({ pixels: 60_000, scans: 1 });
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 8]), SCAN, SCAN, SCAN.subarray(0, 2)]);
  expect(readJpegWork(Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]))).toEqual({
    pixels: 60_000,
    scans: 1,
  });
});

it('counts scans that are repeated', async () => {
  const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer();
  const { scans } = readJpegWork(progressive);
  const last = progressive.subarray(progressive.lastIndexOf(SCAN), -2);
  const bomb = Buffer.concat([
    progressive.subarray(0, -2),
    ...Array(85).fill(last),
    progressive.subarray(-2),
  ]);
  expect(readJpegWork(bomb).scans).toBe(scans + 85);
});

it.each([[''], ['ffd8'], ['ffd8ffda'], ['ffd8ffda0003ffff'], ['ffd8ffc0000b08'], ['3c7376673e']])(
  'ends with what is cut off or no JPEG: %s',
  (hex) => expect(readJpegWork(Buffer.from(hex, 'hex')).pixels).toBe(0),
);
