import type { Transcript } from '@vesalius/contract/certificates';
import type { TFunction } from 'i18next';
import { saveFile } from '../../../lib/save-file.ts';
import { loadFonts } from '../diploma/fonts.ts';
import { drawTranscriptSheet, ROWS_PER_SHEET, SHEET } from './draw-transcript.ts';

/** 240 dots per inch: sharp in print. */
const SCALE = 240 / 72;

/** Drawn on a canvas like the certificate, because only a canvas shapes Arabic and all other scripts correctly. */
export async function saveTranscript(
  transcript: Transcript,
  t: TFunction<'certificates'>,
  language: string,
): Promise<void> {
  const [{ jsPDF }] = await Promise.all([
    import('jspdf'),
    loadFonts(JSON.stringify(transcript) + t('transcript.heading') + t('transcript.activity')),
  ]);
  const pdf = new jsPDF({ orientation: 'portrait', unit: 'pt', format: 'a4', compress: true });
  pdf.setProperties({ title: t('transcript.heading') });
  const canvas = document.createElement('canvas');
  canvas.width = SHEET.width * SCALE;
  canvas.height = SHEET.height * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws on no canvas');
  context.scale(SCALE, SCALE);
  const sheets = Math.max(1, Math.ceil(transcript.entries.length / ROWS_PER_SHEET));
  const address = `${window.location.host}/certificates/verify/`;
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    if (sheet > 1) pdf.addPage();
    drawTranscriptSheet(context, { transcript, sheet, sheets, address, t, language });
    pdf.addImage(canvas.toDataURL('image/jpeg', 0.92), 'JPEG', 0, 0, SHEET.width, SHEET.height);
  }
  saveFile(pdf.output('blob'), 'transcript.pdf');
}
