import type { ManifestQuestion } from '../manifest-questions.ts';

export type QuestionFormat = 'QTI' | 'Moodle XML' | 'GIFT' | 'Aiken' | 'CSV' | 'Excel' | 'YAML';

/**
 * A finding for the file's author. `refused`: the question, or the whole file if no question is named, is not
 * imported. `left_out`: it is imported without a part. `check`: it is imported, and a person should check it.
 */
export interface Finding {
  readonly kind: 'refused' | 'left_out' | 'check';
  /** The question's number in the file, from 1; null = the file as a whole. */
  readonly question: number | null;
  /** The question's name in the file, or its first words. */
  readonly title: string;
  /** The line in the text, the XML or the table. */
  readonly line: number | null;
  readonly text: string;
}

export interface QuestionPicture {
  /** The name that the questions use. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface QuestionFile {
  /** Null = not recognized. */
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
