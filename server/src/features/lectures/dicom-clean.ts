import { createHmac, randomBytes } from 'node:crypto';
import type { DataSet, Element } from 'dicom-parser';
import { fateOf, isKept, type KeptAttributes } from './dicom-identity.ts';
import type { ImageNumbers } from './dicom-image.ts';
import { encapsulatedPixels, nativePixels } from './dicom-pixels.ts';
import { LONG_VRS, startOf } from './dicom-structure.ts';
import {
  PUBLISHED_HEADER,
  type PublishedAttribute,
  type PublishedSet,
  publishedAttributes,
} from './published-attributes.ts';

const IMPLICIT = '1.2.840.10008.1.2';
const BIG_ENDIAN = '1.2.840.10008.1.2.2';
const ITEM = 0xfffee000;
const ITEM_END = 0xfffee00d;
const PIXELS = 'x7fe00010';
const SEQUENCE_END = 0xfffee0dd;
const UNDEFINED = 0xffffffff;
/** Their padding is zeros or blanks. */
const TEXT_VRS = new Set([
  'AE',
  'AS',
  'CS',
  'DA',
  'DS',
  'DT',
  'IS',
  'LO',
  'LT',
  'PN',
  'SH',
  'ST',
  'TM',
  'UI',
  'UT',
]);
const NONE: PublishedSet = new Map();

/**
 * Increment it when the copies for readers lose something that earlier ones have: what was published before is then
 * written again (`clean-published.ts`).
 */
export const CLEANING_VERSION = 4;

/** What decides about a copy. */
export interface Publishing {
  readonly image: ImageNumbers;
  /** With `remove`, UIDs become new ones, and the copy says what was done. */
  readonly identity: 'refuse' | 'remove';
  /** Maps an old UID always to the same new one, irreversibly. */
  readonly uidKey?: Uint8Array | undefined;
  readonly kept?: KeptAttributes | undefined;
}

interface Writing {
  readonly bytes: Uint8Array;
  readonly isBigEndian: boolean;
  readonly isExplicit: boolean;
  /** Null: UIDs stay. */
  readonly uidKey: Uint8Array | null;
  readonly kept: KeptAttributes;
}

/**
 * The copy of a file that readers get: the attributes that are published, those that somebody decided to keep, and the
 * image. This is more than the basic profile of DICOM PS3.15 demands, which names what goes. Throws BadDicom.
 */
export function publishedCopy(
  content: Uint8Array,
  data: DataSet,
  { image, identity, uidKey = randomBytes(16), kept = new Set() }: Publishing,
): Buffer {
  const syntax = data.string('x00020010');
  const writing: Writing = {
    bytes: content,
    isBigEndian: syntax === BIG_ENDIAN,
    isExplicit: syntax !== IMPLICIT,
    uidKey: identity === 'remove' ? uidKey : null,
    kept,
  };
  const inHeader = { ...writing, isBigEndian: false, isExplicit: true };
  const all = inOrderOf(data);
  const headerElements = Buffer.concat(all.map((one) => published(one, PUBLISHED_HEADER, inHeader)));
  const groupLength = Buffer.alloc(12);
  groupLength.write('\x02\x00\x00\x00UL\x04\x00', 'latin1');
  groupLength.writeUInt32LE(headerElements.length, 8);
  const method = `DICOM PS3.15 basic profile${kept.size > 0 ? ', some attributes kept' : ''}`;
  const declared: readonly (readonly [tag: string, bytes: Buffer])[] =
    identity === 'remove'
      ? [
          ['x00120062', textElement(0x00120062, 'CS', 'YES', writing)],
          ['x00120063', textElement(0x00120063, 'LO', method, writing)],
        ]
      : [];
  const attributes = publishedAttributes(data, image);
  const isDeclared = new Set(declared.map(([tag]) => tag));
  const body = all
    .filter(({ tag }) => tag > 'x0002ffff' && !isDeclared.has(tag))
    .map((one): readonly [string, Uint8Array] => [
      one.tag,
      one.tag === PIXELS ? pixels(data, image, writing) : published(one, attributes, writing),
    ]);
  const inOrder = [...declared, ...body].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes);
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), groupLength, headerElements, ...inOrder]);
}

