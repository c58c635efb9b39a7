import charls from '@cornerstonejs/codec-charls/wasmjs';
import openjpeg from '@cornerstonejs/codec-openjpeg/wasmjs';
import openjph from '@cornerstonejs/codec-openjph/wasmjs';

interface FrameOf {
  readonly side: number;
  readonly bits: number;
  readonly isSigned?: boolean;
}

/** Compresses a square grey image without loss, by the name of its coding. */
export const FRAME_ENCODERS = {
  'jpeg-ls': async (values: Uint16Array, frame: FrameOf) =>
    encoded(new (await charls()).JpegLSEncoder(), values, frame),
  'jpeg-2000': async (values: Uint16Array, frame: FrameOf) =>
    encoded(new (await openjpeg()).J2KEncoder(), values, frame),
  htj2k: async (values: Uint16Array, frame: FrameOf) =>
    encoded(new (await openjph()).HTJ2KEncoder(), values, frame),
  'jpeg-lossless': async (values: Uint16Array, frame: FrameOf) => losslessJpeg(values, frame),
} as const;

function encoded(
  encoder: FrameEncoder,
  values: Uint16Array,
  { side, bits, isSigned = false }: FrameOf,
): Buffer {
  const info = { width: side, height: side, bitsPerSample: bits, componentCount: 1 };
  encoder
    .getDecodedBuffer({ ...info, isSigned, isUsingColorTransform: false })
    .set(new Uint8Array(values.buffer));
  encoder.encode();
  const frame = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  return frame;
}

/** ITU-T T.81, annex H: each difference to the left neighbor as its length, in five bits, and its value. */
function losslessJpeg(values: Uint16Array, { side, bits }: FrameOf): Buffer {
  const codes = Buffer.from([0, 0, 0, 0, 0, 17, ...new Array<number>(11).fill(0)]);
  const lengths = Buffer.from(Array.from({ length: 17 }, (_value, length) => length));
  let written = '';
  for (const [at, value] of values.entries()) {
    const isFirst = at % side === 0;
    const predicted = at === 0 ? 2 ** (bits - 1) : values[isFirst ? at - side : at - 1]!;
    const difference = ((value - predicted) << 16) >> 16;
    const length = difference === -32_768 ? 16 : 32 - Math.clz32(Math.abs(difference));
    written += length.toString(2).padStart(5, '0');
    const low = difference < 0 ? difference + 2 ** length - 1 : difference;
    if (length > 0 && length < 16) written += low.toString(2).padStart(length, '0');
  }
  const data = (written.match(/.{1,8}/g) ?? []).flatMap((byte) => {
    const number = Number.parseInt(byte.padEnd(8, '1'), 2);
    return number === 0xff ? [0xff, 0] : [number];
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xc3, 0, 11, bits, ...word(side), ...word(side), 1, 1, 0x11, 0]),
    Buffer.from([0xff, 0xc4, 0, 2 + codes.length + lengths.length]),
    codes,
    lengths,
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 0, 0, ...data, 0xff, 0xd9]),
  ]);
}

const word = (value: number) => [value >> 8, value & 0xff];
