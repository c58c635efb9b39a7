import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { unescaped } from './content-operators.ts';
import { contentOf, textOf } from './drawn-page.ts';

/** PDF 32000-1, table 30: what a page needs to be drawn. Not its annotations, actions, metadata and private data. */
const OF_A_PAGE = new Set([
  ...['Type', 'Parent', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit', 'Resources', 'Contents', 'Group'],
]);
/** Beside the drawing: descriptions, private data, attachments, and other versions of a picture. */
const NOT_DRAWN = [
  'Metadata',
  'PieceInfo',
  'AF',
  'OPI',
  'Alternates',
  'Ref',
  'LastModified',
  'StructParents',
];
/** Of resources, those that content names: table 33, without the obsolete ProcSet. */
const KINDS = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'Properties'];

const RESOURCES = PDFName.of('Resources');

/**
 * Removes from a PDF of one page what is not drawn. Writers often give all pages the same resources, so a page that was
 * taken out of a book refers to the pictures, fonts and forms of all others.
 */
export async function keepOnlyDrawn(content: Uint8Array): Promise<Buffer> {
  const document = await PDFDocument.load(content, { updateMetadata: false });
  const page = document.getPage(0).node;
  for (const key of page.keys()) if (!OF_A_PAGE.has(key.decodeText())) page.delete(key);
  const drawn = new Drawn(document);
  page.set(RESOURCES, drawn.resources(page.get(RESOURCES), namesIn(contentOf(document, page))));
  // The copy has what is still referred to.
  const single = await PDFDocument.create({ updateMetadata: false });
  const [copy] = await single.copyPages(document, [0]);
  if (copy) single.addPage(copy);
  return Buffer.from(await single.save({ addDefaultPage: false }));
}

const nameOf = (key: PDFName): string => unescaped(key.asString().slice(1));

/** Every name in a content stream. Those in its strings and pictures are rather too many than too few. */
const namesIn = (content: string): Set<string> =>
  new Set([...content.matchAll(/\/([^\s()<>[\]{}/%\0]+)/g)].map(([, name = '']) => unescaped(name)));

/** Follows what content names, and gives each owner resources of its own. */
class Drawn {
  readonly #document: PDFDocument;
  readonly #seen = new Set<PDFObject>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** New resources with the entries of `names`, and of the names that entries without own resources use. */
  resources(given: PDFObject | undefined, names: Set<string>): PDFDict {
    const from = this.#lookup(given);
    const kept = this.#document.context.obj({});
    if (!(from instanceof PDFDict)) return kept;
    const taken = new Map<string, Map<PDFName, PDFObject>>(KINDS.map((kind) => [kind, new Map()]));
    for (let grows = true; grows; ) {
      grows = false;
      for (const kind of KINDS) {
        const entries = this.#lookup(from.get(PDFName.of(kind)));
        if (!(entries instanceof PDFDict)) continue;
        for (const [key, entry] of entries.entries()) {
          const ofKind = taken.get(kind)!;
          if (ofKind.has(key) || !names.has(nameOf(key))) continue;
          ofKind.set(key, entry);
          grows = true;
          for (const name of this.#clean(entry)) names.add(name);
        }
      }
    }
    for (const [kind, entries] of taken) {
      if (entries.size === 0) continue;
      const dict = this.#document.context.obj({});
      for (const [key, entry] of entries) dict.set(key, entry);
      kept.set(PDFName.of(kind), dict);
    }
    return kept;
  }

  #lookup(object: PDFObject | undefined): PDFObject | undefined {
    return object && this.#document.context.lookup(object);
  }

  /** Cleans what an entry draws; returns the names that it takes from the resources of its owner. */
  #clean(entry: PDFObject): Set<string> {
    const object = this.#lookup(entry);
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!object || !(dict instanceof PDFDict) || this.#seen.has(object)) return new Set();
    this.#seen.add(object);
    for (const key of NOT_DRAWN) dict.delete(PDFName.of(key));
    const names = namesIn(this.#contentOfEntry(object, dict));
    for (const nested of this.#nestedIn(dict)) for (const name of this.#clean(nested)) names.add(name);
    if (!this.#lookup(dict.get(RESOURCES))) return names;
    dict.set(RESOURCES, this.resources(dict.get(RESOURCES), names));
    return new Set();
  }

  /** Of a form, a tiling pattern, or the glyphs of a Type 3 font. */
  #contentOfEntry(object: PDFObject, dict: PDFDict): string {
    const glyphs = this.#lookup(dict.get(PDFName.of('CharProcs')));
    if (glyphs instanceof PDFDict)
      return glyphs
        .values()
        .map((glyph) => textOf(this.#lookup(glyph)))
        .join('\n');
    const isDrawing =
      dict.get(PDFName.of('Subtype')) === PDFName.of('Form') || dict.has(PDFName.of('PatternType'));
    return isDrawing ? textOf(object) : '';
  }

  /** What an entry draws by way of others: soft masks, fonts of a graphics state, parts of fonts, masks of pictures. */
  #nestedIn(dict: PDFDict): PDFObject[] {
    const nested: PDFObject[] = [];
    for (const name of [
      'SMask',
      'Mask',
      'G',
      'FontDescriptor',
      'FontFile',
      'FontFile2',
      'FontFile3',
      'ToUnicode',
    ]) {
      const value = dict.get(PDFName.of(name));
      if (value) nested.push(value);
    }
    for (const name of ['DescendantFonts', 'Font']) {
      const list = this.#lookup(dict.get(PDFName.of(name)));
      if (list instanceof PDFArray) nested.push(...list.asArray());
    }
    return nested;
  }
}
