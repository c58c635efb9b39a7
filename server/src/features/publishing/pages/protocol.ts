import type { Box } from '@vesalius/contract/reader-text';
import type { DocumentFacts } from './document-facts.ts';
import type { MissingFont } from './page-fonts.ts';

/**
 * What is made from a page: `base` at import (1x, thumbnail, text), `sharp` afterwards (2x, one-page PDF), its text
 * alone, or nothing: `check` reads it, and `ink` looks at its picture.
 */
export type PageWork = 'check' | 'ink' | 'base' | 'sharp' | 'text';

/** Requests to the child: facts, or pages; one answer each, in any order. */
export type Question = { ask: 'facts' } | { ask: PageWork; page: number };

export interface PreparedPage {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** How certain the order of its text is, from 0 to 1; null for `sharp` and `ink`. */
  readonly confidence: number | null;
  /** The hash of the page's pixels at single size, its words and its tags; only for `base`. */
  readonly contentHash?: string;
  /** What is not white margin; only for `base` and `ink`. */
  readonly ink?: Box;
  readonly missingFonts: readonly MissingFont[];
  /** Text that is not seen stays in the one-page PDF. Absent for `sharp` and `ink`. */
  readonly hasTextOutside?: boolean;
  /** The files written below the child's output folder, as in `0007/1x.webp`. */
  readonly files: readonly string[];
}

export type Answer =
  | { tell: 'facts'; facts: DocumentFacts }
  /** Sent before the library works on a page, so that the page that kills the process is known. */
  | { tell: 'begun'; page: number }
  | { tell: 'page'; prepared: PreparedPage }
  /** `refused`: the PDF is at fault; the message is for its publisher. */
  | { tell: 'refused'; message: string }
  | { tell: 'failed'; message: string };

/** The name of a page's folder, as in `0007`. */
export const pageFolder = (page: number): string => String(page).padStart(4, '0');

/** A PDF that must be refused; the text completes "book.pdf ...". */
export class UnreadablePdf extends Error {}

/** The process that prepares pages was ended from outside, twice, most often for want of memory. */
export class PagesStopped extends Error {
  static readonly #words = 'the process that prepares pages was stopped';

  constructor(reason: string) {
    super(`${PagesStopped.#words}: ${reason}`);
  }

  /** Whether a job ended with this error. */
  static isOfJob(lastError: string | null): boolean {
    return lastError?.startsWith(PagesStopped.#words) ?? false;
  }
}
