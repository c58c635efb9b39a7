import type { QuestionFile } from './question-file.ts';

/** With pictures; a package of two thousand questions without is one. */
export const MAX_FILE_BYTES = 50_000_000;

export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
}
export type ReadAnswer = { readonly file: QuestionFile } | { readonly failure: string };
