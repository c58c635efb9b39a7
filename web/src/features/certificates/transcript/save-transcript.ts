import type { Transcript } from '@vesalius/contract/certificates';
import type { TFunction } from 'i18next';
import { drawnPdf } from '../../../lib/pdf/drawn-pdf.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { loadFonts } from '../diploma/fonts.ts';
import { drawTranscriptSheet, ROWS_PER_SHEET } from './draw-transcript.ts';

/** Saves the certificates of a person as a PDF, some rows on each sheet. */
export async function saveTranscript(
  transcript: Transcript,
  t: TFunction<'certificates'>,
  language: string,
): Promise<void> {
  const title = t('transcript.heading');
  await loadFonts(JSON.stringify(transcript) + title + t('transcript.activity'));
  const sheets = Math.max(1, Math.ceil(transcript.entries.length / ROWS_PER_SHEET));
  const address = `${window.location.host}/certificates/verify/`;
  const pdf = await drawnPdf(title, language, sheets, (paper, sheet) =>
    drawTranscriptSheet(paper, { transcript, sheet, sheets, address, t, language }),
  );
  saveFile(pdf, 'transcript.pdf');
}
