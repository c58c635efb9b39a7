import {
  codedSize,
  isShown,
  LARGEST_FRAME_PIXELS,
  TRANSFER_SYNTAXES,
} from '@vesalius/contract/lectures-dicom';
import dicomParser, { type DataSet, type Element } from 'dicom-parser';
import { type ImageNumbers, nativeLength } from './dicom-image.ts';
import { storedFrames } from './dicom-pixels.ts';

/** The largest single file with several frames that a browser can hold (pixels). */
const LARGEST_FILE_PIXELS = 1_000_000_000;

/** Fewer bytes after the pixels are padding, which readers do not get. */
const isAnotherImage = (extraBytes: number, image: ImageNumbers) => extraBytes >= nativeLength(image, 1);

/**
 * Errors in the pixels of a file, or null: too few or too many of them, a compressed frame whose size differs from the
 * file's (it would fill the browser's memory), or an unsupported coding.
 */
export function frameMistake(data: DataSet, image: ImageNumbers, transferSyntax: string): string | null {
  const { rows, columns, frames, samples } = image;
  if (rows * columns > LARGEST_FRAME_PIXELS || rows * columns * frames > LARGEST_FILE_PIXELS)
    return `is ${columns} x ${rows} pixels in ${frames} frames, which is more than a browser can hold; make it smaller`;
  const element = data.elements.x7fe00010 as Element;
  const { coding } = TRANSFER_SYNTAXES[transferSyntax]!;
  if (coding === 'native') return nativeMistake(element, image);
  const fragments = element.fragments ?? [];
  if (fragments.length < frames) return 'is cut off; export it again';
  if (hasOverlayInPixels(data))
    return 'has an overlay in its compressed pixels, where it cannot be removed; export it uncompressed or without overlays';
  if (coding === 'rle') return rleMistake(data, element, image);
  for (const bytes of storedFrames(data, element, frames)) {
    const size = codedSize(coding, bytes);
    if (!size) return 'holds a damaged image; export it again';
    if (size.rows !== rows || size.columns !== columns)
      return `says it is ${columns} x ${rows} pixels, but the image in it is ${size.columns} x ${size.rows}; export it again`;
    if (size.components > Math.max(3, samples) || size.bits > 32)
      return `holds an image of ${size.components} components with ${size.bits} bits; export it again`;
    if (!isShown(coding, size))
      return `is stored as JPEG Extended with ${size.bits} bits, which browsers cannot show; store it as JPEG Lossless`;
  }
  return null;
}

function nativeMistake({ length, fragments }: Element, image: ImageNumbers): string | null {
  if (fragments) return 'says that it is uncompressed, and is not; export it again';
  const extraBytes = length - nativeLength(image, image.frames);
  if (extraBytes < 0) return 'is cut off; export it again';
  // One byte is the padding of an odd number of them, also where an image is one byte.
  return extraBytes > 1 && isAnotherImage(extraBytes, image)
    ? `holds more images than it says (NumberOfFrames is ${image.frames}); export it again`
    : null;
}

/** PS3.3, C.9.2, retired: an overlay without data of its own is in bits of the pixels. */
const hasOverlayInPixels = (data: DataSet): boolean =>
  Object.keys(data.elements).some((tag) => {
    const hasData = (data.elements[`${tag.slice(0, 5)}3000`]?.length ?? 0) > 0;
    if (hasData) return false;
    if (/^x60..0100$/.test(tag)) return (data.uint16(tag) ?? 1) > 1;
    return /^x60..0102$/.test(tag) && (data.uint16(tag) ?? 0) > 0;
  });

/** The header of an RLE frame contains the number of byte planes: one for each byte of each sample. */
function rleMistake(
  data: DataSet,
  element: Element,
  { frames, samples, bitsAllocated }: ImageNumbers,
): string | null {
  if (bitsAllocated === 1) return 'says 1 for BitsAllocated, which RLE does not compress; export it again';
  const planes = (bitsAllocated / 8) * samples;
  if (element.fragments?.length !== frames) return null;
  for (let frame = 0; frame < frames; frame += 1) {
    const bytes = dicomParser.readEncapsulatedPixelDataFromFragments(data, element, frame, 1);
    if (bytes.length < 64 || Uint8Array.from(bytes.slice(0, 4))[0] !== planes)
      return 'holds a damaged image; export it again';
  }
  return null;
}
