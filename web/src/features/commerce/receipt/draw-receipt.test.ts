import type { Invoice } from '@vesalius/contract/commerce-payment';
import { describe, expect, it } from 'vitest';
import { createI18n } from '../../../i18n/i18n.ts';
import { paperOf } from '../../../lib/pdf/drawn-text.ts';
import { A4 } from '../../../lib/pdf/picture-pdf.ts';
import { blankContext, readBack } from '../../../testing/read-pdf.ts';
import { drawReceipt } from './draw-receipt.ts';

const invoice: Invoice = {
  id: 'i',
  number: 'V-2026-000001',
  issued_at: '2026-03-01T09:00:00.000Z',
  title: 'Chest Radiography: A Systematic Approach',
  buyer: { name: 'Ada Reader', email: 'ada@example.org', lines: ['1 Main Street', '3000 Leuven', 'Belgium'] },
  seller: null,
  period_start: '2026-03-01T09:00:00.000Z',
  period_end: '2027-03-01T09:00:00.000Z',
  price: 199,
  discount: 99.5,
  credit: 0,
  tax: 17.27,
  tax_rate: 21,
  total: 99.5,
  refunded: 10,
  refunded_at: '2026-05-02T09:00:00.000Z',
  access_ends_at: null,
  paid_with: 'Visa •••• 0027',
  kind: 'initial',
  renewal: { date: '2027-03-01T09:00:00.000Z', price: 199 },
};

async function drawn(language: 'en' | 'ar', more: Partial<Invoice> = {}) {
  const texts: { text: string; x: number; y: number }[] = [];
  const context = Object.assign(blankContext(), {
    fillText: (text: string, x: number, y: number) => texts.push({ text, x, y }),
  });
  const paper = paperOf(context);
  const i18n = await createI18n(language, ['commerce']);
  const t = i18n.getFixedT(language, 'commerce');
  drawReceipt(paper, { ...invoice, ...more }, t, language, new Date('2026-05-04T09:00:00.000Z'));
  return { texts, paragraphs: paper.paragraphs };
}

/** The texts of the sheet with their positions. */
const written = async (language: 'en' | 'ar', more: Partial<Invoice> = {}) =>
  (await drawn(language, more)).texts;

