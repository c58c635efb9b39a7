import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFParser,
  PDFRawStream,
} from 'pdf-lib';
import { unescaped } from './content-operators.ts';

const MARK = Buffer.from('/OCProperties');
const OBJECT_STREAM = Buffer.from('/ObjStm');
const [BEGIN, END] = [Buffer.from('stream'), Buffer.from('endstream')];

/** Whether a PDF may have layers (optional content), also where its catalog is compressed. Takes a second per gigabyte. */
export function mayHaveLayers(content: Buffer): boolean {
  if (content.includes(MARK)) return true;
  for (let at = content.indexOf(OBJECT_STREAM); at >= 0; at = content.indexOf(OBJECT_STREAM, at + 1)) {
    const begin = content.indexOf(BEGIN, at);
    const end = content.indexOf(END, begin);
    if (begin < 0 || end < 0) continue;
    const start = begin + BEGIN.length + (content[begin + BEGIN.length] === 0x0d ? 2 : 1);
    try {
      if (inflateSync(content.subarray(start, end), { finishFlush: 2 }).includes(MARK)) return true;
    } catch {
      // Compressed in another way.
      return true;
    }
  }
  return false;
}

/** The layers of a document, and which of them a screen shows: as PDFium decides when it draws the picture of a page. */
export class Layers {
  /** Looks up what a page refers to, but for contents of streams and for tags. */
  readonly context: PDFContext;
  readonly #pages: readonly PDFPageLeaf[];
  readonly #properties: PDFDict;
  readonly #states = new Map<PDFDict, boolean>();

  private constructor(context: PDFContext, pages: readonly PDFPageLeaf[], properties: PDFDict) {
    this.context = context;
    this.#pages = pages;
    this.#properties = properties;
  }

  /** Null: the document has none. */
  static async read(content: Buffer): Promise<Layers | null> {
    if (!mayHaveLayers(content)) return null;
    const context = await parseWithoutTags(content);
    const catalog = context.lookup(context.trailerInfo.Root);
    if (!(catalog instanceof PDFCatalog)) throw new Error('the document has no catalog');
    const properties = catalog.lookup(PDFName.of('OCProperties'));
    if (!(properties instanceof PDFDict)) return null;
    const pages: PDFPageLeaf[] = [];
    catalog.Pages().traverse((node) => {
      if (node instanceof PDFPageLeaf) pages.push(node);
    });
    return new Layers(context, pages, properties);
  }

  /** Throws a RangeError for a number that is not a page's. */
  page(pageNumber: number): PDFPageLeaf {
    const page = this.#pages[pageNumber - 1];
    if (!page) throw new RangeError(`the document has no page ${pageNumber} that belongs to its page tree`);
    return page;
  }

  /** Of a group or a membership of groups; what is neither is visible. */
  isVisible(given: PDFObject | undefined): boolean {
    const dict = given && this.context.lookup(given);
    if (!(dict instanceof PDFDict)) return true;
    return nameAt(dict, 'Type', 'OCG') === 'OCG' ? this.#isOn(dict) : this.#isMember(dict);
  }

