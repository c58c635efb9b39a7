import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readWords, textOfWords } from './page-text.ts';
import { PdfDocument } from './pdfium.ts';

const BOOK = resolve(import.meta.dirname, '../../../../../demo/acid-base-arabic/book.pdf');

it('reads Latin words with digits, and the signs behind them, as they stand in an Arabic sentence', async () => {
  const document = await PdfDocument.open(BOOK);
  const pages = Array.from({ length: document.pageCount }, (_, index) =>
    document.withPage(index + 1, (handle) => textOfWords(readWords(document, handle).words)),
  );
  const text = pages.join('\n').replaceAll(/\s+/g, ' ');
  expect(text).toContain('24 مضروبة في PaCO2 مقسومة على HCO3. إن لم يوافق');
  expect(text).toContain('(الجدول 1.1) ففي الورقة خطأ');
  expect(text).toContain('(الشكل 2.1) المجالات المتوقعة');
  expect(text).toContain('الرقم pH: أقل من 7.35');
  expect(text).toContain('بعد جراحة. pH 7.32 و PaCO2 34 و HCO3 17 والكلور 113. الفجوة 10: حماض');
  expect(text).toContain('يبلغ البوتاسيوم 3.5، لأن الإنسولين');
  expect(text).not.toMatch(/\d(PaCO|HCO|PaO|SGLT)/);
});
