import type { Invoice } from '@vesalius/contract/commerce-payment';
import type { TFunction } from 'i18next';
import { drawnPdf } from '../../../lib/pdf/drawn-pdf.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { drawReceipt, SANS, SERIF } from './draw-receipt.ts';

/** Saves a receipt as a PDF of one page. */
export async function saveReceipt(
  invoice: Invoice,
  t: TFunction<'commerce'>,
  language: string,
): Promise<void> {
  const heading = t('receipt.heading');
  const letters = JSON.stringify(invoice) + heading;
  const fonts = ['400 10px', '600 10px'].flatMap((size) => [`${size} ${SANS}`, `${size} ${SERIF}`]);
  // A letter that no font includes is drawn with a system font.
  await Promise.all(fonts.map((font) => document.fonts.load(font, letters).catch(() => [])));
  const pdf = await drawnPdf(`${heading} ${invoice.number}`, language, 1, (paper) =>
    drawReceipt(paper, invoice, t, language),
  );
  saveFile(pdf, `receipt ${invoice.number}.pdf`);
}
