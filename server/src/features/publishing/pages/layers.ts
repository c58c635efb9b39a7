import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject } from 'pdf-lib';
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
  readonly document: PDFDocument;
  readonly #properties: PDFDict;
  readonly #states = new Map<PDFDict, boolean>();

  private constructor(document: PDFDocument, properties: PDFDict) {
    this.document = document;
    this.#properties = properties;
  }

  /** Null: the document has none. */
  static async read(content: Buffer): Promise<Layers | null> {
    if (!mayHaveLayers(content)) return null;
    const document = await PDFDocument.load(content, { updateMetadata: false, throwOnInvalidObject: false });
    const properties = document.catalog.lookup(PDFName.of('OCProperties'));
    return properties instanceof PDFDict ? new Layers(document, properties) : null;
  }

  /** Of a group or a membership of groups; what is neither is visible. */
  isVisible(given: PDFObject | undefined): boolean {
    const dict = given && this.document.context.lookup(given);
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
    const [operator, ...rest] = expression.asArray().map((item) => this.document.context.lookup(item));
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
