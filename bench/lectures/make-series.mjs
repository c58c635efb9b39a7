import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Slices of 512 x 512 at 16 bits: a ball that grows and shrinks, in noise that does not compress away. */
export function makeSeries(folder, count) {
  mkdirSync(folder, { recursive: true });
  const size = 512;
  for (let index = 0; index < count; index += 1) {
    const pixels = new Int16Array(size * size);
    const radius = 40 + 160 * Math.sin((Math.PI * index) / count);
    let seed = index + 1;
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1) {
        seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
        const inside = (row - 256) ** 2 + (column - 256) ** 2 < radius ** 2;
        pixels[row * size + column] = (inside ? 60 : -1000) + (seed % 40);
      }
    writeFileSync(join(folder, `${String(index + 1).padStart(4, '0')}.dcm`), dicomFile(index, size, pixels));
  }
}

function dicomFile(index, size, pixels) {
  const meta = Buffer.concat([
    element(0x00020002, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00020003, 'UI', `1.2.3.9.${index + 1}`),
    element(0x00020010, 'UI', '1.2.840.10008.1.2.1'),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x00020000, 'UL', length),
    meta,
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00080018, 'UI', `1.2.3.9.${index + 1}`),
    element(0x00080060, 'CS', 'CT'),
    element(0x0020000d, 'UI', '1.2.3'),
    element(0x0020000e, 'UI', '1.2.3.9'),
    element(0x00200013, 'IS', String(index + 1)),
    element(0x00200032, 'DS', `0\\0\\${index}`),
    element(0x00200037, 'DS', '1\\0\\0\\0\\1\\0'),
    element(0x00200052, 'UI', '1.2.3.1'),
    element(0x00280002, 'US', word(1)),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    element(0x00280010, 'US', word(size)),
    element(0x00280011, 'US', word(size)),
    element(0x00280030, 'DS', '0.5\\0.5'),
    element(0x00280100, 'US', word(16)),
    element(0x00280101, 'US', word(16)),
    element(0x00280102, 'US', word(15)),
    element(0x00280103, 'US', word(1)),
    element(0x00281050, 'DS', '40'),
    element(0x00281051, 'DS', '400'),
    element(0x00281052, 'DS', '0'),
    element(0x00281053, 'DS', '1'),
    element(0x7fe00010, 'OW', Buffer.from(pixels.buffer)),
  ]);
}

function word(value) {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function element(tag, vr, value) {
  let body = typeof value === 'string' ? Buffer.from(value, 'latin1') : value;
  if (body.length % 2 === 1) body = Buffer.concat([body, Buffer.from(vr === 'UI' ? '\0' : ' ')]);
  const isLong = vr === 'OW';
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(vr, 4, 'latin1');
  if (isLong) head.writeUInt32LE(body.length, 8);
  else head.writeUInt16LE(body.length, 6);
  return Buffer.concat([head, body]);
}
