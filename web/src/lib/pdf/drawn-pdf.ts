import { type Paper, paperOf } from './drawn-text.ts';
import { A4, pictureOf, picturePdf } from './picture-pdf.ts';

/** 240 dots per inch: sharp in print. */
const SCALE = 240 / 72;
const JPEG_QUALITY = 0.92;

/**
 * A PDF of upright A4 sheets. `draw` gets each sheet's number from 1, and draws over the sheet before it. Fonts must be
 * loaded. Throws if the browser has no canvas.
 */
export async function drawnPdf(
  title: string,
  language: string,
  sheets: number,
  draw: (paper: Paper, sheet: number) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(A4.width * SCALE);
  canvas.height = Math.round(A4.height * SCALE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws on no canvas');
  context.scale(SCALE, SCALE);
  const pages = [];
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const paper = paperOf(context);
    draw(paper, sheet);
    pages.push({ picture: await pictureOf(canvas, JPEG_QUALITY), paragraphs: paper.paragraphs });
  }
  return picturePdf({ paper: A4, title, language, pages });
}
