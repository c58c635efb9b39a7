import type { DataSet } from 'dicom-parser';
import { type ImageNumbers, PHOTOMETRIC } from './dicom-image.ts';

/*
 * The attributes that readers get: what the viewer needs to show images in order and to measure in them, and what makes
 * the copy a DICOM file. Everything else stays with the maker, whoever defined it. Values are checked too: an attribute for
 * a number holds nothing but numbers.
 */

/** The attributes of one data set, or of the items of a sequence. */
export type PublishedSet = ReadonlyMap<string, PublishedAttribute>;

export interface PublishedAttribute {
  readonly vr: string;
  /** Whether a value, without padding, may be published. */
  readonly accepts: (value: Buffer) => boolean;
  /** The bytes that mean something; what follows them is not published. */
  readonly length?: number;
  /** Of a sequence. */
  readonly items?: PublishedSet;
}

/** PS3.3, C.7.3.1.1.1, with the retired ones. Other words in their place may be anything. */
const MODALITIES = new Set(
  `ANN AR ASMT AU BDUS BI BMD CD CF CFM CP CR CS CT CTPROTOCOL DD DF DG DM DMS DOC DS DX EC ECG EEG EMG EOG EPS ES FA FID
  FS GM HC HD IO IOL IVOCT IVUS KER KO LEN LP LS M3D MA MG MR MS NM OAM OCT OP OPM OPR OPT OPTBSV OPTENF OPV OSS OT PA PLAN
  POS PR PT PX REG RESP RF RG RTDOSE RTIMAGE RTINTENT RTPLAN RTRAD RTRECORD RTSEGANN RTSTRUCT RWV SEG SM SMR SR SRF ST
  STAIN TEXTUREMAP TG US VA VF XA XAPROTOCOL XC`.split(/\s+/),
);

/** '' if it is none of the standard. */
export const knownModality = (value: string): string => (MODALITIES.has(value.trim()) ? value.trim() : '');

const UNIT = /^(HU|OD|US|MGML|Z_EFF|ED|EDW|HU_MOD|PCT)$/i;
const CHARACTERS = /^(ISO[ _](IR|2022 IR) \d{1,3}|GB18030|GBK)?$/;
const DECIMAL = /^ *[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})? *$/;
const WHOLE = /^ *[-+]?\d{1,10} *$/;
const LONGEST_NUMBER = 24;
/** As many as a file may reasonably suggest. */
const MAX_WINDOWS = 32;

const text = (vr: string, isValue: (value: string) => boolean, max = 1): PublishedAttribute => ({
  vr,
  accepts(value) {
    const values = value.toString('latin1').split('\\');
    return values.length <= max && values.every((each) => isValue(each));
  },
});
const decimals = (max: number) =>
  text('DS', (value) => value.length <= LONGEST_NUMBER && DECIMAL.test(value), max);
const whole = text('IS', (value) => WHOLE.test(value));
const code = (pattern: RegExp, max?: number) => text('CS', (value) => pattern.test(value.trim()), max);
const uid = text('UI', (value) => /^[0-9.]{1,64}$/.test(value));
const shorts = (count: number): PublishedAttribute => ({
  vr: 'US',
  accepts: (value) => value.length === 2 * count,
});
const sequence = (items: PublishedSet): PublishedAttribute => ({ vr: 'SQ', accepts: () => false, items });

const WINDOW = [
  ['x00281050', decimals(MAX_WINDOWS)],
  ['x00281051', decimals(MAX_WINDOWS)],
] as const;
const RESCALE = [
  ['x00281052', decimals(1)],
  ['x00281053', decimals(1)],
  ['x00281054', text('LO', (value) => UNIT.test(value.trim()))],
] as const;
const SPACING = [
  ['x00181164', decimals(2)], // ImagerPixelSpacing
  ['x00280030', decimals(2)], // PixelSpacing
] as const;
const POSITION = [['x00200032', decimals(3)]] as const;
const ORIENTATION = [['x00200037', decimals(6)]] as const;

/** Of a file with several frames, for all of them or for one. */
const FUNCTIONAL_GROUPS = sequence(
  new Map([
    ['x00209113', sequence(new Map(POSITION))],
    ['x00209116', sequence(new Map(ORIENTATION))],
    ['x00289110', sequence(new Map(SPACING))],
    ['x00289132', sequence(new Map(WINDOW))],
    ['x00289145', sequence(new Map(RESCALE))],
  ]),
);

export const PUBLISHED_HEADER: PublishedSet = new Map([
  ['x00020001', { vr: 'OB', accepts: (value) => value.equals(Buffer.from([0, 1])) }],
  ['x00020002', uid],
  ['x00020003', uid],
  ['x00020010', uid],
  ['x00020012', uid],
]);

const PUBLISHED_ATTRIBUTES: PublishedSet = new Map<string, PublishedAttribute>([
  ['x00080005', code(CHARACTERS, 8)],
  ['x00080016', uid], // SOPClassUID
  ['x00080018', uid], // SOPInstanceUID
  ['x00080060', text('CS', (value) => knownModality(value) !== '')],
  ['x00120062', code(/^(YES|NO)$/)], // PatientIdentityRemoved
  ['x0020000d', uid], // StudyInstanceUID
  ['x0020000e', uid], // SeriesInstanceUID
  ['x00200013', whole], // InstanceNumber
  ['x00200052', uid], // FrameOfReferenceUID
  ...POSITION,
  ...ORIENTATION,
  ...SPACING,
  ['x00280002', shorts(1)],
  ['x00280004', code(PHOTOMETRIC)],
  ['x00280006', shorts(1)],
  ['x00280008', whole], // NumberOfFrames
  ['x00280010', shorts(1)],
  ['x00280011', shorts(1)],
  ['x00280100', shorts(1)],
  ['x00280101', shorts(1)],
  ['x00280102', shorts(1)],
  ['x00280103', shorts(1)],
  ...WINDOW,
  ...RESCALE,
  ['x00280301', code(/^NO$/)], // BurnedInAnnotation
  ['x00282110', code(/^0[01]$/)], // LossyImageCompression
  ['x52009229', FUNCTIONAL_GROUPS],
  ['x52009230', FUNCTIONAL_GROUPS],
]);

/** Those of an image, without its pixels, which are written apart. */
export const publishedAttributes = (data: DataSet, { photometric }: ImageNumbers): PublishedSet =>
  photometric === 'PALETTE COLOR'
    ? new Map([...PUBLISHED_ATTRIBUTES, ...paletteOf(data)])
    : PUBLISHED_ATTRIBUTES;

/** PS3.3, C.7.6.3.1.5: for each color a description of its table, and the table. */
const paletteOf = (data: DataSet): (readonly [tag: string, attribute: PublishedAttribute])[] =>
  [1, 2, 3].flatMap((color) => [
    [`x0028110${color}`, shorts(3)],
    [`x0028120${color}`, { vr: 'OW', accepts: () => true, length: tableLength(data, `x0028110${color}`) }],
  ]);

/** In bytes; a number of entries that does not fit into 16 bits is 0. */
function tableLength(data: DataSet, descriptor: string): number {
  if (data.elements[descriptor]?.length !== 6) return 0;
  const entries = data.uint16(descriptor, 0) || 65_536;
  return (data.uint16(descriptor, 2) ?? 16) > 8 ? entries * 2 : entries;
}
