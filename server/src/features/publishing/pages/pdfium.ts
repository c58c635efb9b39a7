import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { storableText } from '../../../platform/storable-text.ts';
import { Layers, mayHaveLayers } from './layers.ts';
import { UnreadablePdf } from './protocol.ts';
import { SubstituteFonts } from './substitute-fonts.ts';

/** The library's memory, which the package's types omit because they need those of emscripten. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
}
type Library = Omit<WrappedPdfiumModule, 'pdfium'>;

interface Opened {
  readonly document: number;
  /** The handle of the form fields, which are drawn separately; 0 = the document has none. */
  readonly form: number;
}
interface Content {
  readonly pointer: number;
  readonly length: number;
}

const ERROR_PASSWORD = 4;
const NO_FORM = 0;

/**
 * One open document and the few PDFium calls that we use. All data is in the memory of the WebAssembly module, which
 * a broken PDF may exhaust or corrupt: only child processes open documents.
 */
export class PdfDocument {
  readonly library: Library;
  readonly pageCount: number;
  readonly #memory: Memory;
  #content: Content;
  readonly #substitutes: SubstituteFonts;
  #opened: Opened;
  #withWiderFonts: Opened | null = null;
  #layers: Promise<Layers | null> | null = null;
  #readLayers: (() => Promise<Layers | null>) | null = null;

