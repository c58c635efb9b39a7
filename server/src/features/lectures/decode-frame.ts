import type { FrameCoding } from '@vesalius/contract/lectures-dicom';

export type Decoding = Exclude<FrameCoding, 'native' | 'rle'>;

/** Interleaved samples; of 16 bits in little-endian order where one has more than 8. */
export type Samples = Uint8Array | Uint16Array;

/** Each decoder loads when the first frame needs it: most files need none. */
const DECODERS: Readonly<Record<Exclude<Decoding, 'jpeg-lossless'>, () => Promise<new () => FrameDecoder>>> =
  {
    jpeg: async () =>
      (await (await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs')).default()).JPEGDecoder,
    'jpeg-ls': async () =>
      (await (await import('@cornerstonejs/codec-charls/decodewasmjs')).default()).JpegLSDecoder,
    'jpeg-2000': async () =>
      (await (await import('@cornerstonejs/codec-openjpeg/decodewasmjs')).default()).J2KDecoder,
    htj2k: async () => (await (await import('@cornerstonejs/codec-openjph/wasmjs')).default()).HTJ2KDecoder,
  };
const loaded = new Map<Decoding, new () => FrameDecoder>();

/** Decodes as the viewer does, with the same codecs. Only in the child process for DICOM. Throws if it cannot. */
export async function decodeFrame(coding: Decoding, frame: Uint8Array, bits: number): Promise<Samples> {
  if (coding === 'jpeg-lossless') {
    const { Decoder } = await import('@cornerstonejs/jpeg-lossless-decoder-js');
    const { buffer, byteOffset, length } = Uint8Array.from(frame);
    return samplesOf(toBytes(new Decoder().decode(buffer, byteOffset, length, bits <= 8 ? 1 : 2)), bits);
  }
  const FrameDecoder = loaded.get(coding) ?? (await DECODERS[coding]());
  loaded.set(coding, FrameDecoder);
  const decoder = new FrameDecoder();
  try {
    decoder.getEncodedBuffer(frame.length).set(frame);
    decoder.decode();
    // A copy, because the next frame overwrites the codec's memory.
    return samplesOf(decoder.getDecodedBuffer().slice(), decoder.getFrameInfo().bitsPerSample);
  } finally {
    decoder.delete();
  }
}

const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function samplesOf(bytes: Uint8Array, bits: number): Samples {
  return bits <= 8 ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
}
