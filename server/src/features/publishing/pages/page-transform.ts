import type { PdfDocument } from './pdfium.ts';

/** The width of the page in device units, to measure its coordinate system: one unit is a millionth of it. */
const UNIT = 1_000_000;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Maps page coordinates (points from the bottom, possibly rotated or cropped) to fractions from the top left corner.
 * PDFium maps three points, which determine the affine map.
 */
export function pageTransform(document: PdfDocument, page: number): (box: Box) => Box {
  const { library } = document;
  const device = (x: number, y: number) =>
    document.withBuffer(8, (pointer, view) => {
      library.FPDF_PageToDevice(page, 0, 0, UNIT, UNIT, 0, x, y, pointer, pointer + 4);
      return [view().getInt32(0, true) / UNIT, view().getInt32(4, true) / UNIT] as const;
    });
  const [originX, originY] = device(0, 0);
  const [xx, xy] = device(1000, 0).map((value, i) => (value - [originX, originY][i]!) / 1000) as [
    number,
    number,
  ];
  const [yx, yy] = device(0, 1000).map((value, i) => (value - [originX, originY][i]!) / 1000) as [
    number,
    number,
  ];
  return ({ left, right, top, bottom }) => {
    const x1 = originX + left * xx + bottom * yx;
    const y1 = originY + left * xy + bottom * yy;
    const x2 = originX + right * xx + top * yx;
    const y2 = originY + right * xy + top * yy;
    return {
      left: Math.min(x1, x2),
      right: Math.max(x1, x2),
      top: Math.min(y1, y2),
      bottom: Math.max(y1, y2),
    };
  };
}