  private constructor(library: Library, memory: Memory, content: Content, substitutes: SubstituteFonts) {
    this.library = library;
    this.#memory = memory;
    this.#content = content;
    this.#substitutes = substitutes;
    this.#opened = load(library, content);
    this.pageCount = library.FPDF_GetPageCount(this.#opened.document);
  }

  static async open(path: string): Promise<PdfDocument> {
    const require = createRequire(import.meta.url);
    const wasm = readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm'));
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
    const library = await init({ wasmBinary } as unknown as Parameters<typeof init>[0]);
    library.PDFiumExt_Init();
    const substitutes = new SubstituteFonts(library);
    const memory = library.pdfium as unknown as Memory;
    const content = readFileSync(path);
    // Never freed: the document reads from it until the process ends.
    const pointer = memory.wasmExports.malloc(content.length);
    if (pointer === 0) throw new UnreadablePdf('needs more memory than an import may use');
    memory.HEAPU8.set(content, pointer);
    const opened = new PdfDocument(library, memory, { pointer, length: content.length }, substitutes);
    if (mayHaveLayers(content)) opened.#readLayers = () => Layers.read(content);
    if (opened.pageCount === 0)
      throw new UnreadablePdf('has no page that can be read; export it anew, as PDF 1.7 or earlier');
    return opened;
  }

  get handle(): number {
    return this.#opened.document;
  }

  /** Calls `work` with the open page and its size in points, after the page's own rotation. */
  withPage<Result>(
    pageNumber: number,
    work: (page: number, size: { width: number; height: number }) => Result,
  ): Result {
    const { document, form } = this.#opened;
    const page = this.library.FPDF_LoadPage(document, pageNumber - 1);
    if (page === 0) throw new UnreadablePdf(`has a damaged page: page ${pageNumber} cannot be read`);
    if (form) this.library.FORM_OnAfterLoadPage(page, form);
    try {
      const width = this.library.FPDF_GetPageWidthF(page);
      const height = this.library.FPDF_GetPageHeightF(page);
      if (!(width > 0 && height > 0)) {
        throw new UnreadablePdf(`has a page without a size: page ${pageNumber}`);
      }
      return work(page, { width, height });
    } finally {
      if (form) this.library.FORM_OnBeforeClosePage(page, form);
      this.library.FPDF_ClosePage(page);
    }
  }

  /**
   * Pages that `work` opens use the substitute with the most letters for every font that is not embedded. A document
   * chooses its fonts once, so this opens the same file a second time.
   */
  withWiderFonts<Result>(work: () => Result): Result {
    const usual = this.#opened;
    this.#withWiderFonts ??= load(this.library, this.#content);
    this.#opened = this.#withWiderFonts;
    this.#substitutes.forAll = true;
    try {
      return work();
    } finally {
      this.#opened = usual;
      this.#substitutes.forAll = false;
    }
  }

  /** Draws the boxes, ticks and values of the page's form fields, over the drawn page. */
  drawFormFields(page: number, bitmap: number, size: { width: number; height: number }, flags: number): void {
    const { form } = this.#opened;
    if (!form) return;
    this.library.FPDF_FFLDraw(form, bitmap, page, 0, 0, size.width, size.height, 0, flags);
  }

  /** Null: the document has none. */
  layers(): Promise<Layers | null> {
    this.#layers ??=
      this.#readLayers?.().catch((cause) => {
        throw new UnreadablePdf('has layers that cannot be read: merge them, and save it anew', { cause });
      }) ?? Promise.resolve(null);
    return this.#layers;
  }

  /** Known without reading them. */
  get mayHaveLayers(): boolean {
    return this.#readLayers !== null;
  }

  /** During `work`, the open document is another one, which was made from it. */
  withOther<Result>(content: Buffer, work: () => Result): Result {
    const [opened, widerFonts, own] = [this.#opened, this.#withWiderFonts, this.#content];
    return this.withBuffer(content.length, (pointer) => {
      this.#memory.HEAPU8.set(content, pointer);
      this.#content = { pointer, length: content.length };
      this.#withWiderFonts = null;
      try {
        this.#opened = load(this.library, this.#content);
        return work();
      } finally {
        for (const other of [this.#opened, this.#withWiderFonts])
          if (other && other !== opened) this.#close(other);
        [this.#opened, this.#withWiderFonts, this.#content] = [opened, widerFonts, own];
      }
    });
  }

  #close({ document, form }: Opened): void {
    if (form) this.library.PDFiumExt_ExitFormFillEnvironment(form);
    this.library.FPDF_CloseDocument(document);
  }

  /**
   * Allocates `bytes` of the library's memory during `work`. Get a new view for each read: the memory may move as it
   * grows.
   */
  withBuffer<Result>(bytes: number, work: (pointer: number, view: () => DataView) => Result): Result {
    const pointer = this.#memory.wasmExports.malloc(bytes);
    if (pointer === 0) throw new UnreadablePdf('needs more memory than an import may use');
    try {
      let view: DataView | null = null;
      return work(pointer, () => {
        const { buffer } = this.#memory.HEAPU8;
        if (view?.buffer !== buffer) view = new DataView(buffer, pointer, bytes);
        return view;
      });
    } finally {
      this.#memory.wasmExports.free(pointer);
    }
  }

  /** A copy of that part of the library's memory. */
  bytes(pointer: number, length: number): Buffer {
    return Buffer.from(this.#memory.HEAPU8.subarray(pointer, pointer + length));
  }

  /** For calls that fill a buffer with UTF-16 and return its length in bytes. */
  text(fill: (pointer: number, capacity: number) => number): string {
    const length = fill(0, 0);
    if (length <= 2) return '';
    return this.withBuffer(length, (pointer) => {
      fill(pointer, length);
      return storableText(this.bytes(pointer, length - 2).toString('utf16le'));
    });
  }
}

/** A field without an appearance gets one here, made from its value. Scripts of a PDF are never run. */
function openForm(library: Library, document: number): number {
  if (library.FPDF_GetFormType(document) === NO_FORM) return 0;
  const form = library.PDFiumExt_InitFormFillEnvironment(document, library.PDFiumExt_OpenFormFillInfo());
  // Fields look as printed, without the tint that form-filling programs add.
  if (form) library.FPDF_RemoveFormFieldHighlight(form);
  return form;
}

function load(library: Library, { pointer, length }: Content): Opened {
  const document = library.FPDF_LoadMemDocument(pointer, length, '');
  if (document === 0) {
    throw new UnreadablePdf(
      library.FPDF_GetLastError() === ERROR_PASSWORD
        ? 'is encrypted with a password: save it without protection'
        : 'cannot be read as a PDF: open it in a viewer and save it anew',
    );
  }
  if (library.EPDF_IsEncrypted(document)) {
    throw new UnreadablePdf('is encrypted (its use is restricted): save it without protection');
  }
  return { document, form: openForm(library, document) };
}
