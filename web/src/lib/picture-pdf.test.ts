import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { A4, picturePdf } from './picture-pdf.ts';

it('writes a PDF that another program reads, with its pages, pictures and title', async () => {
  const pictures = await Promise.all(
    [
      { width: 120, height: 170 },
      { width: 100, height: 170 },
    ].map(async (size) => {
      const bytes = await sharp({ create: { ...size, channels: 3, background: '#a33' } })
        .jpeg()
        .toBuffer();
      return { jpeg: new Blob([new Uint8Array(bytes)]), ...size };
    }),
  );
  const pdf = picturePdf({
    paper: A4,
    tone: [253, 251, 246],
    title: 'شهادة (1) \\ é',
    keywords: 'VSL-1',
    pictures,
  });
  const read = await PDFDocument.load(await pdf.arrayBuffer(), { updateMetadata: false });
  expect(read.getTitle()).toBe('شهادة (1) \\ é');
  expect(read.getKeywords()).toBe('VSL-1');
  expect(read.getSubject()).toBeUndefined();
  expect(read.getPages().map((page) => page.getSize())).toEqual([A4, A4]);
});
