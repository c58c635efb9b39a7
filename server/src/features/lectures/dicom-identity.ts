import dicomParser, { type DataSet, type Element } from 'dicom-parser';
import { IDENTIFYING_ATTRIBUTES, UID_ATTRIBUTES } from './identity-profile.ts';

/**
 * "YES": the identity was removed before. Values that the profile allows to substitute are then taken as substitutes.
 */
const PATIENT_IDENTITY_REMOVED = 'x00120062';
/**
 * Attributes that the profile's options keep in cleaned files, because a case needs them: what was imaged and how, and
 * the patient's characteristics (options "clean descriptors" and "retain patient characteristics").
 */
const LEFT_BY_OPTIONS = new Set([
  'x00081030', // StudyDescription
  'x0008103e', // SeriesDescription
  'x00082111', // DerivationDescription
  'x00101010', // PatientAge
  'x00101020', // PatientSize
  'x00101030', // PatientWeight
  'x00189424', // AcquisitionProtocolDescription
]);

const KNOWN_NAMES: ReadonlySet<string> = new Set(
  [...IDENTIFYING_ATTRIBUTES.values()].map(({ name }) => name),
);

/** Names of attributes that somebody decided to keep, as the profile calls them. */
export type KeptAttributes = ReadonlySet<string>;

/** What happens to an attribute when identity is removed. UIDs and what has no name in the profile are never kept. */
export function fateOf(element: Element, kept: KeptAttributes): 'stays' | 'goes' | 'new-uid' {
  const { tag, vr } = element;
  if (isKept(element, kept)) return 'stays';
  if (UID_ATTRIBUTES.has(tag)) return vr === undefined || vr === 'UI' || vr === 'UN' ? 'new-uid' : 'goes';
  const goes = IDENTIFYING_ATTRIBUTES.has(tag) || nameOfPattern(tag) !== null || isOpaque(element);
  return goes ? 'goes' : 'stays';
}

export function isKept(element: Element, kept: KeptAttributes): boolean {
  const known = IDENTIFYING_ATTRIBUTES.get(element.tag);
  return known !== undefined && kept.has(known.name) && !isOpaque(element);
}

/**
 * A program that did not know the attribute wrote it as unknown: it may be a sequence with any content. SOP class,
 * modality, and groups 0020 and 0028 describe the image, its position and its pixel format.
 */
const isOpaque = ({ tag, vr, items }: Element): boolean =>
  vr === 'UN' && items === undefined && !/^x(0020|0028|00080016|00080060)/.test(tag);

/** Odd groups are private: only their vendor knows their content. 50xx and 60xx may be drawn text. */
function nameOfPattern(tag: string): string | null {
  const group = tag.slice(1, 5);
  if (dicomParser.isPrivateTag(tag)) return `private attributes (group ${group})`;
  if (group.startsWith('50')) return `CurveData (group ${group})`;
  if (group.startsWith('60')) return `Overlay (group ${group})`;
  return null;
}

/**
 * Names of the attributes with a value about a person, at any depth and in the order of the file; empty if the file may
 * be shown unchanged.
 */
export function identifyingAttributes(data: DataSet): string[] {
  const isDeclared = data.string(PATIENT_IDENTITY_REMOVED)?.trim() === 'YES';
  return [...new Set(within(data, isDeclared))];
}

function within(data: DataSet, isDeclared: boolean): string[] {
  return Object.values(data.elements).flatMap((element) => {
    const { tag, items } = element;
    const known = IDENTIFYING_ATTRIBUTES.get(tag);
    const name =
      known?.name ?? nameOfPattern(tag) ?? (isOpaque(element) ? `${tag.slice(1)} (of unknown kind)` : null);
    if (name !== null) {
      if (isEmpty(data, element)) return [];
      if (!isDeclared || !(known?.mayBeMadeUp || LEFT_BY_OPTIONS.has(tag))) return [name];
    }
    // A permitted sequence may still contain identifying attributes.
    return (items ?? []).flatMap(({ dataSet }) => (dataSet ? within(dataSet, isDeclared) : []));
  });
}

/** An element with only padding is empty; a sequence is empty unless it has an item with content. */
function isEmpty(data: DataSet, { tag, items, length, dataOffset }: Element): boolean {
  if (items) {
    return items.every(
      ({ dataSet }) =>
        !dataSet ||
        Object.values(dataSet.elements).every(
          (element) => element.tag === 'xfffee00d' || isEmpty(dataSet, element),
        ),
    );
  }
  if (length === 0) return true;
  // A private creator element reserves a private group; alone it identifies nobody.
  if (dicomParser.isPrivateTag(tag) && tag.slice(5, 7) === '00') return true;
  const value = data.byteArray.subarray(dataOffset, dataOffset + Math.min(length, 256));
  return length <= 256 && value.every((byte) => byte === 0x20 || byte === 0);
}

/** True for those of the profile: of private and unknown ones only the vendor knows what they say. */
export const isKnownAttribute = (name: string): boolean => KNOWN_NAMES.has(name);