  #isOn(group: PDFDict): boolean {
    const known = this.#states.get(group);
    if (known !== undefined) return known;
    const state = this.#stateOf(group);
    this.#states.set(group, state);
    return state;
  }

  #stateOf(group: PDFDict): boolean {
    if (!hasIntent(group, 'View')) return true;
    const onScreen = dictAt(dictAt(group, 'Usage'), 'View');
    if (onScreen?.has(PDFName.of('ViewState'))) return nameAt(onScreen, 'ViewState', '') !== 'OFF';
    if (!has(this.#properties, 'OCGs', group)) return true;
    const config = this.#config();
    if (!config) return true;
    let isOn = nameAt(config, 'BaseState', 'ON') !== 'OFF';
    if (has(config, 'ON', group)) isOn = true;
    if (has(config, 'OFF', group)) isOn = false;
    return isOn;
  }

  #config(): PDFDict | null {
    for (const config of itemsAt(this.#properties, 'Configs'))
      if (config instanceof PDFDict && hasIntent(config, '')) return config;
    return dictAt(this.#properties, 'D');
  }

  #isMember(membership: PDFDict): boolean {
    const expression = membership.lookup(PDFName.of('VE'));
    if (expression instanceof PDFArray) return this.#holds(expression, 0);
    const groups = membership.lookup(PDFName.of('OCGs'));
    if (groups instanceof PDFDict) return this.#isOn(groups);
    const states = itemsAt(membership, 'OCGs').flatMap((group) =>
      group instanceof PDFDict ? [this.#isOn(group)] : [],
    );
    if (states.length === 0) return true;
    const policy = nameAt(membership, 'P', 'AnyOn');
    if (policy === 'AllOn') return states.every((isOn) => isOn);
    if (policy === 'AllOff') return states.every((isOn) => !isOn);
    return policy === 'AnyOff' ? states.some((isOn) => !isOn) : states.some((isOn) => isOn);
  }

  #holds(expression: PDFArray, depth: number): boolean {
    if (depth > DEEPEST_EXPRESSION) return false;
    const [operator, ...rest] = expression.asArray().map((item) => this.context.lookup(item));
    const values = rest.flatMap((item) => {
      if (item instanceof PDFDict) return [this.#isOn(item)];
      return item instanceof PDFArray ? [this.#holds(item, depth + 1)] : [];
    });
    const name = operator instanceof PDFName ? unescaped(operator.asString().slice(1)) : '';
    if (values.length === 0) return false;
    if (name === 'Not') return !values[0];
    if (name === 'And') return values.every((value) => value);
    return name === 'Or' && values.some((value) => value);
  }
}

const DEEPEST_EXPRESSION = 32;
const NO_CONTENT = new Uint8Array();

/**
 * The objects of a document without those that say nothing about layers: a tagged book of a thousand pages has some 450,000
 * tags, which would take 600 MB and, with the contents of all streams, the size of the file again.
 */
function parseWithoutTags(content: Buffer): Promise<PDFContext> {
  // All objects in one turn: nothing else waits in this process.
  const parser = PDFParser.forBytesWithOptions(content, Number.POSITIVE_INFINITY, false);
  // biome-ignore lint/complexity/useLiteralKeys: it is private, and the parser can be told in no other way what to keep.
  const context = parser['context'];
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    if (object instanceof PDFRawStream) assign(ref, PDFRawStream.of(object.dict, NO_CONTENT));
    else if (!isTag(object)) assign(ref, object);
  };
  return parser.parseDocument();
}

/** What has no other keys is an element of the structure tree (PDF 32000-1:2008, table 323) or an entry of the outline (table 153). */
const KEYS_OF_TAGS = new Set(
  [
    ...[
      'Type',
      'S',
      'P',
      'ID',
      'Pg',
      'K',
      'A',
      'C',
      'R',
      'T',
      'Lang',
      'Alt',
      'E',
      'ActualText',
      'NS',
      'Ref',
      'AF',
    ],
    ...['Title', 'Parent', 'Prev', 'Next', 'First', 'Last', 'Count', 'Dest', 'SE', 'F'],
  ].map((key) => PDFName.of(key)),
);

function isTag(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return false;
  const hasKeys = (...keys: string[]) => keys.every((key) => object.has(PDFName.of(key)));
  if (!hasKeys('S', 'P') && !hasKeys('Title', 'Parent')) return false;
  return object.keys().every((key) => KEYS_OF_TAGS.has(key));
}

function dictAt(dict: PDFDict | null, key: string): PDFDict | null {
  const value = dict?.lookup(PDFName.of(key));
  return value instanceof PDFDict ? value : null;
}

function nameAt(dict: PDFDict, key: string, usual: string): string {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? unescaped(value.asString().slice(1)) : usual;
}

function itemsAt(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFArray ? value.asArray().map((item) => dict.context.lookup(item)) : [];
}

const has = (dict: PDFDict, key: string, group: PDFDict): boolean => itemsAt(dict, key).includes(group);

/** One name or several; `usual` if it says none. */
function hasIntent(dict: PDFDict, usual: string): boolean {
  const intents = dict.lookup(PDFName.of('Intent'));
  const names =
    intents instanceof PDFArray
      ? itemsAt(dict, 'Intent').map((item) => (item instanceof PDFName ? item.asString() : ''))
      : [intents instanceof PDFName ? intents.asString() : `/${usual}`];
  return names.some((name) => name === '/All' || name === '/View');
}