function pixels(data: DataSet, image: ImageNumbers, writing: Writing): Buffer {
  const element = data.elements[PIXELS]!;
  const { isBigEndian, isExplicit } = writing;
  const vrOf = (vr: string) => (isExplicit ? vr : undefined);
  if (!element.fragments) {
    const bytes = nativePixels(data, element, image, isBigEndian);
    // Bytes are swapped in words of a big endian file: what it calls them stays.
    const vr = element.vr === 'OB' && image.bitsAllocated <= 8 ? 'OB' : 'OW';
    return Buffer.concat([header(0x7fe00010, vrOf(vr), bytes.length, isBigEndian), bytes]);
  }
  const mark = (number: number, length: number) => header(number, undefined, length, isBigEndian);
  return Buffer.concat([
    header(0x7fe00010, vrOf('OB'), UNDEFINED, isBigEndian),
    encapsulatedPixels(data, element, { image, mark }),
  ]);
}

/** In the order of the file. */
const inOrderOf = (data: DataSet): Element[] =>
  Object.values(data.elements).sort((a, b) => a.dataOffset - b.dataOffset);

const NOTHING = Buffer.alloc(0);

/** An element as readers get it, or nothing. */
function published(element: Element, set: PublishedSet, writing: Writing): Buffer {
  const { tag, vr, items } = element;
  if (isKept(element, writing.kept)) return whole(element, writing);
  const attribute = set.get(tag);
  // What the bytes of an unknown kind mean in a big endian file is unclear.
  if (!attribute || (vr === 'UN' && writing.isBigEndian))
    return items && writing.kept.size > 0 ? around(element, NONE, writing) : NOTHING;
  if (attribute.items) return items ? around(element, attribute.items, writing) : NOTHING;
  return items ? NOTHING : valueElement(element, attribute, writing);
}

/** A sequence with what is published inside; nothing if that is nothing. */
function around(element: Element, set: PublishedSet, writing: Writing): Buffer {
  const inside = (element.items ?? []).map(({ dataSet }) =>
    dataSet ? Buffer.concat(inOrderOf(dataSet).map((one) => published(one, set, writing))) : NOTHING,
  );
  return inside.every(({ length }) => length === 0) ? NOTHING : sequence(element, inside, writing);
}

/** What somebody decided to keep, without what the profile removes from inside it. */
function whole(element: Element, writing: Writing): Buffer {
  const { tag, items, dataOffset, length } = element;
  // Group lengths are retired and would now be wrong.
  if (tag.endsWith('0000') || tag === 'xfffee00d') return NOTHING;
  const fate = fateOf(element, writing.kept);
  if (fate === 'goes' || (fate === 'new-uid' && element.vr === 'UN')) return NOTHING;
  if (fate === 'new-uid') return uidElement(element, writing);
  // Not up to the next element: what the parser did not keep may be between them.
  if (!items) return Buffer.from(writing.bytes.subarray(startOf(element), dataOffset + length));
  const inside = items.map(({ dataSet }) =>
    dataSet
      ? Buffer.concat(
          inOrderOf(dataSet)
            .filter((one) => !one.tag.startsWith('x7fe0'))
            .map((one) => whole(one, writing)),
        )
      : NOTHING,
  );
  return sequence(element, inside, writing);
}

/** Sequences and items get undefined lengths, because their content has become shorter. */
function sequence(
  { tag, vr }: Element,
  items: readonly Buffer[],
  { isBigEndian, isExplicit }: Writing,
): Buffer {
  const mark = (number: number, length: number) => header(number, undefined, length, isBigEndian);
  const inside = items.flatMap((content) => [mark(ITEM, UNDEFINED), content, mark(ITEM_END, 0)]);
  const kind = isExplicit ? (vr ?? 'SQ') : undefined;
  return Buffer.concat([
    header(numberOf(tag), kind, UNDEFINED, isBigEndian),
    ...inside,
    mark(SEQUENCE_END, 0),
  ]);
}

