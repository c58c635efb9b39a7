import type { LeftOutFile } from './study-queries.ts';

/** A study of a thousand images of 512 x 512, packed, has a quarter. */
export const MAX_ARCHIVE_BYTES = 1_500_000_000;
/** Of all files of an archive together, and of one of them, unpacked. */
export const MAX_UNPACKED_BYTES = 6_000_000_000;
export const MAX_UNPACKED_FILE_BYTES = 300_000_000;

export interface UnpackRequest {
  readonly archive: string;
  /** DICOM files are written there under numbers: names of the archive never become paths. */
  readonly folder: string;
}
export interface UnpackedFile {
  readonly path: string;
  /** As in the archive. */
  readonly name: string;
}
export type UnpackAnswer =
  /** After each file: the time limit begins anew. */
  | { readonly tell: 'progress' }
  | { readonly tell: 'unpacked'; readonly files: UnpackedFile[]; readonly leftOut: LeftOutFile[] }
  /** Completes "The archive ...". */
  | { readonly tell: 'refused'; readonly text: string };
