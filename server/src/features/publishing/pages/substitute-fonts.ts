import { readFileSync } from 'node:fs';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { serverDataPath } from '../../../platform/server-data.ts';

/** What the package's types omit because it needs those of emscripten. */
interface Runtime {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number };
  addFunction(callback: (...values: number[]) => number, signature: string): number;
  setValue(pointer: number, value: number, type: 'i32'): void;
  UTF8ToString(pointer: number): string;
}

/** The size of FPDF_SYSFONTINFO (fpdf_sysfontinfo.h): its version and eight functions. */
const INFO_BYTES = 36;
/** PDFium's names for Arial and similar fonts; also requested where another font lacks a letter. */
const SANS = /^(Helvetica|Arial)/;
const BOLD_FROM = 600;
const DEFAULT_CHARSET = 1;
/** Liberation Sans has the widths of Arial, and the letters of Europe's languages, including Greek and Cyrillic. */
const FILES = ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => `fonts/LiberationSans-${style}.ttf`);

/**
 * Fonts for text whose own font is not embedded. PDFium's built-in substitutes are closer to most fonts but cover
 * Western Europe only; `forAll` replaces them with Liberation Sans.
 */
export class SubstituteFonts {
  forAll = false;
  readonly #files = new Map<number, Buffer>();

  constructor(library: WrappedPdfiumModule) {
    const runtime = library.pdfium as unknown as Runtime;
    const info = runtime.wasmExports.malloc(INFO_BYTES);
    runtime.setValue(info, 1, 'i32');
    const mapFont = (_info: number, weight = 0, italic = 0, _charset = 0, _family = 0, face = 0) => {
      if (!this.forAll && !SANS.test(runtime.UTF8ToString(face))) return 0;
      return 1 + (weight >= BOLD_FROM ? 1 : 0) + (italic ? 2 : 0);
    };
    // Table 0 is the whole file, which is all that PDFium needs of a font outside of a collection.
    const readFont = (_info: number, font = 0, table = 0, buffer = 0, capacity = 0) => {
      if (table !== 0) return 0;
      const file = this.#file(font);
      if (buffer !== 0 && capacity >= file.length) runtime.HEAPU8.set(file, buffer);
      return file.length;
    };
    // One function per callback: a function that is registered twice keeps its first signature.
    const callbacks: [(...values: number[]) => number, string][] = [
      [() => 0, 'vi'], // release
      [() => 0, 'vii'], // list all fonts
      [mapFont, 'iiiiiiii'],
      [() => 0, 'iii'], // a font by its name alone
      [readFont, 'iiiiii'],
      [() => 0, 'iiiii'], // its name
      [() => DEFAULT_CHARSET, 'iii'],
      [() => 0, 'vii'], // it is no longer needed
    ];
    for (const [index, [callback, signature]] of callbacks.entries())
      runtime.setValue(info + 4 * (index + 1), runtime.addFunction(callback, signature), 'i32');
    library.FPDF_SetSystemFontInfo(info);
  }

  #file(font: number): Buffer {
    const known = this.#files.get(font);
    if (known) return known;
    const file = readFileSync(serverDataPath(FILES[font - 1] ?? ''));
    this.#files.set(font, file);
    return file;
  }
}
