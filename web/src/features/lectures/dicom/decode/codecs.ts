import { codedSize, type FrameCoding, isShown } from '@vesalius/contract/lectures-dicom';
import { type SliceFacts, SliceFailure } from './slice.ts';

/** Interleaved samples in little-endian order, as the codec returns them. */
export interface DecodedFrame {
  readonly bytes: Uint8Array;
  readonly bitsAllocated: number;
  readonly components: number;
  /** The codec has already converted YBR to RGB. */
  readonly isRgb: boolean;
}

/** The common interface of the Cornerstone project's WebAssembly codecs. */
interface WasmDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  decode(): void;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
  delete?(): void;
}
type WasmModule = Record<string, new () => WasmDecoder>;
type Factory = (options: { locateFile: (file: string) => string }) => Promise<WasmModule>;

interface Codec {
  readonly decoder: string;
  /** Each codec loads when the first frame needs it. */
  readonly load: () => Promise<{ factory: Factory; wasm: string }>;
}

const CODECS: Readonly<Partial<Record<FrameCoding, Codec>>> = {
  jpeg: {
    decoder: 'JPEGDecoder',
    load: () =>
      both(
        import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs'),
        import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasm?url'),
      ),
  },
  'jpeg-ls': {
    decoder: 'JpegLSDecoder',
    load: () =>
      both(
        import('@cornerstonejs/codec-charls/decodewasmjs'),
        import('@cornerstonejs/codec-charls/decodewasm?url'),
      ),
  },
  'jpeg-2000': {
    decoder: 'J2KDecoder',
    load: () =>
      both(
        import('@cornerstonejs/codec-openjpeg/decodewasmjs'),
        import('@cornerstonejs/codec-openjpeg/decodewasm?url'),
      ),
  },
  htj2k: {
    decoder: 'HTJ2KDecoder',
    load: () =>
      both(import('@cornerstonejs/codec-openjph/wasmjs'), import('@cornerstonejs/codec-openjph/wasm?url')),
  },
};

async function both(script: Promise<{ default: unknown }>, wasm: Promise<{ default: unknown }>) {
  const [{ default: factory }, { default: address }] = await Promise.all([script, wasm]);
  return { factory: factory as Factory, wasm: String(address) };
}

const loaded = new Map<FrameCoding, Promise<WasmModule>>();

function moduleOf(coding: FrameCoding, codec: Codec): Promise<WasmModule> {
  const found = loaded.get(coding);
  if (found !== undefined) return found;
  const loading = codec
    .load()
    .then(({ factory, wasm }) => factory({ locateFile: (file) => (file.endsWith('.wasm') ? wasm : file) }));
  loaded.set(coding, loading);
  loading.catch(() => loaded.delete(coding));
  return loading;
}

/** Decompresses a frame. Throws before decoding if the frame's header and the file disagree about the size. */
export async function decodeFrame(
  coding: FrameCoding,
  bytes: Uint8Array,
  facts: SliceFacts,
): Promise<DecodedFrame> {
  const claimed = codedSize(coding, bytes);
  if (!claimed) throw new SliceFailure('undecodable', coding);
  if (claimed.columns !== facts.columns || claimed.rows !== facts.rows)
    throw new SliceFailure('wrong_size', `${claimed.columns} x ${claimed.rows}`);
  if (!isShown(coding, claimed))
    throw new SliceFailure('transfer_syntax', `JPEG Extended (${claimed.bits} bit)`);
  try {
    return coding === 'jpeg-lossless'
      ? await decodeLossless(bytes, claimed)
      : await decodeWasm(coding, coding === 'jpeg' ? sayColours(bytes, facts) : bytes);
  } catch (error) {
    if (error instanceof SliceFailure) throw error;
    throw new SliceFailure('undecodable', coding, error);
  }
}

/** An Adobe marker that declares RGB. */
const NO_TRANSFORM = Uint8Array.of(0xff, 0xee, 0, 14, 65, 100, 111, 98, 101, 0, 100, 0, 0, 0, 0, 0);

/**
 * Some devices store RGB in a JPEG without an Adobe marker, and the decoder would take it for YBR. The DICOM tags tell
 * the color model; component ids that start at 1 mean the usual transform.
 */
function sayColours(bytes: Uint8Array, { photometric, samples }: SliceFacts): Uint8Array {
  if (photometric !== 'RGB' || samples !== 3) return bytes;
  for (let at = 2; at + 10 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    if (marker === 0xe0 || marker === 0xee) return bytes;
    if (marker >= 0xc0 && marker <= 0xc2) {
      if (bytes[at + 10] === 1) return bytes;
      const said = new Uint8Array(bytes.length + NO_TRANSFORM.length);
      said.set(bytes.subarray(0, 2));
      said.set(NO_TRANSFORM, 2);
      said.set(bytes.subarray(2), 2 + NO_TRANSFORM.length);
      return said;
    }
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
  }
  return bytes;
}

async function decodeWasm(coding: FrameCoding, bytes: Uint8Array): Promise<DecodedFrame> {
  const codec = CODECS[coding]!;
  const module = await moduleOf(coding, codec).catch((error: unknown) => {
    // The decoder could not be loaded; the image itself may be fine.
    throw new SliceFailure('network', coding, error);
  });
  const decoder = new module[codec.decoder]!();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { bitsPerSample, componentCount } = decoder.getFrameInfo();
    return {
      // A copy, because the buffer is the codec's memory, which the next frame overwrites.
      bytes: decoder.getDecodedBuffer().slice(),
      bitsAllocated: bitsPerSample <= 8 ? 8 : 16,
      components: componentCount,
      isRgb: coding !== 'jpeg-ls',
    };
  } finally {
    decoder.delete?.();
  }
}

async function decodeLossless(
  bytes: Uint8Array,
  { bits, components }: { bits: number; components: number },
): Promise<DecodedFrame> {
  const { Decoder } = await import('@cornerstonejs/jpeg-lossless-decoder-js');
  const bytesPerSample = bits <= 8 ? 1 : 2;
  const decoded = new Decoder().decode(
    bytes.buffer as ArrayBuffer,
    bytes.byteOffset,
    bytes.length,
    bytesPerSample,
  );
  return {
    bytes: new Uint8Array(decoded.buffer, decoded.byteOffset, decoded.byteLength),
    bitsAllocated: bytesPerSample * 8,
    components,
    isRgb: false,
  };
}
