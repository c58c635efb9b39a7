import type { DicomSlice } from './dicom-check.ts';

/** To the child that reads DICOM files: one at a time, by their paths on the local disk. */
export interface DicomRequest {
  readonly path: string;
  readonly identity: 'refuse' | 'remove';
  /** The new file with the content for readers; absent: only the facts are read. */
  readonly output?: { readonly path: string; readonly uidKey: Uint8Array; readonly kept: readonly string[] };
}

export type DicomAnswer =
  | { readonly tell: 'ready' }
  | { readonly tell: 'read'; readonly slice: DicomSlice }
  /** Completes "dicom/ct/001.dcm ...". */
  | { readonly tell: 'refused'; readonly text: string }
  /** Not the file's fault. */
  | { readonly tell: 'failed'; readonly message: string };
