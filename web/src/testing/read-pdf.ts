import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import type { Paragraph } from '../lib/pdf/drawn-text.ts';
import { A4, picturePdf } from '../lib/pdf/picture-pdf.ts';

/** A canvas that only measures: a letter is as wide as 0.6 of the font's size, a space as a quarter of it. */
export function blankContext(): CanvasRenderingContext2D {
  const widthOf = (letter: string) => (/\p{M}|\p{Cf}/u.test(letter) ? 0 : /\s/.test(letter) ? 0.25 : 0.6);
  const context = {
    font: '',
    direction: 'ltr',
    textAlign: 'start',
    fillRect() {},
    fillText() {},
    measureText: (text: string) => {
      const size = Number(/([\d.]+)px/.exec(context.font)?.[1]);
      return { width: [...text].reduce((sum, letter) => sum + widthOf(letter) * size, 0) };
    },
    getTransform: () => ({ a: 1, d: 1, e: 0, f: 0 }),
    save() {},
    restore() {},
    beginPath() {},
    moveTo() {},
    lineTo() {},
    stroke() {},
  };
  return context as unknown as CanvasRenderingContext2D;
}

export async function blankPicture() {
  const size = { width: A4.width, height: A4.height };
  const jpeg = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  return { jpeg: new Blob([new Uint8Array(jpeg)]), ...size };
}

/** What another program reads in a PDF of these paragraphs. */
export async function readBack(paragraphs: readonly Paragraph[], language: string) {
  const pdf = await picturePdf({
    paper: A4,
    language,
    title: 'T',
    pages: [{ picture: await blankPicture(), paragraphs }],
  });
  return { size: pdf.size, text: await textOfPdf(pdf) };
}

/** In a process of its own, because pdf.js adds to the globals, which test files share and restore. */
const READ = `
  import { buffer } from 'node:stream/consumers';
  import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
  const data = new Uint8Array(await buffer(process.stdin));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  process.stdout.write(items.map(({ str, hasEOL }) => str + (hasEOL ? '\\n' : '')).join(''));
`;

export async function textOfPdf(pdf: Blob): Promise<string> {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', READ], {
    cwd: import.meta.dirname,
    input: new Uint8Array(await pdf.arrayBuffer()),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
