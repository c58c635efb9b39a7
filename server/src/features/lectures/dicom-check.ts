import { readFile } from 'node:fs/promises';
import { transferSyntaxName } from '@vesalius/contract/lectures-dicom';
import type { DataSet } from 'dicom-parser';
import { publishedCopy } from './dicom-clean.ts';
import { frameMistake } from './dicom-frames.ts';
import { identifyingAttributes, type KeptAttributes } from './dicom-identity.ts';
import { type ImageNumbers, imageNumbers } from './dicom-image.ts';
import { BadDicom, parseDicomFile } from './dicom-parse.ts';
import { encapsulatedFrames } from './dicom-pixels.ts';
import { knownModality } from './published-attributes.ts';
import { demandNoSpareBits } from './spare-bits.ts';

export { BadDicom } from './dicom-parse.ts';

/** What the viewer and the reader's lists need to know about one file of a series. */
export interface DicomSlice {
  readonly seriesUid: string;
  readonly instanceUid: string;
  readonly modality: string;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly instanceNumber: number | null;
  /** The position along the slice's normal (mm), which orders the series. */
  readonly position: number | null;
  readonly transferSyntax: string;
  /** Names of the identifying attributes in the original file; with `remove` they are no longer in the content. */
  readonly identifying: readonly string[];
}

interface ReadOptions {
  readonly identity: 'refuse' | 'remove';
  /** One key per study. */
  readonly uidKey?: Uint8Array | undefined;
  readonly kept?: KeptAttributes;
  /** False: the returned content is the file's own. */
  readonly wantsContent?: boolean;
}

/**
 * Reads and checks one DICOM file. The returned content is the copy for readers; with `remove`, it has new UIDs made by
 * `uidKey`. With `refuse`, identifying attributes are an error. Of a file of a stranger only in a child process
 * (read-dicom-apart.ts): the time it takes grows with the number of attributes.
 */
export async function readDicomSlice(
  path: string,
  { identity, uidKey, kept, wantsContent = true }: ReadOptions,
): Promise<{ slice: DicomSlice; content: Buffer }> {
  const { content, data, transferSyntax } = parseDicomFile(await readFile(path));
  if (/yes/i.test(data.string('x00280301') ?? '')) {
    throw new BadDicom('says that text is burned into its pixels (BurnedInAnnotation); take another image');
  }
  if (/yes/i.test(data.string('x00280302') ?? '')) {
    throw new BadDicom(
      'says that the patient can be recognised in it (RecognizableVisualFeatures); take another image',
    );
  }
  const identifying = identifyingAttributes(data);
  const image = imageNumbers(data);
  if (!image) throw new BadDicom('holds no image; leave reports and directories out of the folder');
  const mistake = frameMistake(data, image, transferSyntax);
  if (mistake) throw new BadDicom(mistake);
  const slice = sliceOf(data, { image, transferSyntax, identifying });
  const pixels = data.elements.x7fe00010!;
  // What stops the copy for readers is said when the file is looked at.
  if (pixels.fragments)
    await demandNoSpareBits(encapsulatedFrames(data, pixels, image), image, transferSyntax);
  if (identity === 'refuse' && identifying.length > 0) {
    throw new BadDicom(
      `names a person in ${identifying.join(', ')}; remove them, or write "identifying_attributes: remove"`,
    );
  }
  const copy = () => publishedCopy(content, data, { image, identity, uidKey, kept });
  return { slice, content: wantsContent ? copy() : content };
}

function sliceOf(
  data: DataSet,
  { image, ...known }: Pick<DicomSlice, 'transferSyntax' | 'identifying'> & { image: ImageNumbers },
): DicomSlice {
  const { rows, columns, frames } = image;
  const instanceNumber = data.intString('x00200013');
  return {
    seriesUid: data.string('x0020000e') ?? '',
    instanceUid: data.string('x00080018') ?? '',
    modality: knownModality(data.string('x00080060') ?? ''),
    rows,
    columns,
    frames,
    instanceNumber: Number.isFinite(instanceNumber) ? (instanceNumber ?? null) : null,
    position: positionOf(data),
    ...known,
  };
}

