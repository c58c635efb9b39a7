/**
 * What the DICOM viewer can show; the import refuses the rest with its name. Without zod, because the browser loads this file.
 */

export type FrameCoding = 'native' | 'rle' | 'jpeg' | 'jpeg-lossless' | 'jpeg-ls' | 'jpeg-2000' | 'htj2k';

export interface TransferSyntax {
  readonly name: string;
  readonly coding: FrameCoding;
  readonly bigEndian?: true;
  /** The whole data set is compressed, not the frames. */
  readonly deflated?: true;
}

/** Every transfer syntax that the viewer shows, by UID. */
export const TRANSFER_SYNTAXES: Readonly<Record<string, TransferSyntax>> = {
  '1.2.840.10008.1.2': { name: 'Implicit VR Little Endian', coding: 'native' },
  '1.2.840.10008.1.2.1': { name: 'Explicit VR Little Endian', coding: 'native' },
  '1.2.840.10008.1.2.1.99': { name: 'Deflated Explicit VR Little Endian', coding: 'native', deflated: true },
  '1.2.840.10008.1.2.2': { name: 'Explicit VR Big Endian', coding: 'native', bigEndian: true },
  '1.2.840.10008.1.2.5': { name: 'RLE Lossless', coding: 'rle' },
  '1.2.840.10008.1.2.4.50': { name: 'JPEG Baseline', coding: 'jpeg' },
  // There is no decoder for its twelve-bit variant: see `isShown`.
  '1.2.840.10008.1.2.4.51': { name: 'JPEG Extended', coding: 'jpeg' },
  '1.2.840.10008.1.2.4.57': { name: 'JPEG Lossless', coding: 'jpeg-lossless' },
  '1.2.840.10008.1.2.4.70': { name: 'JPEG Lossless, first-order prediction', coding: 'jpeg-lossless' },
  '1.2.840.10008.1.2.4.80': { name: 'JPEG-LS Lossless', coding: 'jpeg-ls' },
  '1.2.840.10008.1.2.4.81': { name: 'JPEG-LS Near-lossless', coding: 'jpeg-ls' },
  '1.2.840.10008.1.2.4.90': { name: 'JPEG 2000 Lossless', coding: 'jpeg-2000' },
  '1.2.840.10008.1.2.4.91': { name: 'JPEG 2000', coding: 'jpeg-2000' },
  '1.2.840.10008.1.2.4.201': { name: 'High-Throughput JPEG 2000 Lossless', coding: 'htj2k' },
  '1.2.840.10008.1.2.4.202': { name: 'High-Throughput JPEG 2000 Lossless RPCL', coding: 'htj2k' },
  '1.2.840.10008.1.2.4.203': { name: 'High-Throughput JPEG 2000', coding: 'htj2k' },
};

/** Known transfer syntaxes that the viewer does not show, so that a refusal can name them. */
export const UNSHOWN_TRANSFER_SYNTAXES: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2.1.98': 'Encapsulated Uncompressed',
  '1.2.840.10008.1.2.4.53': 'JPEG Spectral Selection (retired)',
  '1.2.840.10008.1.2.4.55': 'JPEG Full Progression (retired)',
  '1.2.840.10008.1.2.4.92': 'JPEG 2000 Multi-component Lossless',
  '1.2.840.10008.1.2.4.93': 'JPEG 2000 Multi-component',
  '1.2.840.10008.1.2.4.94': 'JPIP Referenced',
  '1.2.840.10008.1.2.4.95': 'JPIP Referenced Deflate',
  '1.2.840.10008.1.2.4.100': 'MPEG-2 Main Profile',
  '1.2.840.10008.1.2.4.101': 'MPEG-2 High Level',
  '1.2.840.10008.1.2.4.102': 'MPEG-4 AVC/H.264',
  '1.2.840.10008.1.2.4.103': 'MPEG-4 AVC/H.264 BD',
  '1.2.840.10008.1.2.4.104': 'MPEG-4 AVC/H.264 2D',
  '1.2.840.10008.1.2.4.105': 'MPEG-4 AVC/H.264 3D',
  '1.2.840.10008.1.2.4.106': 'MPEG-4 AVC/H.264 Stereo',
  '1.2.840.10008.1.2.4.107': 'HEVC/H.265',
  '1.2.840.10008.1.2.4.108': 'HEVC/H.265 Main 10',
  '1.2.840.10008.1.2.4.110': 'JPEG XL Lossless',
  '1.2.840.10008.1.2.4.111': 'JPEG XL JPEG Recompression',
  '1.2.840.10008.1.2.4.112': 'JPEG XL',
  '1.2.840.10008.1.2.4.205': 'JPIP HTJ2K Referenced Deflate',
};

export const transferSyntaxName = (uid: string): string =>
  TRANSFER_SYNTAXES[uid]?.name ?? UNSHOWN_TRANSFER_SYNTAXES[uid] ?? `transfer syntax ${uid}`;

/** Larger frames (in pixels) are not decoded: a whole-body radiograph has 20 million. */
export const LARGEST_FRAME_PIXELS = 64_000_000;

export interface CodedSize {
  readonly columns: number;
  readonly rows: number;
  readonly components: number;
  /** Per sample. */
  readonly bits: number;
}

/**
 * The size in the header of a compressed frame, read before decoding: a frame whose size differs from its file's must not reach a
 * decoder. Null = no header of that coding.
 */
export function codedSize(coding: FrameCoding, bytes: Uint8Array): CodedSize | null {
  const at = (offset: number) => bytes[offset] ?? 0;
  const two = (offset: number) => (at(offset) << 8) | at(offset + 1);
  const four = (offset: number) => two(offset) * 65_536 + two(offset + 2);
  if (coding === 'jpeg-2000' || coding === 'htj2k') return sizeInCodestream(bytes, two, four, at);
  if (coding !== 'jpeg' && coding !== 'jpeg-lossless' && coding !== 'jpeg-ls') return null;
  if (two(0) !== 0xffd8) return null;
  for (let offset = 2; offset + 9 < bytes.length; ) {
    if (at(offset) !== 0xff) return null;
    const marker = at(offset + 1);
    // Fill bytes, and markers without a length.
    if (marker === 0xff) offset += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) offset += 2;
    else if (isFrameHeader(marker))
      return {
        bits: at(offset + 4),
        rows: two(offset + 5),
        columns: two(offset + 7),
        components: at(offset + 9),
      };
    else offset += 2 + two(offset + 2);
  }
  return null;
}

/** Whether there is a decoder for such frames: the one for JPEG supports eight bits per sample. */
export const isShown = (coding: FrameCoding, { bits }: CodedSize): boolean => coding !== 'jpeg' || bits === 8;

/** SOF0 to SOF15 without DHT, JPG and DAC, and JPEG-LS's own marker. */
const isFrameHeader = (marker: number) =>
  marker === 0xf7 ||
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc);

/** A bare codestream begins with SOC and SIZ; in a JP2 file it is in a later box. */
function sizeInCodestream(
  bytes: Uint8Array,
  two: (offset: number) => number,
  four: (offset: number) => number,
  at: (offset: number) => number,
): CodedSize | null {
  const searched = Math.min(bytes.length - 42, 65_536);
  for (let offset = 0; offset <= searched; offset += 1)
    if (four(offset) === 0xff4fff51)
      return {
        columns: four(offset + 8) - four(offset + 16),
        rows: four(offset + 12) - four(offset + 20),
        components: two(offset + 40),
        bits: (at(offset + 42) & 0x7f) + 1,
      };
  return null;
}
