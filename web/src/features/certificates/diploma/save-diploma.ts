import { CERTIFICATE_CANVAS, CERTIFICATE_FILE } from '@vesalius/contract/constants';
import { type Paragraph, paperOf } from '../../../lib/pdf/drawn-text.ts';
import { A4, pictureOf, picturePdf } from '../../../lib/pdf/picture-pdf.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { drawDiploma } from './draw-diploma.ts';
import { loadFonts } from './fonts.ts';
import { qrModules } from './qr.ts';
import type { DiplomaWords } from './words.ts';

const { width, height, scale: PRINT_SCALE } = CERTIFICATE_CANVAS;
const JPEG_QUALITY = 0.9;
/** The paper color also fills the area beside the image. */
const TONE = [253, 251, 246] as const;

/** Draws on the canvas at the given scale; 2.5 is for print. Returns what is written on it. */
export async function renderDiploma(
  canvas: HTMLCanvasElement,
  words: DiplomaWords,
  scale: number = PRINT_SCALE,
): Promise<readonly Paragraph[]> {
  const [qr] = await Promise.all([
    qrModules(words.address),
    loadFonts(Object.values(words).flat().join(' ')),
  ]);
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws on no canvas');
  context.scale(scale, scale);
  const paper = paperOf(context);
  drawDiploma(paper, words, qr);
  return paper.paragraphs;
}

/**
 * Saves "certificate CME.pdf" or "certificate.pdf", or a PNG if the PDF cannot be created. Returns which one it was.
 */
export async function saveDiploma(words: DiplomaWords): Promise<'pdf' | 'png'> {
  const canvas = document.createElement('canvas');
  const paragraphs = await renderDiploma(canvas, words);
  const name = CERTIFICATE_FILE[words.isCredit ? 'credit' : 'hours'];
  try {
    saveFile(await pdfOf(canvas, words, paragraphs), name);
    return 'pdf';
  } catch {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('the canvas gave no picture');
    saveFile(blob, name.replace(/\.pdf$/, '.png'));
    return 'png';
  } finally {
    canvas.width = 0; // frees 50 MB without waiting for garbage collection
  }
}

async function pdfOf(
  canvas: HTMLCanvasElement,
  words: DiplomaWords,
  paragraphs: readonly Paragraph[],
): Promise<Blob> {
  return picturePdf({
    paper: { width: A4.height, height: A4.width },
    tone: TONE,
    language: words.rightToLeft ? 'ar' : 'en',
    title: words.title,
    subject: words.heading,
    keywords: words.number,
    pages: [{ picture: await pictureOf(canvas, JPEG_QUALITY), paragraphs }],
  });
}
