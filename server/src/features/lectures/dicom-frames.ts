import {
  codedSize,
  isShown,
  LARGEST_FRAME_PIXELS,
  TRANSFER_SYNTAXES,
} from '@vesalius/contract/lectures-dicom';
import dicomParser, { type DataSet, type Element } from 'dicom-parser';
import { storedFrames } from './dicom-pixels.ts';

export interface FrameFacts {
  readonly transferSyntax: string;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
}

/** The largest single file with several frames that a browser can hold (pixels). */
const LARGEST_FILE_PIXELS = 1_000_000_000;

/**
 * Errors in the pixels of a file, or null: too few of them, a compressed frame whose size differs from the file's (it
 * would fill the browser's memory), or an unsupported coding.
 */
export function frameMistake(data: DataSet, facts: FrameFacts): string | null {
  const { rows, columns, frames, transferSyntax } = facts;
  if (rows * columns > LARGEST_FRAME_PIXELS || rows * columns * frames > LARGEST_FILE_PIXELS)
    return `is ${columns} x ${rows} pixels in ${frames} frames, which is more than a browser can hold; make it smaller`;
  const element = data.elements.x7fe00010 as Element;
  const { coding } = TRANSFER_SYNTAXES[transferSyntax]!;
  if (coding === 'native') return nativeMistake(data, element, facts);
  const fragments = element.fragments ?? [];
  if (fragments.length < frames) return 'is cut off; export it again';
  if (coding === 'rle') return rleMistake(data, element, facts);
  for (const bytes of storedFrames(data, element)) {
    const size = codedSize(coding, bytes);
    if (!size) return 'holds a damaged image; export it again';
    if (size.rows !== rows || size.columns !== columns)
      return `says it is ${columns} x ${rows} pixels, but the image in it is ${size.columns} x ${size.rows}; export it again`;
    if (size.components > Math.max(3, data.uint16('x00280002') ?? 1) || size.bits > 32)
      return `holds an image of ${size.components} components with ${size.bits} bits; export it again`;
    if (!isShown(coding, size))
      return `is stored as JPEG Extended with ${size.bits} bits, which browsers cannot show; store it as JPEG Lossless`;
  }
  return null;
}

function nativeMistake(
  data: DataSet,
  element: Element,
  { rows, columns, frames }: FrameFacts,
): string | null {
  const samples = (data.string('x00280004') ?? '').endsWith('_422') ? 2 : (data.uint16('x00280002') ?? 1);
  const bits = (data.uint16('x00280100') ?? 16) * samples;
  const isThere = element.length >= Math.floor((rows * columns * frames * bits) / 8);
  return isThere ? null : 'is cut off; export it again';
}

/** The header of an RLE frame contains the number of byte planes: one for each byte of each sample. */
function rleMistake(data: DataSet, element: Element, { frames }: FrameFacts): string | null {
  const planes = Math.ceil((data.uint16('x00280100') ?? 8) / 8) * (data.uint16('x00280002') ?? 1);
  if (element.fragments?.length !== frames) return null;
  for (let frame = 0; frame < frames; frame += 1) {
    const bytes = dicomParser.readEncapsulatedPixelDataFromFragments(data, element, frame, 1);
    if (bytes.length < 64 || Uint8Array.from(bytes.slice(0, 4))[0] !== planes)
      return 'holds a damaged image; export it again';
  }
  return null;
}
