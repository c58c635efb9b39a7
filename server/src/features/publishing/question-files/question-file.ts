import type { ManifestQuestion } from '../manifest.ts';

export type QuestionFormat = 'QTI' | 'Moodle XML' | 'GIFT' | 'Aiken' | 'CSV' | 'Excel' | 'YAML';

/**
 * Something that its author has to know. `refused`: the question, or the whole file where no question is named, is not taken.
 * `left_out`: it is taken without a part of it. `check`: it is taken, and somebody should look at it.
 */
export interface Finding {
  readonly kind: 'refused' | 'left_out' | 'check';
  /** As counted in the file, from 1; null = the file as a whole. */
  readonly question: number | null;
  /** What the file calls the question, or how it begins. */
  readonly title: string;
  /** Of the text, the XML or the table. */
  readonly line: number | null;
  readonly text: string;
}

export interface QuestionPicture {
  /** As the questions name it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface QuestionFile {
  /** null = not recognized. */
  readonly format: QuestionFormat | null;
  readonly questions: readonly ManifestQuestion[];
  readonly pictures: readonly QuestionPicture[];
  readonly findings: readonly Finding[];
}

/** The whole file cannot be read; the message is a sentence for its author. */
export class QuestionFileRefused extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

export const refusedFile = (
  format: QuestionFormat | null,
  text: string,
  line: number | null = null,
): QuestionFile => ({
  format,
  questions: [],
  pictures: [],
  findings: [{ kind: 'refused', question: null, title: '', line, text }],
});