describe('the receipt', () => {
  it('shows number, buyer, address, payment, discount, tax with its rate, and refunds', async () => {
    const sheet = (await written('en')).map(({ text }) => text).join('\n');
    for (const text of [
      'V-2026-000001',
      'Ada Reader',
      '1 Main Street',
      '3000 Leuven',
      'Belgium',
      'Tax included (21%)',
      '$17.27',
      '−$99.50',
      '−$10',
      'Visa •••• 0027',
    ])
      expect(sheet).toContain(text);
  });

  it('names its seller with address and tax number if the installation does', async () => {
    const seller = { name: 'Books GmbH', lines: ['Am Markt 1', '10115 Berlin'], tax_id: 'DE123456789' };
    const sheet = async (more: Partial<Invoice>) =>
      (await written('en', more)).map(({ text }) => text).join('\n');
    expect(await sheet({ seller })).toContain(
      'Books GmbH\nAm Markt 1\n10115 Berlin\nTax number \u2066DE123456789\u2069',
    );
    expect(await sheet({})).not.toContain('Tax number');
  });

  it('says when and at what price the next year is charged, while it renews', async () => {
    const sheet = async (more: Partial<Invoice> = {}) =>
      (await written('en', more)).map(({ text }) => text).join('\n');
    expect(await sheet()).toContain('Renews on 1 Mar 2027 for $199 a year');
    expect(await sheet({ renewal: null })).not.toContain('Renews');
  });

  it('says when it was refunded, that the access ends early, and as of when', async () => {
    const sheet = (await written('en', { access_ends_at: '2026-05-03T09:00:00.000Z' })).map(
      ({ text }) => text,
    );
    expect(sheet).toContain('Refunded on 2 May 2026');
    expect(sheet).toContain('Ends early, on 3 May 2026');
    expect(sheet).toContain('As of 4 May 2026');
    expect((await written('en')).map(({ text }) => text).join('\n')).not.toContain('Ends early');
    const unknown = await written('en', { refunded_at: null });
    expect(unknown.map(({ text }) => text)).toContain('Refunded');
  });

  it('separates the credit for owned books from the discount', async () => {
    const sheet = async (credit: number) =>
      (await written('en', { credit })).map(({ text }) => text).join('\n');
    const both = await sheet(40);
    expect(both).toContain('Credit: the share of books that you already paid for\n−$40');
    expect(both).toContain('Discount\n−$59.50');
    const credited = await sheet(99.5);
    expect(credited).toContain('Credit: the share of books that you already paid for\n−$99.50');
    expect(credited).not.toContain('Discount');
  });

  it('shows no rate without tax', async () => {
    const sheet = (await written('en', { tax: 0, tax_rate: 0 })).map(({ text }) => text);
    expect(sheet).toContain('Tax included');
    expect(sheet.join('\n')).not.toContain('%');
  });

  it.each(['en', 'ar'] as const)('stays within the sheet: %s', async (language) => {
    for (const { text, x, y } of await written(language)) {
      expect(x, text).toBeGreaterThanOrEqual(0);
      expect(x, text).toBeLessThanOrEqual(A4.width);
      expect(y, text).toBeLessThan(A4.height);
    }
  });

  it('is mirrored in Arabic', async () => {
    const [left, right] = await Promise.all([written('en'), written('ar')]);
    const at = (texts: typeof left) => texts.find(({ text }) => text === 'V-2026-000001')?.x ?? 0;
    expect(at(left)).toBeLessThan(A4.width / 2);
    expect(at(right)).toBeGreaterThan(A4.width / 2);
  });

  it('keeps the minus before an amount and the postal code before the city in Arabic', async () => {
    const seller = { name: 'Books GmbH', lines: ['10115 Berlin'], tax_id: null };
    const texts = (await written('ar', { seller })).map(({ text }) => text);
    for (const text of [
      '\u2066−$99.50\u2069',
      '\u2066−$10\u2069',
      '\u20683000 Leuven\u2069',
      '\u206810115 Berlin\u2069',
    ])
      expect(texts).toContain(text);
    const { text } = await readBack((await drawn('ar', { seller })).paragraphs, 'ar');
    for (const words of ['−$99.50', '3000 Leuven', '10115 Berlin']) expect(text).toContain(words);
  });

  it('is found, word by word, in its PDF', async () => {
    const { text } = await readBack((await drawn('en')).paragraphs, 'en');
    for (const words of [
      'Receipt',
      'V-2026-000001',
      '1 Mar 2026',
      'Ada Reader',
      'ada@example.org',
      'Chest Radiography: A Systematic Approach',
      'Access from 1 Mar 2026 to 1 Mar 2027',
      'Tax included (21%)',
      '$17.27',
      '−$99.50',
      'Paid with Visa •••• 0027',
      'Renews on 1 Mar 2027 for $199 a year',
    ])
      expect(text).toContain(words);
  });

  it('is found, word by word, in its Arabic PDF', async () => {
    const buyer = {
      ...invoice.buyer,
      name: 'عبد الرحمن بن مُحَمَّد الفقيه',
      lines: ['شارع الملك فهد 12', 'السعودية'],
    };
    const seller = { name: 'Books GmbH', lines: ['Am Markt 1'], tax_id: 'DE123456789' };
    const { text } = await readBack((await drawn('ar', { buyer, seller })).paragraphs, 'ar');
    for (const words of [
      'فيزاليوس',
      'إيصال',
      'V-2026-000001',
      '1 مارس 2026',
      'عبد الرحمن بن مُحَمَّد الفقيه',
      'شارع الملك فهد 12',
      'DE123456789',
      'الخطة السنوية، 12 شهرًا',
      'الوصول من 1 مارس 2026 إلى 1 مارس 2027',
      '(21%)',
      '$17.27',
      '−$99.50',
      'Visa •••• 0027',
    ])
      expect(text).toContain(words);
  });

  it('keeps a long name of the buyer and of a sum within the margins', async () => {
    const name = 'Maximiliane Alexandra von Hohenlohe-Langenburg und Weikersheim';
    const { texts, paragraphs } = await drawn('en', { buyer: { ...invoice.buyer, name }, credit: 40 });
    const lines = paragraphs.flatMap(({ lines }) => lines);
    for (const { text, x, width } of lines) expect(x + width, text).toBeLessThanOrEqual(A4.width - 56 + 0.01);
    const credit = lines.find(({ text }) => text.startsWith('Credit'));
    const amount = lines.find(({ text }) => text === '−$40');
    expect((credit?.x ?? 0) + (credit?.width ?? 0)).toBeLessThan(amount?.x ?? 0);
    expect(texts.map(({ text }) => text)).toContain(name);
  });
});
