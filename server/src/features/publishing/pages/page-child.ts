/**
 * The process that runs PDFium: `node page-child.js <pdf> <output folder> <memory limit in MB>`, controlled over IPC
 * (protocol.ts). If it runs out of memory, hangs or crashes, no other process is affected.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageText } from '@vesalius/contract/reader-text';
import { confidenceOf } from '@vesalius/contract/text-confidence';
import { sharp } from '../../../platform/pictures/sharp.ts';
import { documentFacts } from './document-facts.ts';
import { drawnPicture } from './drawn-picture.ts';
import { inkBox } from './ink-box.ts';
import { onePagePdf } from './one-page-pdf.ts';
import { encodePicture, encodeThumbnail } from './page-picture.ts';
import { textOfWords } from './page-text.ts';
import { PdfDocument } from './pdfium.ts';
import { type Answer, type PreparedPage, pageFolder, type Question, UnreadablePdf } from './protocol.ts';
import { readText } from './read-text.ts';

const [pdf = '', outputFolder = '', memoryLimit = '1536'] = process.argv.slice(2);
/** Increment it when the same page gets other files. */
const CONTENT_VERSION = 1;
const BYTES_A_MEGABYTE = 1_048_576;
const BYTES_A_WASM_PAGE = 65_536;

/**
 * The library grows its memory in steps. When a step is refused, its allocation fails, and it reports that or
 * crashes.
 */
function limitMemory(megabytes: number): void {
  interface WasmMemory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  // Node has this API, but only the browser's types declare it.
  const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } })
    .WebAssembly;
  const grow = Memory.prototype.grow;
  Memory.prototype.grow = function (this: WasmMemory, delta: number) {
    if (this.buffer.byteLength + delta * BYTES_A_WASM_PAGE > megabytes * BYTES_A_MEGABYTE) {
      throw new RangeError('the memory limit of an import is reached');
    }
    return Reflect.apply(grow, this, [delta]) as number;
  };
}

const tell = (answer: Answer) => process.send?.(answer);

async function write(page: number, name: string, content: Buffer | string): Promise<string> {
  const path = `${pageFolder(page)}/${name}`;
  await writeFile(join(outputFolder, path), content);
  return path;
}

async function checkPage(document: PdfDocument, page: number): Promise<PreparedPage> {
  const { text, ...facts } = await readText(document, page);
  return { page, ...facts, text: '', confidence: confidenceOf(text), files: [] };
}
async function measureInk(document: PdfDocument, page: number): Promise<PreparedPage> {
  const { picture, ...facts } = await drawnPicture(document, page, 1);
  return { page, ...facts, text: '', confidence: null, ink: await inkBox(picture), files: [] };
}
const factsOf = (text: PageText) => ({ text: textOfWords(text.words), confidence: confidenceOf(text) });

async function prepareText(document: PdfDocument, page: number): Promise<PreparedPage> {
  const { text, ...facts } = await readText(document, page);
  const files = [await write(page, 'text.json', JSON.stringify(text))];
  return { page, ...facts, ...factsOf(text), files };
}

async function prepareBase(document: PdfDocument, page: number): Promise<PreparedPage> {
  const { text, ...facts } = await readText(document, page);
  const { picture } = await drawnPicture(document, page, 1);
  const json = JSON.stringify(text);
  const shape = `${CONTENT_VERSION} ${picture.width} ${picture.height}\n`;
  const contentHash = createHash('sha256').update(shape).update(json).update(picture.pixels).digest('hex');
  const files = [
    await write(page, '1x.webp', await encodePicture(picture)),
    await write(page, 'thumb.webp', await encodeThumbnail(picture)),
    await write(page, 'text.json', json),
  ];
  return { page, ...facts, ...factsOf(text), contentHash, ink: await inkBox(picture), files };
}

async function prepareSharp(document: PdfDocument, page: number): Promise<PreparedPage> {
  const { picture, ...facts } = await drawnPicture(document, page, 2);
  const files = [
    await write(page, '2x.webp', await encodePicture(picture)),
    await write(page, 'drawn.pdf', await onePagePdf(document, page)),
  ];
  return { page, ...facts, text: '', confidence: null, files };
}

const LOOK = { check: checkPage, ink: measureInk };
const PREPARE = { base: prepareBase, sharp: prepareSharp, text: prepareText };

async function answer(document: PdfDocument, question: Question): Promise<void> {
  if (question.ask === 'facts') {
    tell({ tell: 'facts', facts: documentFacts(document) });
    return;
  }
  const { ask, page } = question;
  // Once for the document: no page is to blame if it takes long.
  await document.layers();
  tell({ tell: 'begun', page });
  begunPage = page;
  if (ask === 'check' || ask === 'ink') {
    tell({ tell: 'page', prepared: await LOOK[ask](document, page) });
    return;
  }
  await mkdir(join(outputFolder, pageFolder(page)), { recursive: true });
  tell({ tell: 'page', prepared: await PREPARE[ask](document, page) });
}

let begunPage: number | null = null;

function complain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (isAbort(message))
    tell({
      tell: 'refused',
      message: `cannot be prepared: ${whereOf(begunPage)} makes the PDF library fail`,
    });
  else tell(error instanceof UnreadablePdf ? { tell: 'refused', message } : { tell: 'failed', message });
}

/** The library gave up: out of memory, or a form that draws itself. Another try ends alike. */
const isAbort = (message: string): boolean =>
  /^Aborted\(|^(?:unreachable|memory access out of bounds)$/.test(message);
const whereOf = (page: number | null): string => (page === null ? 'opening it' : `page ${page}`);

limitMemory(Number(memoryLimit));
// One thread: two of these processes share the machine with the server.
sharp.concurrency(1);
process.on('disconnect', () => process.exit(0));
const opened = PdfDocument.open(pdf);
process.on('message', (question: Question) => {
  opened.then((document) => answer(document, question)).catch(complain);
});
