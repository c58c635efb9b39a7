import type { Word } from './recognize-text.ts';

export interface FoundWord extends Word {
  /** The path of the file as given in the request. */
  readonly file: string;
  /** Counts from 0. */
  readonly frame: number;
}

/** What was searched, and what a person has to check. */
export interface BurnedText {
  readonly frames: number;
  /** `picture`: its file below the folder that was given. */
  readonly lookedAt: readonly {
    readonly file: string;
    readonly frame: number;
    readonly picture?: string;
  }[];
  readonly words: readonly FoundWord[];
  /** Files whose pixels cannot be decoded here, each with the reason. */
  readonly unread: readonly { readonly file: string; readonly reason: string }[];
  /** The number of different-looking frames beyond the limit, which were not searched. */
  readonly left: number;
  /** A person has to check: text was found, or not everything could be read. Finding no text proves nothing. */
  readonly needsDecision: boolean;
}

export interface RecognitionQuestion {
  readonly files: readonly string[];
  /** Where a picture of each frame that is looked at is written; absent: none is. */
  readonly pictureFolder?: string | undefined;
  /** False: pictures alone, where reading failed. */
  readonly readsLetters: boolean;
}

export type RecognitionAnswer =
  /** Sent before each frame: the time limit restarts. */
  | { readonly tell: 'progress'; readonly done: number; readonly total: number }
  | { readonly tell: 'found'; readonly found: BurnedText }
  | { readonly tell: 'failed'; readonly message: string };

/** The exit code of a process that exceeded its memory limit. */
export const OUT_OF_MEMORY_CODE = 12;
