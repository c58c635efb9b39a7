import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib';
import { unescaped, withoutHidden } from './content-operators.ts';
import type { Layers } from './layers.ts';

const nameOf = (key: PDFName): string => unescaped(key.asString().slice(1));
const at = (dict: PDFDict | null, key: string): PDFObject | undefined => dict?.lookup(PDFName.of(key));
const dictOf = (object: PDFObject | undefined): PDFDict | null =>
  object instanceof PDFDict ? object : object instanceof PDFRawStream ? object.dict : null;
const itemsOf = (object: PDFObject | undefined): PDFObject[] =>
  object instanceof PDFArray ? object.asArray() : [];

/** The same thing in the document and in the PDF of one page that was taken out of it, which has lost the layers. */
interface Twins<Kind> {
  readonly given: Kind;
  readonly taken: Kind;
}
type Owner = Twins<PDFDict | null>;

/** Whether anything of a page belongs to a layer. */
export const usesLayers = (layers: Layers, pageNumber: number): boolean => {
  const page = layers.page(pageNumber);
  const seen = new Set<PDFObject>();
  const isOfLayer = (object: PDFObject | undefined): boolean => {
    const dict = dictOf(object);
    if (!dict || seen.has(dict)) return false;
    seen.add(dict);
    if (dict.has(PDFName.of('OC'))) return true;
    return ofResources(dictOf(at(dict, 'Resources'))) || appearancesOf(dict).some(isOfLayer);
  };
  const ofResources = (resources: PDFDict | null): boolean => {
    const values = (kind: string) =>
      (dictOf(at(resources, kind))?.values() ?? []).map((value) => layers.context.lookup(value));
    if (values('Properties').some(isLayer)) return true;
    const masks = values('ExtGState').map((state) => at(dictOf(at(dictOf(state), 'SMask')), 'G'));
    return [...values('XObject'), ...values('Pattern'), ...masks].some(isOfLayer);
  };
  const annotations = itemsOf(page.Annots()).map((item) => layers.context.lookup(item));
  return ofResources(page.Resources() ?? null) || annotations.some(isOfLayer);
};

/** The positions of annotations that belong to a layer that is not shown. */
export const hiddenNotes = (layers: Layers, pageNumber: number): number[] =>
  itemsOf(layers.page(pageNumber).Annots()).flatMap((item, index) =>
    layers.isVisible(at(dictOf(layers.context.lookup(item)), 'OC')) ? [] : [index],
  );

const isLayer = (object: PDFObject | undefined): boolean =>
  /^\/OC(G|MD)$/.test(String(at(dictOf(object), 'Type') ?? '/OCG'));

/** The streams of an annotation that may be drawn. */
function appearancesOf(annotation: PDFDict): PDFObject[] {
  const normal = at(dictOf(at(annotation, 'AP')), 'N');
  if (normal instanceof PDFDict) return normal.keys().flatMap((key) => normal.lookup(key) ?? []);
  return normal ? [normal] : [];
}

/**
 * The PDF of one page without what belongs to layers that the page does not show. What it shows belongs to no layer any more: a
 * viewer would decide anew.
 */
export async function withoutHiddenLayers(
  layers: Layers,
  pageNumber: number,
  content: Uint8Array,
): Promise<Buffer> {
  const single = await PDFDocument.load(content, { updateMetadata: false });
  const [given, taken] = [layers.page(pageNumber), single.getPage(0).node];
  const resources = { given: given.Resources() ?? null, taken: taken.Resources() ?? null };
  const cleaner = new Cleaner(layers, single, resources);
  const drawn = cleaner.clean(contentOf(single, taken), resources);
  taken.set(PDFName.of('Contents'), single.context.register(single.context.flateStream(latin1(drawn))));
  cleaner.cleanAnnotations({ given: given.Annots(), taken: taken.Annots() });
  return Buffer.from(await single.save({ addDefaultPage: false }));
}

export function contentOf(document: PDFDocument, page: PDFDict): string {
  const contents = page.lookup(PDFName.of('Contents'));
  if (!(contents instanceof PDFArray)) return textOf(contents);
  return itemsOf(contents)
    .map((part) => textOf(document.context.lookup(part)))
    .join('\n');
}

/** Latin-1; empty if it is no stream. */
export const textOf = (object: PDFObject | undefined): string =>
  object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') : '';
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

