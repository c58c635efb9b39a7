import { sharp } from '../../../platform/pictures/sharp.ts';
import type { PdfDocument } from './pdfium.ts';
import { UnreadablePdf } from './protocol.ts';

/*
 * Page images. WebP of quality 80 keeps small type clean; effort 2 gives files within 2 percent of effort 4 in half
 * the time (measured on the 450-page textbook).
 */
const POINTS_AN_INCH = 72;
const DOTS_AN_INCH = 96;
/** Slides and posters are not drawn larger than a reader's window needs (pixels of the longer side, at 1x). */
const LONGEST_SIDE = 2000;
const THUMBNAIL_WIDTH = 160;
const WEBP = { quality: 80, effort: 2 } as const;
const THUMBNAIL = { quality: 72, effort: 2 } as const;

/** Flags of FPDF_RenderPageBitmap: draw annotations, and return bytes as red, green, blue. */
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;
const FORMAT_THREE_BYTES = 2;

export interface Picture {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The width is a multiple of 4, so that rows have no gaps between them; the aspect ratio is right within a pixel. */
function pictureSize(size: { width: number; height: number }, scale: 1 | 2) {
  const longer = Math.max(size.width, size.height);
  const factor = Math.min(DOTS_AN_INCH / POINTS_AN_INCH, LONGEST_SIDE / longer) * scale;
  const width = Math.max(4, Math.round((size.width * factor) / 4) * 4);
  return { width, height: Math.max(1, Math.round((width * size.height) / size.width)) };
}

export function renderPage(
  document: PdfDocument,
  page: number,
  size: { width: number; height: number },
  scale: 1 | 2,
): Picture {
  const { library } = document;
  const { width, height } = pictureSize(size, scale);
  const bitmap = library.FPDFBitmap_CreateEx(width, height, FORMAT_THREE_BYTES, 0, 0);
  if (bitmap === 0) throw new UnreadablePdf('needs more memory than an import may use');
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    library.FPDF_RenderPageBitmap(
      bitmap,
      page,
      0,
      0,
      width,
      height,
      0,
      DRAW_ANNOTATIONS | REVERSE_BYTE_ORDER,
    );
    document.drawFormFields(page, bitmap, { width, height }, DRAW_ANNOTATIONS | REVERSE_BYTE_ORDER);
    const stride = library.FPDFBitmap_GetStride(bitmap);
    if (stride !== width * 3) throw new Error(`PDFium gave rows of ${stride} bytes for ${width} pixels`);
    return { pixels: document.bytes(library.FPDFBitmap_GetBuffer(bitmap), stride * height), width, height };
  } finally {
    library.FPDFBitmap_Destroy(bitmap);
  }
}

const open = ({ pixels, width, height }: Picture) => sharp(pixels, { raw: { width, height, channels: 3 } });

export const encodePicture = (picture: Picture): Promise<Buffer> => open(picture).webp(WEBP).toBuffer();

export const encodeThumbnail = (picture: Picture): Promise<Buffer> =>
  open(picture).resize({ width: THUMBNAIL_WIDTH }).webp(THUMBNAIL).toBuffer();
