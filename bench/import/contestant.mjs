/**
 * One measured run in a process of its own: `node contestant.mjs <text|render|pages|import> <book folder>`. Prints the
 * pages, and the seconds of clock and of processor (of this process and the children that it waited for).
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { built, root } from '../built.mjs';

const require = createRequire(join(root, 'server/package.json'));
const sharp = require('sharp');
const { parse } = require('yaml');

const [, , what, folder] = process.argv;
const pdf = join(folder, parse(readFileSync(join(folder, 'book.yaml'), 'utf8')).pdf);

/** The library as its documentation uses it, without any code of ours. */
async function openBare() {
  const { init } = await import(
    pathToFileURL(require.resolve('@embedpdf/pdfium').replace(/index\.cjs$/, 'index.js')).href
  );
  const wasm = readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const library = await init({
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length),
  });
  library.PDFiumExt_Init();
  const content = readFileSync(pdf);
  const pointer = library.pdfium.wasmExports.malloc(content.length);
  library.pdfium.HEAPU8.set(content, pointer);
  return { library, document: library.FPDF_LoadMemDocument(pointer, content.length, '') };
}

const contestants = {
  /** Page by page: all characters of the page as one string. */
  async text() {
    const { library, document } = await openBare();
    const pages = library.FPDF_GetPageCount(document);
    for (let index = 0; index < pages; index += 1) {
      const page = library.FPDF_LoadPage(document, index);
      const text = library.FPDFText_LoadPage(page);
      const count = library.FPDFText_CountChars(text);
      const buffer = library.pdfium.wasmExports.malloc((count + 1) * 2);
      library.FPDFText_GetText(text, 0, count, buffer);
      library.pdfium.UTF16ToString(buffer);
      library.pdfium.wasmExports.free(buffer);
      library.FPDFText_ClosePage(text);
      library.FPDF_ClosePage(page);
    }
    return pages;
  },

  /** Page by page: drawn at 96 dots an inch and encoded as the import encodes. Nothing is kept. */
  async render() {
    sharp.concurrency(1);
    sharp.cache(false);
    const { library, document } = await openBare();
    const pages = library.FPDF_GetPageCount(document);
    for (let index = 0; index < pages; index += 1) {
      const page = library.FPDF_LoadPage(document, index);
      const width = Math.round((library.FPDF_GetPageWidthF(page) * 96) / 72 / 4) * 4;
      const height = Math.round((library.FPDF_GetPageHeightF(page) * 96) / 72);
      const bitmap = library.FPDFBitmap_CreateEx(width, height, 2, 0, 0);
      library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0x11);
      const start = library.FPDFBitmap_GetBuffer(bitmap);
      const pixels = Buffer.from(library.pdfium.HEAPU8.subarray(start, start + width * height * 3));
      library.FPDFBitmap_Destroy(bitmap);
      library.FPDF_ClosePage(page);
      await sharp(pixels, { raw: { width, height, channels: 3 } })
        .webp({ quality: 80, effort: 2 })
        .toBuffer();
    }
    return pages;
  },

  /** `npm run import-book`: everything, into an empty database and an empty store. */
  async import() {
    const { openDeps } = await built('platform/open-deps.js');
    const { importBook } = await built('features/publishing/import-book.js');
    const dataDir = await mkdtemp(join(tmpdir(), 'vesalius-bench-'));
    const { deps, database } = await openDeps({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
    begin();
    try {
      return (await importBook(deps, folder)).pages;
    } finally {
      end();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Own and waited-for children's processor time in seconds; Linux counts in hundredths. */
function processorSeconds() {
  const fields = (readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1) ?? '').split(' ');
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) / 100;
}

let started;
let ended;
const now = () => ({ clock: performance.now() / 1000, processor: processorSeconds() });
function begin() {
  started = now();
}
function end() {
  ended ??= now();
}

begin();
const pages = await contestants[what === 'pages' ? 'import' : what]();
end();
process.stdout.write(
  JSON.stringify({
    pages,
    clock: ended.clock - started.clock,
    processor: ended.processor - started.processor,
  }),
);
