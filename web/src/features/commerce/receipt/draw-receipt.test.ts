import type { Invoice } from '@vesalius/contract/commerce-payment';
import { describe, expect, it } from 'vitest';
import { createI18n } from '../../../i18n/i18n.ts';
import { A4 } from '../../../lib/picture-pdf.ts';
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

/** The texts of the sheet with their positions, from a canvas that only records. */
async function written(language: 'en' | 'ar', more: Partial<Invoice> = {}) {
  const texts: { text: string; x: number; y: number }[] = [];
  const context = {
    fillRect() {},
    fillText: (text: string, x: number, y: number) => texts.push({ text, x, y }),
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const i18n = await createI18n(language, ['commerce']);
  drawReceipt(
    context as unknown as CanvasRenderingContext2D,
    { ...invoice, ...more },
    i18n.getFixedT(language, 'commerce'),
    language,
    new Date('2026-05-04T09:00:00.000Z'),
  );
  return texts;
}

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
});
