import { codedSize, LARGEST_FRAME_PIXELS, TRANSFER_SYNTAXES } from '@vesalius/contract/lectures-dicom';
import { type Decoding, decodeFrame, type Samples } from './decode-frame.ts';
import type { ImageNumbers } from './dicom-image.ts';
import { BadDicom } from './dicom-parse.ts';

/** Decoders return no longer samples. */
const LONGEST_DECODED_BITS = 16;

/**
 * Throws BadDicom if compressed frames have bits set beside their stored values, which no viewer shows and which cannot
 * be cleared without compressing the image again. A frame without room for them is not decoded; RLE was packed again
 * without them.
 */
export async function demandNoSpareBits(
  frames: readonly Uint8Array[],
  image: ImageNumbers,
  transferSyntax: string,
): Promise<void> {
  const { coding } = TRANSFER_SYNTAXES[transferSyntax]!;
  if (coding === 'native' || coding === 'rle') return;
  const extension: SignExtension = { isExtended: null };
  for (const frame of frames) {
    const { bits, isSame } = precisionOf(coding, frame);
    const hasRoom = bits > image.highBit + 1 || image.highBit + 1 > image.bitsStored;
    if (!hasRoom) continue;
    const samples =
      isSame && bits <= LONGEST_DECODED_BITS ? await samplesOf(coding, frame, { image, bits }) : null;
    if (!samples)
      throw new BadDicom(
        `has ${bits} bits per sample in its compressed pixels and says that ${image.bitsStored} are stored (BitsStored), and what is in the others cannot be found out; export it uncompressed`,
      );
    if (hasSpareBits(samples, { image, bits, extension }))
      throw new BadDicom(
        `has something in the bits beside its ${image.bitsStored} stored ones (BitsStored), where it cannot be removed from compressed pixels; export it uncompressed`,
      );
  }
}

/** Of the component with the most bits. */
function precisionOf(coding: Decoding, frame: Uint8Array): { bits: number; isSame: boolean } {
  if (coding !== 'jpeg-2000' && coding !== 'htj2k')
    return { bits: codedSize(coding, frame)?.bits ?? LONGEST_DECODED_BITS + 1, isSame: true };
  // ITU-T T.800, A.5.1: SIZ is the first segment, with a size of its own for each component.
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const each = Array.from({ length: bytes.readUInt16BE(40) }, (_, at) => (bytes[42 + 3 * at]! & 0x7f) + 1);
  return { bits: Math.max(...each), isSame: each.every((bits) => bits === each[0]) };
}

/** Null if the frame is no image of the size that the file says. */
async function samplesOf(
  coding: Decoding,
  frame: Uint8Array,
  { image, bits }: { image: ImageNumbers; bits: number },
): Promise<Samples | null> {
  const size = codedSize(coding, frame);
  const count = size ? size.rows * size.columns * size.components : 0;
  const isExpected = size && size.rows === image.rows && size.columns === image.columns;
  if (!isExpected || count > LARGEST_FRAME_PIXELS) return null;
  const samples = await decodeFrame(coding, frame, bits).catch(() => null);
  return samples && samples.length >= count ? samples : null;
}

/** Negative values have ones above the sign in all pixels of a file, or in none: otherwise each could say something. */
interface SignExtension {
  isExtended: boolean | null;
}

function hasSpareBits(
  samples: Samples,
  { image, bits, extension }: { image: ImageNumbers; bits: number; extension: SignExtension },
): boolean {
  const { bitsStored, highBit, isSigned } = image;
  const below = 2 ** (highBit + 1 - bitsStored) - 1;
  const above = bits > highBit + 1 ? 2 ** bits - 2 ** (highBit + 1) : 0;
  const sign = 2 ** highBit;
  for (let at = 0; at < samples.length; at += 1) {
    const sample = samples[at]!;
    if ((sample & below) !== 0) return true;
    const spare = sample & above;
    if (isSigned && (sample & sign) !== 0 && above !== 0) {
      if (spare !== 0 && spare !== above) return true;
      const isExtended = spare === above;
      extension.isExtended ??= isExtended;
      if (extension.isExtended !== isExtended) return true;
    } else if (spare !== 0) return true;
  }
  return false;
}