const numberOf = (tag: string): number => Number.parseInt(tag.slice(1), 16);

/** A value that is what its attribute says, and nothing else; readers never get another. */
function valueElement(element: Element, attribute: PublishedAttribute, writing: Writing): Buffer {
  const { vr, accepts, length: needed = element.length } = attribute;
  const { tag, dataOffset, length } = element;
  const stored = Buffer.from(writing.bytes.subarray(dataOffset, dataOffset + length));
  if (!isOfKind(element.vr, vr)) return NOTHING;
  if (!TEXT_VRS.has(vr)) {
    if (!accepts(stored) || length % 2 !== 0) return NOTHING;
    const kind = writing.isExplicit ? (element.vr === 'SS' ? 'SS' : vr) : undefined;
    const known = Math.min(length, needed);
    const value = Buffer.concat([stored.subarray(0, known), Buffer.alloc(known % 2)]);
    return known === 0
      ? NOTHING
      : Buffer.concat([header(numberOf(tag), kind, value.length, writing.isBigEndian), value]);
  }
  const value = stored.toString('latin1').replace(/[\0 ]+$/, '');
  if (value === '' || !accepts(Buffer.from(value, 'latin1'))) return NOTHING;
  const isReplaced = writing.uidKey !== null && fateOf(element, writing.kept) === 'new-uid';
  return isReplaced ? uidElement(element, writing) : textElement(numberOf(tag), vr, value, writing);
}

const WORDS = new Set(['US', 'SS', 'OW', 'OB']);

/** Unknown is what a program wrote that did not know the attribute; its value is checked as any. */
const isOfKind = (stored: string | undefined, vr: string): boolean =>
  stored === undefined ||
  stored === 'UN' ||
  stored === vr ||
  (TEXT_VRS.has(vr) ? TEXT_VRS.has(stored) : WORDS.has(vr) && WORDS.has(stored));

function uidElement({ tag, dataOffset, length }: Element, writing: Writing): Buffer {
  const { bytes, uidKey } = writing;
  const old = Buffer.from(bytes.subarray(dataOffset, dataOffset + length)).toString('latin1');
  const value = old
    .split('\\')
    .map((uid) => newUid(uid.replace(/[\0 ]+$/, ''), uidKey ?? randomBytes(16)))
    .join('\\');
  return textElement(numberOf(tag), 'UI', value, writing);
}

/** DICOM PS3.5, B.2: a UID from a random 128-bit number; here derived with the key. */
function newUid(uid: string, uidKey: Uint8Array): string {
  if (uid === '') return '';
  const digest = createHmac('sha256', uidKey).update(uid).digest('hex').slice(0, 32);
  return `2.25.${BigInt(`0x${digest}`)}`;
}

function textElement(
  tag: number,
  vr: string,
  text: string,
  { isExplicit, isBigEndian }: Pick<Writing, 'isExplicit' | 'isBigEndian'>,
): Buffer {
  const padded = text.length % 2 === 0 ? text : text + (vr === 'UI' ? '\0' : ' ');
  return Buffer.concat([
    header(tag, isExplicit ? vr : undefined, padded.length, isBigEndian),
    Buffer.from(padded, 'latin1'),
  ]);
}

function header(tag: number, vr: string | undefined, length: number, isBigEndian: boolean): Buffer {
  const isLong = vr !== undefined && LONG_VRS.has(vr);
  const bytes = Buffer.alloc(isLong ? 12 : 8);
  const two = (value: number, at: number) =>
    isBigEndian ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at);
  const four = (value: number, at: number) =>
    isBigEndian ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at);
  two(tag >>> 16, 0);
  two(tag & 0xffff, 2);
  if (vr === undefined) four(length, 4);
  else {
    bytes.write(vr, 4, 'latin1');
    if (isLong) four(length, 8);
    else two(length, 6);
  }
  return bytes;
}
