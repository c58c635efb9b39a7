import type { QuestionFile } from './question-file.ts';

export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
}
export type ReadAnswer = { readonly file: QuestionFile } | { readonly failure: string };
