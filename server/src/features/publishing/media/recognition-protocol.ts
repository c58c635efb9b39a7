import type { Word } from './recognize-text.ts';

export interface FoundWord extends Word {
  /** Of the files that were asked about: its path as it was given. */
  readonly file: string;
  /** Counts from 0. */
  readonly frame: number;
}

/** What was looked at, and what a human has to look at. */
export interface BurnedText {
  readonly frames: number;
  readonly lookedAt: readonly { readonly file: string; readonly frame: number }[];
  readonly words: readonly FoundWord[];
  /** Files whose pixels are not read here, each with the reason. */
  readonly unread: readonly { readonly file: string; readonly reason: string }[];
  /** Frames that look different from those that were looked at, beyond the limit. */
  readonly left: number;
  /** Somebody has to look: letters were found, or not everything could be read. No letters are no proof. */
  readonly needsDecision: boolean;
}

export interface RecognitionQuestion {
  readonly files: readonly string[];
}

export type RecognitionAnswer =
  /** Before each frame: the time limit begins anew. */
  | { readonly tell: 'progress'; readonly done: number; readonly total: number }
  | { readonly tell: 'found'; readonly found: BurnedText }
  | { readonly tell: 'failed'; readonly message: string };

/** How the process ends when it has taken more memory than it was given. */
export const OUT_OF_MEMORY_CODE = 12;