/** The distance along the normal of the image plane, the cross product of its row and column directions. */
function positionOf(data: DataSet): number | null {
  const numbers = (tag: string, count: number) => {
    const values = (data.string(tag) ?? '').split('\\').map(Number);
    return values.length === count && values.every(Number.isFinite) ? values : null;
  };
  const position = numbers('x00200032', 3);
  const plane = numbers('x00200037', 6);
  if (!position || !plane) return null;
  const [a, b, c, d, e, f] = plane as [number, number, number, number, number, number];
  const normal = [b * f - c * e, c * d - a * f, a * e - b * d];
  return position.reduce((sum, value, index) => sum + value * normal[index]!, 0);
}

/** By position if all are known, otherwise by instance number. */
export function compareSlices(a: DicomSlice, b: DicomSlice): number {
  if (a.position !== null && b.position !== null && a.position !== b.position) return a.position - b.position;
  return (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0);
}

interface SliceFile {
  readonly file: string;
  readonly slice: DicomSlice;
}

/** Errors in one series; each names its file. */
export function seriesMistakes(slices: readonly SliceFile[]): { file: string; text: string }[] {
  const rule = commonest(slices, ({ seriesUid }) => seriesUid);
  const sized = commonest(
    slices.filter(({ slice }) => slice.seriesUid === rule?.slice.seriesUid),
    sizeOf,
  );
  if (!rule || !sized) return [];
  const seen = new Map<string, string>();
  return slices.flatMap(({ file, slice }) => {
    const twin = seen.get(slice.instanceUid);
    seen.set(slice.instanceUid, file);
    if (slice.seriesUid !== rule.slice.seriesUid) {
      return [{ file, text: `belongs to another series than ${rule.file}; one folder holds one series` }];
    }
    if (sizeOf(slice) !== sizeOf(sized.slice)) {
      const sizes = `is ${sizeOf(slice)} pixels, ${sized.file} is ${sizeOf(sized.slice)}`;
      return [{ file, text: `${sizes}; all images of a series are of one size` }];
    }
    if (twin && slice.instanceUid !== '') return [{ file, text: `is the same image as ${twin}; keep one` }];
    return [];
  });
}

const sizeOf = ({ rows, columns }: DicomSlice) => `${columns} x ${rows}`;

/**
 * The first of the slices that agree with the most others, so that a single differing one is the error, wherever it is.
 */
function commonest(slices: readonly SliceFile[], by: (slice: DicomSlice) => string): SliceFile | undefined {
  const counts = new Map<string, number>();
  for (const { slice } of slices) counts.set(by(slice), (counts.get(by(slice)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return slices.find(({ slice }) => counts.get(by(slice)) === most);
}

/** What was found in a series and done about it; stored with the study. */
export interface SeriesReport {
  readonly files: number;
  readonly transfer_syntaxes: readonly string[];
  /** Identifying attributes that were removed; no stored file contains them. */
  readonly removed: readonly string[];
  /** Those that somebody decided to keep. */
  readonly kept?: readonly string[];
}

export function seriesReport(
  slices: readonly DicomSlice[],
  keptAttributes: KeptAttributes = new Set(),
): SeriesReport {
  const all = (of: (slice: DicomSlice) => readonly string[]) => [...new Set(slices.flatMap(of))].sort();
  const found = all(({ identifying }) => identifying);
  const kept = found.filter((name) => keptAttributes.has(name));
  return {
    files: slices.length,
    transfer_syntaxes: all(({ transferSyntax }) => [transferSyntaxName(transferSyntax)]),
    removed: found.filter((name) => !keptAttributes.has(name)),
    ...(kept.length > 0 ? { kept } : {}),
  };
}