class Cleaner {
  readonly #layers: Layers;
  readonly #single: PDFDocument;
  /** Content without resources of its own uses those of the page. */
  readonly #ofPage: Owner;
  readonly #seen = new Set<PDFObject>();

  constructor(layers: Layers, single: PDFDocument, ofPage: Owner) {
    this.#layers = layers;
    this.#single = single;
    this.#ofPage = ofPage;
  }

  clean(content: string, resources: Owner): string {
    const layers = this.#layers;
    const hidden = (kind: string, isHidden: (entry: PDFObject | undefined) => boolean) => {
      const names = new Set<string>();
      for (const owner of [this.#ofPage.given, resources.given]) {
        const entries = dictOf(at(owner, kind));
        for (const key of entries?.keys() ?? [])
          if (isHidden(entries?.lookup(key))) names.add(nameOf(key));
          else names.delete(nameOf(key));
      }
      return names;
    };
    const sections = hidden('Properties', (layer) => !layers.isVisible(layer));
    const objects = hidden('XObject', (object) => !layers.isVisible(at(dictOf(object), 'OC')));
    for (const kind of ['XObject', 'Pattern', 'ExtGState']) this.#cleanEntries(kind, resources);
    return withoutHidden(content, {
      section: (name) => sections.has(name),
      object: (name) => objects.has(name),
    });
  }

  #cleanEntries(kind: string, resources: Owner): void {
    const [given, taken] = [dictOf(at(resources.given, kind)), dictOf(at(resources.taken, kind))];
    for (const key of taken?.keys() ?? []) {
      const [one, other] = [dictOf(given?.lookup(key)), dictOf(taken?.lookup(key))];
      const [from, to] = [dictOf(at(one, 'SMask')), dictOf(at(other, 'SMask'))];
      if (kind !== 'ExtGState') this.#cleanStream({ given: one, taken: taken?.get(key) });
      else if (to) this.#cleanStream({ given: dictOf(at(from, 'G')), taken: to.get(PDFName.of('G')) });
    }
  }

  /** A form or pattern, in its place. */
  #cleanStream({ given, taken: ref }: { given: PDFDict | null; taken: PDFObject | undefined }): void {
    const stream = ref && this.#single.context.lookup(ref);
    if (!(ref instanceof PDFRef && stream instanceof PDFRawStream) || this.#seen.has(ref)) return;
    this.#seen.add(ref);
    const { dict } = stream;
    dict.delete(PDFName.of('OC'));
    if (at(dict, 'Subtype') === PDFName.of('Image')) return;
    const own = { given: dictOf(at(given, 'Resources')), taken: dictOf(at(dict, 'Resources')) };
    const content = textOf(stream);
    const cleaned = this.clean(content, own.taken ? own : this.#ofPage);
    if (cleaned === content) return;
    for (const key of ['Filter', 'DecodeParms', 'Length']) dict.delete(PDFName.of(key));
    const { contents, dict: packed } = this.#single.context.flateStream(latin1(cleaned));
    dict.set(PDFName.of('Filter'), packed.get(PDFName.of('Filter')) ?? PDFName.of('FlateDecode'));
    this.#single.context.assign(ref, PDFRawStream.of(dict, contents));
  }

  cleanAnnotations({ given, taken }: Twins<PDFArray | undefined>): void {
    if (!taken) return;
    const isSame = given?.size() === taken.size();
    for (let index = taken.size() - 1; index >= 0; index -= 1) {
      const [one, other] = [dictOf(given?.lookup(index)), dictOf(taken.lookup(index))];
      // Without its twin, nobody can say whether a layer is shown.
      const isVisible = isSame ? this.#layers.isVisible(at(one, 'OC')) : !at(other, 'OC');
      other?.delete(PDFName.of('OC'));
      if (!isVisible) taken.remove(index);
      else if (isSame) this.#cleanAppearances(dictOf(at(one, 'AP')), dictOf(at(other, 'AP')));
    }
  }

  #cleanAppearances(given: PDFDict | null, taken: PDFDict | null): void {
    const [one, other] = [at(given, 'N'), at(taken, 'N')];
    if (!(other instanceof PDFDict)) {
      this.#cleanStream({ given: dictOf(one), taken: taken?.get(PDFName.of('N')) });
      return;
    }
    for (const key of other.keys())
      this.#cleanStream({
        given: dictOf(one instanceof PDFDict ? one.lookup(key) : undefined),
        taken: other.get(key),
      });
  }
}
