import type { Invoice } from '@vesalius/contract/commerce-payment';
import type { TFunction } from 'i18next';
import { formatDate, formatMoney, formatNumber } from '../../../lib/formats.ts';
import { type Paper, wrapToWidth, writeText } from '../../../lib/pdf/drawn-text.ts';
import { A4 } from '../../../lib/pdf/picture-pdf.ts';

export const SANS = "'Inter Variable', 'Noto Sans Arabic Variable', sans-serif";
export const SERIF = "'Source Serif 4 Variable', 'Noto Naskh Arabic Variable', serif";
const MARGIN = 56;
const END = A4.width - 2 * MARGIN;
const INK = '#191816';
const SOFT = '#5f5b53';
const PETROL = '#0f4c53';

interface Style {
  readonly font: string;
  readonly color: string;
  readonly align: CanvasTextAlign;
  readonly role: 'H1' | 'P';
  readonly continues: boolean;
  readonly maxWidth: number;
}

/**
 * Draws number, name, address, the paid period, and the tax line; mirrored for right-to-left languages. What may change after the
 * purchase (renewal, refund, end of the access) is as of `now`, which the sheet names.
 */
export function drawReceipt(
  paper: Paper,
  invoice: Invoice,
  t: TFunction<'commerce'>,
  language: string,
  now = new Date(),
): void {
  const { context } = paper;
  const mirrored = language === 'ar';
  const at = (x: number) => (mirrored ? A4.width - MARGIN - x : MARGIN + x);
  const money = (dollars: number) => formatMoney(dollars, language);
  /** On one line, so that its sign needs no joiner. */
  const less = (dollars: number) => money(-dollars).replace('\u2060', '');
  /** Each in its own direction: "3000 Leuven" keeps its order among Arabic lines. */
  const isolated = (line: string) => (mirrored ? `\u2068${line}\u2069` : line);
  const date = (iso: string) => formatDate(iso, language);
  context.direction = mirrored ? 'rtl' : 'ltr';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, A4.width, A4.height);
  const write = (text: string, x: number, y: number, style: Partial<Style> = {}) => {
    context.font = style.font ?? `400 10px ${SANS}`;
    context.fillStyle = style.color ?? INK;
    context.textAlign = style.align ?? 'start';
    writeText(paper, text, at(x), y, style);
  };
  const rule = (y: number, width: number) => {
    context.fillStyle = width > 0.8 ? PETROL : '#cbc5b8';
    context.fillRect(MARGIN, y, END, width);
  };
  const label = { font: `600 8.5px ${SANS}`, color: SOFT };

  write(t('receipt.publisher'), 0, 76, { font: `600 16px ${SERIF}`, color: PETROL });
  const { seller } = invoice;
  if (seller) {
    const taxId = seller.tax_id ? [t('receipt.taxId', { id: `\u2066${seller.tax_id}\u2069` })] : [];
    [...[seller.name, ...seller.lines].map(isolated), ...taxId].forEach((line, index) => {
      const font = index === 0 ? `600 10px ${SANS}` : `400 10px ${SANS}`;
      write(line, END, 62 + index * 14, { font, align: 'end' });
    });
  }
  write(t('receipt.heading'), 0, 128, { font: `400 30px ${SERIF}`, color: PETROL, role: 'H1' });
  rule(146, 1.2);

  write(t('receipt.number'), 0, 176, label);
  write(invoice.number, 0, 192);
  write(t('receipt.date'), 170, 176, label);
  write(date(invoice.issued_at), 170, 192);
  write(t('receipt.billedTo'), 300, 176, label);
  [invoice.buyer.name, ...invoice.buyer.lines, invoice.buyer.email].map(isolated).forEach((line, index) => {
    write(line, 300, 192 + index * 15, {
      maxWidth: END - 300,
      ...(index === 0 ? { font: `600 10px ${SANS}` } : {}),
    });
  });

  const top = 310;
  write(t('receipt.description'), 0, top, label);
  write(t('receipt.price'), END, top, { ...label, align: 'end' });
  rule(top + 8, 0.5);
  let y = top + 32;
  const font = `600 12px ${SERIF}`;
  context.font = font;
  for (const [index, line] of wrapToWidth(context, invoice.title, END - 100).entries()) {
    write(line, 0, y, { font, continues: index > 0 });
    y += 16;
  }
  write(money(invoice.price), END, top + 32, { align: 'end' });
  write(t('receipt.yearly'), 0, y, { color: SOFT });
  write(t('receipt.period', { from: date(invoice.period_start), to: date(invoice.period_end) }), 0, y + 15, {
    color: SOFT,
  });
  if (invoice.access_ends_at) {
    write(t('receipt.accessEnds', { date: date(invoice.access_ends_at) }), 0, y + 30);
    y += 15;
  }
  y += 36;
  rule(y, 0.5);

  const sum = (name: string, value: string, strong = false) => {
    y += strong ? 26 : 20;
    const font = strong ? `600 13px ${SANS}` : `400 10px ${SANS}`;
    context.font = font;
    // A long name begins further left, and leaves the amount its place.
    write(name, Math.min(END - 220, END - 70 - context.measureText(name).width), y, { font });
    write(value, END, y, { font, align: 'end' });
  };
  if (invoice.credit > 0) sum(t('receipt.credit'), less(invoice.credit));
  // Rounded to cents, because the difference of two floating-point numbers may not be.
  const discount = Math.round((invoice.discount - invoice.credit) * 100) / 100;
  if (discount > 0) sum(t('receipt.discount'), less(discount));
  sum(
    invoice.tax_rate > 0
      ? t('receipt.taxAt', { rate: formatNumber(invoice.tax_rate, language) })
      : t('receipt.tax'),
    money(invoice.tax),
  );
  sum(t('receipt.total'), money(invoice.total), true);
  if (invoice.refunded > 0)
    sum(
      invoice.refunded_at
        ? t('receipt.refundedOn', { date: date(invoice.refunded_at) })
        : t('receipt.refunded'),
      less(invoice.refunded),
    );
  y += 40;
  // The name of a card is read from the left in every language.
  write(t('receipt.paidWith', { method: `\u2066${invoice.paid_with}\u2069` }), 0, y, { color: SOFT });
  const { renewal } = invoice;
  if (renewal)
    write(t('receipt.renews', { date: date(renewal.date), price: money(renewal.price) }), 0, y + 15, {
      color: SOFT,
    });
  write(t('receipt.thanks'), 0, A4.height - 64, {
    // Arabic has no italics.
    font: `${mirrored ? '400' : 'italic'} 11px ${SERIF}`,
    color: PETROL,
  });
  write(t('receipt.asOf', { date: date(now.toISOString()) }), END, A4.height - 64, {
    color: SOFT,
    align: 'end',
  });
}
