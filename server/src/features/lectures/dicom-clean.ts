import { createHmac, randomBytes } from 'node:crypto';
import type { DataSet, Element } from 'dicom-parser';
import { fateOf, type KeptAttributes } from './dicom-identity.ts';
import { encapsulatedPixels } from './dicom-pixels.ts';
import { LONG_VRS, startOf } from './dicom-structure.ts';

const BIG_ENDIAN = '1.2.840.10008.1.2.2';
const ITEM = 0xfffee000;
const ITEM_END = 0xfffee00d;
const PIXELS = 'x7fe00010';
const SEQUENCE_END = 0xfffee0dd;
const UNDEFINED = 0xffffffff;
/** Version, class, instance, transfer syntax and implementation; the sender and the receiver are removed. */
const META_THAT_STAYS = new Set([
  'x00020001',
  'x00020002',
  'x00020003',
  'x00020010',
  'x00020012',
  'x00020013',
]);

/** The context of writing a file: `uidKey` maps an old UID always to the same new one, irreversibly. */
interface Writing {
  readonly bytes: Uint8Array;
  readonly isBigEndian: boolean;
  readonly uidKey: Uint8Array;
  readonly kept: KeptAttributes;
}

/**
 * Applies the basic profile of DICOM PS3.15: removes everything that identifies or may identify a person, at any depth,
 * replaces UIDs, and marks the file accordingly. What the pixels show and their description stay.
 */
export function withoutIdentity(
  content: Uint8Array,
  data: DataSet,
  uidKey: Uint8Array = randomBytes(16),
  kept: KeptAttributes = new Set(),
): Buffer {
  const isBigEndian = data.string('x00020010') === BIG_ENDIAN;
  const writing = { bytes: content, isBigEndian, uidKey, kept };
  const method = `DICOM PS3.15 basic profile${kept.size > 0 ? ', some attributes kept' : ''}`;
  const all = inOrderOf(data);
  const meta = all.filter(({ tag }) => META_THAT_STAYS.has(tag));
  const header = Buffer.concat(meta.map((one) => written(one, { ...writing, isBigEndian: false })));
  const groupLength = Buffer.alloc(12);
  groupLength.write('\x02\x00\x00\x00UL\x04\x00', 'latin1');
  groupLength.writeUInt32LE(header.length, 8);
  const isExplicit = all.some(({ tag, vr }) => !tag.startsWith('x0002') && vr !== undefined);
  const declared: readonly [tag: string, bytes: Buffer][] = [
    ['x00120062', textElement(0x00120062, 'CS', 'YES', isExplicit, isBigEndian)],
    ['x00120063', textElement(0x00120063, 'LO', method, isExplicit, isBigEndian)],
  ];
  const isDeclared = new Set(declared.map(([tag]) => tag));
  const body = all
    .filter(({ tag }) => !tag.startsWith('x0002') && !isDeclared.has(tag) && !isBesidePixels(tag))
    .map((one): readonly [string, Uint8Array] => [
      one.tag,
      one.tag === PIXELS ? pixels(data, one, isBigEndian) : written(one, writing),
    ]);
  const inOrder = [...declared, ...body].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes);
  // The preamble may contain anything and is not needed.
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), groupLength, header, ...inOrder]);
}

/**
 * The file as it is, except for what nobody sees and may be anything: the preamble, and what the pixels hold beside the
 * image.
 */
export function withoutHidden(content: Uint8Array, data: DataSet): Buffer {
  const isBigEndian = data.string('x00020010') === BIG_ENDIAN;
  const all = inOrderOf(data);
  const element = data.elements[PIXELS]!;
  const first = all.find(({ tag }) => tag.startsWith('x7fe0'))!;
  const next = all.find(({ tag }) => tag > 'x7fe0ffff');
  return Buffer.concat([
    Buffer.alloc(128),
    content.subarray(128, startOf(first)),
    pixels(data, element, isBigEndian),
    content.subarray(next ? startOf(next) : content.length),
  ]);
}

/** Offset tables of the pixels, which would now be wrong, and pixels in other formats, which nobody looks at. */
const isBesidePixels = (tag: string): boolean => tag.startsWith('x7fe0') && tag !== PIXELS;

function pixels(data: DataSet, element: Element, isBigEndian: boolean): Buffer {
  if (!element.fragments)
    return Buffer.from(data.byteArray.subarray(startOf(element), element.dataOffset + element.length));
  const mark = (number: number, length: number) => header(number, undefined, length, isBigEndian);
  return Buffer.concat([
    header(0x7fe00010, element.vr, UNDEFINED, isBigEndian),
    encapsulatedPixels(data, element, mark),
  ]);
}

/** In the order of the file. */
const inOrderOf = (data: DataSet): Element[] =>
  Object.values(data.elements).sort((a, b) => a.dataOffset - b.dataOffset);

function written(element: Element, writing: Writing): Uint8Array {
  const { tag, items, dataOffset, length } = element;
  // Group lengths are retired and would now be wrong.
  if (tag.endsWith('0000') || tag === 'xfffee00d') return Buffer.alloc(0);
  const fate = fateOf(element, writing.kept);
  if (fate === 'goes') return Buffer.alloc(0);
  if (fate === 'new-uid') return uidElement(element, writing);
  if (items) return sequence(element, items, writing);
  // Not up to the next element: what the parser did not keep may be between them.
  return writing.bytes.subarray(startOf(element), dataOffset + length);
}

/** Sequences and items get undefined lengths, because their content has become shorter. */
function sequence({ tag, vr }: Element, items: Element[], writing: Writing): Buffer {
  const { isBigEndian } = writing;
  const mark = (number: number, length: number) => header(number, undefined, length, isBigEndian);
  const inside = items.flatMap(({ dataSet }) =>
    dataSet
      ? [
          mark(ITEM, UNDEFINED),
          ...inOrderOf(dataSet)
            .filter(({ tag }) => !tag.startsWith('x7fe0'))
            .map((one) => written(one, writing)),
          mark(ITEM_END, 0),
        ]
      : [],
  );
  const number = Number.parseInt(tag.slice(1), 16);
  return Buffer.concat([header(number, vr, UNDEFINED, isBigEndian), ...inside, mark(SEQUENCE_END, 0)]);
}

function uidElement(
  { tag, vr, dataOffset, length }: Element,
  { bytes, uidKey, isBigEndian }: Writing,
): Buffer {
  const old = Buffer.from(bytes.subarray(dataOffset, dataOffset + length)).toString('latin1');
  const value = old
    .split('\\')
    .map((uid) => newUid(uid.replace(/[\0 ]+$/, ''), uidKey))
    .join('\\');
  const number = Number.parseInt(tag.slice(1), 16);
  return textElement(number, 'UI', value, vr !== undefined, isBigEndian);
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
  isExplicit: boolean,
  isBigEndian: boolean,
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
