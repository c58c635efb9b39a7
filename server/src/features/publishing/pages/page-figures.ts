import { pageTransform } from './page-transform.ts';
import type { PdfDocument } from './pdfium.ts';

/** x, y, width, height as fractions of the page, from its top left corner. */
export type Figure = readonly [x: number, y: number, width: number, height: number];

/** FPDF_PAGEOBJ_* of fpdf_edit.h */
const IMAGE = 3;
const FORM = 5;
/** Rules, bullets and logos are not figures (share of the page's width or height). */
const SMALLEST = 0.04;
/** An image of the whole page is a scan: its text turns dark like any other. */
const WHOLE_PAGE = 0.85;
const MOST = 40;
const DEEPEST_FORM = 4;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Finds the page's photographs: radiographs keep their pixels when the reader turns the page dark. */
export function readFigures(document: PdfDocument, page: number): Figure[] {
  const { library } = document;
  const toFraction = pageTransform(document, page);
  const figures: Figure[] = [];

  const visit = (object: number, outer: Matrix, depth: number) => {
    const type = library.FPDFPageObj_GetType(object);
    if (type === FORM && depth < DEEPEST_FORM) {
      const inner = multiply(matrixOf(document, object), outer);
      const count = library.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index += 1)
        visit(library.FPDFFormObj_GetObject(object, index), inner, depth + 1);
    }
    if (type !== IMAGE || figures.length >= MOST) return;
    const bounds = boundsOf(document, object);
    if (!bounds) return;
    const { left, top, right, bottom } = toFraction(mapBounds(bounds, outer));
    const box = [Math.max(0, left), Math.max(0, top), Math.min(1, right), Math.min(1, bottom)] as const;
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    if (width < SMALLEST || height < SMALLEST || (width > WHOLE_PAGE && height > WHOLE_PAGE)) return;
    figures.push([round(box[0]), round(box[1]), round(width), round(height)]);
  };
  const count = library.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(library.FPDFPage_GetObject(page, index), IDENTITY, 0);
  return figures;
}

interface Bounds {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

function boundsOf(document: PdfDocument, object: number): Bounds | null {
  return document.withBuffer(16, (pointer, view) => {
    const known = document.library.FPDFPageObj_GetBounds(
      object,
      pointer,
      pointer + 4,
      pointer + 8,
      pointer + 12,
    );
    if (!known) return null;
    const [left, bottom, right, top] = [0, 4, 8, 12].map((offset) => view().getFloat32(offset, true));
    return { left: left!, bottom: bottom!, right: right!, top: top! };
  });
}

function matrixOf(document: PdfDocument, object: number): Matrix {
  return document.withBuffer(24, (pointer, view) => {
    if (!document.library.FPDFPageObj_GetMatrix(object, pointer)) return IDENTITY;
    return [0, 4, 8, 12, 16, 20].map((offset) => view().getFloat32(offset, true)) as unknown as Matrix;
  });
}

/** Applies `inner`, then `outer`. */
function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function mapBounds({ left, bottom, right, top }: Bounds, [a, b, c, d, e, f]: Matrix): Bounds {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
