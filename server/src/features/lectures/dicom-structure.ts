import type { DataSet, Element } from 'dicom-parser';

/** Value representations with a length of four bytes, as the parser reads them. */
export const LONG_VRS: ReadonlySet<string> = new Set([
  ...['OB', 'OD', 'OF', 'OL', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT'],
]);
const PREAMBLE_END = 132;
const MARK_LENGTH = 8;
const UNDEFINED = 0xffffffff;
const ITEM = 'xfffee000';
const ITEM_END = 'xfffee00d';
const SEQUENCE_END = 'xfffee0dd';
/** Private groups are odd. What is in them never reaches readers, so only their ends have to be right. */
const PRIVATE = /^x...[13579bdf]/;

/** Where an element begins. Implicit ones (and those in sequences of unknown kind) have only tag and length. */
export const startOf = ({ vr, dataOffset }: Element): number =>
  dataOffset - (vr !== undefined && LONG_VRS.has(vr) ? 12 : 8);

class Misplaced extends Error {
  readonly position: number;
  constructor(position: number) {
    super();
    this.position = position;
  }
}

/**
 * DICOM PS3.5, 7.1: the attributes of a data set are in ascending order, each once. The parser keeps the last of
 * repeated ones, and nobody would see what the others say. Null: every byte of the file belongs to one element that is
 * known. `bodyStart`: the end of the file's header (group 0002).
 */
export function structureMistake(data: DataSet, bodyStart: number): string | null {
  const all = inPlace(data);
  const isMeta = (element: Element) => startOf(element) < bodyStart;
  try {
    checkElements(data, all.filter(isMeta), { from: PREAMBLE_END, to: bodyStart });
    const body = all.filter((element) => !isMeta(element));
    checkElements(data, body, { from: bodyStart, to: data.byteArray.length });
    const stranger =
      all.find((element) => isMeta(element) !== element.tag.startsWith('x0002')) ??
      body.find(({ tag }) => tag < 'x0003');
    if (stranger) throw new Misplaced(startOf(stranger));
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    const tag = tagAt(data, error.position);
    return `has attributes twice, out of order or with a wrong length${tag ? ` (at ${tag.slice(1)})` : ''}, which can hide a name; export it again`;
  }
  return null;
}

const inPlace = (data: DataSet): Element[] =>
  Object.values(data.elements).sort((a, b) => a.dataOffset - b.dataOffset);

function checkElements(
  data: DataSet,
  elements: readonly Element[],
  { from, to }: { from: number; to: number },
): void {
  let position = from;
  let before = '';
  for (const element of elements) {
    if (startOf(element) !== position || element.tag <= before) throw new Misplaced(position);
    before = element.tag;
    position = endOf(data, element);
  }
  if (position !== to) throw new Misplaced(position);
}

/** The end of an element whose parts join without a gap. */
function endOf(data: DataSet, element: Element): number {
  const { tag, vr, items, fragments, dataOffset, length, hadUndefinedLength } = element;
  const end = dataOffset + length;
  if (length === UNDEFINED || (fragments && tag !== 'x7fe00010')) throw new Misplaced(startOf(element));
  if (fragments) checkFragments(data, element);
  else if (hadUndefinedLength) {
    // The parser removes the items of private sequences, whose content does not matter here.
    if (!items && !(vr === undefined && PRIVATE.test(tag))) throw new Misplaced(startOf(element));
    if (items || 'items' in element) {
      checkMark(data, end, SEQUENCE_END);
      if (!PRIVATE.test(tag)) checkItems(data, element);
      return end + MARK_LENGTH;
    }
  }
  if (items && !PRIVATE.test(tag)) checkItems(data, element);
  return end;
}

function checkItems(data: DataSet, { items = [], dataOffset, length }: Element): void {
  let position = dataOffset;
  for (const item of items) {
    if (item.dataOffset - MARK_LENGTH !== position || !item.dataSet) throw new Misplaced(position);
    position = item.dataOffset + item.length;
    const elements = inPlace(item.dataSet);
    checkElements(data, elements, { from: item.dataOffset, to: position });
    const isEnded = elements.at(-1)?.tag === ITEM_END;
    if (isEnded !== (item.hadUndefinedLength === true)) throw new Misplaced(position - MARK_LENGTH);
    if (isEnded) checkMark(data, position - MARK_LENGTH, ITEM_END);
    const stranger = elements.find(({ tag }) => tag < 'x0003');
    if (stranger) throw new Misplaced(startOf(stranger));
  }
  if (position !== dataOffset + length) throw new Misplaced(position);
}

/** PS3.5, A.4: the offset table and the pieces are items; a mark ends them. */
function checkFragments(data: DataSet, { fragments = [], basicOffsetTable, dataOffset, length }: Element) {
  let position = dataOffset + MARK_LENGTH + 4 * (basicOffsetTable?.length ?? 0);
  for (const fragment of fragments) {
    if (fragment.position - MARK_LENGTH !== position || tagAt(data, position) !== ITEM)
      throw new Misplaced(position);
    position = fragment.position + fragment.length;
  }
  checkMark(data, position, SEQUENCE_END);
  if (position + MARK_LENGTH !== dataOffset + length) throw new Misplaced(position);
}

function checkMark(data: DataSet, position: number, tag: string): void {
  const isMark = tagAt(data, position) === tag;
  if (!isMark || data.byteArrayParser.readUint32(data.byteArray, position + 4) !== 0)
    throw new Misplaced(position);
}

function tagAt({ byteArray, byteArrayParser }: DataSet, position: number): string | null {
  if (position + MARK_LENGTH > byteArray.length) return null;
  const two = (at: number) => byteArrayParser.readUint16(byteArray, at).toString(16).padStart(4, '0');
  return `x${two(position)}${two(position + 2)}`;
}
