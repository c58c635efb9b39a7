import type { QuestionFile } from './question-file.ts';

/** Including pictures; a package of two thousand questions without pictures is about 1 MB. */
export const MAX_FILE_BYTES = 50_000_000;

export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
}
export type ReadAnswer = { readonly file: QuestionFile } | { readonly failure: string };
