import type { LeftOutFile } from './study-queries.ts';

/** A study of a thousand images of 512 x 512, packed, has a quarter. */
export const MAX_ARCHIVE_BYTES = 1_500_000_000;
/** Of all files of an archive together, and of one of them, unpacked. */
const MAX_UNPACKED_BYTES = 6_000_000_000;
export const MAX_UNPACKED_FILE_BYTES = 300_000_000;
/**
 * Unpacked bytes for each packed one. Images of CT and MR pack to a half or a quarter, those with much air or of few shades to
 * a tenth; zeros pack to a thousandth.
 */
const MAX_UNPACKED_RATIO = 20;
/** Small archives may pack better: a few masks or empty images. */
const UNPACKED_ALLOWANCE_BYTES = 50_000_000;

export const maxUnpackedOf = (archiveBytes: number): number =>
  Math.min(MAX_UNPACKED_BYTES, archiveBytes * MAX_UNPACKED_RATIO + UNPACKED_ALLOWANCE_BYTES);

/** The archive itself, and of the largest file the packed bytes, the growing result, and the one before it. */
const MEMORY_BESIDE_ARCHIVE_BYTES = 1_200_000_000;
export const memoryLimitOf = (archiveBytes: number): number => archiveBytes + MEMORY_BESIDE_ARCHIVE_BYTES;

export interface UnpackRequest {
  readonly archive: string;
  /** DICOM files are written there under numbers: names of the archive never become paths. */
  readonly folder: string;
}
export interface UnpackedFile {
  readonly path: string;
  readonly bytes: number;
  /** As in the archive. */
  readonly name: string;
}
export type UnpackAnswer =
  /** After each file: the time limit begins anew. */
  | { readonly tell: 'progress' }
  | { readonly tell: 'unpacked'; readonly files: UnpackedFile[]; readonly leftOut: LeftOutFile[] }
  /** Completes "The archive ...". */
  | { readonly tell: 'refused'; readonly text: string };
