import type { Invoice } from '@vesalius/contract/commerce-payment';
import type { TFunction } from 'i18next';
import { drawReceipt, SANS, SERIF, SHEET } from './draw-receipt.ts';

/** 240 dots per inch: sharp in print. */
const SCALE = 240 / 72;

/** A PDF with one page, drawn on a canvas, because only a canvas shapes Arabic and all other scripts correctly. */
export async function saveReceipt(
  invoice: Invoice,
  t: TFunction<'commerce'>,
  language: string,
): Promise<void> {
  const letters = JSON.stringify(invoice) + t('receipt.heading');
  const fonts = ['400 10px', '600 10px'].flatMap((size) => [`${size} ${SANS}`, `${size} ${SERIF}`]);
  const [{ jsPDF }] = await Promise.all([
    import('jspdf'),
    // A letter that no font includes is drawn with a system font.
    ...fonts.map((font) => document.fonts.load(font, letters).catch(() => [])),
  ]);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(SHEET.width * SCALE);
  canvas.height = Math.round(SHEET.height * SCALE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws on no canvas');
  context.scale(SCALE, SCALE);
  drawReceipt(context, invoice, t, language);
  const pdf = new jsPDF({ orientation: 'portrait', unit: 'pt', format: 'a4', compress: true });
  pdf.setProperties({ title: `${t('receipt.heading')} ${invoice.number}` });
  pdf.addImage(canvas.toDataURL('image/jpeg', 0.92), 'JPEG', 0, 0, SHEET.width, SHEET.height);
  pdf.save(`receipt ${invoice.number}.pdf`);
}
