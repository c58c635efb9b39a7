import type { Annotation } from '@vesalius/contract/reader';
import type { SearchTerm, TextRange } from '@vesalius/contract/reader-search';
import { type PageText, plainPageText } from '@vesalius/contract/reader-text';
import {
  partsOfHighlight,
  type WordPart,
  type WordRange,
  wordsOfHighlight,
  wordsOfHits,
  wordsOfText,
} from './word-ranges.ts';

/** What is marked at a word. */
export interface WordMark {
  readonly highlight: Annotation | null;
  readonly hit: 'current' | 'other' | null;
  readonly isCaret: boolean;
}
interface HighlightedPart extends WordPart {
  readonly highlight: Annotation;
}
export interface FlowMarks {
  readonly at: ReadonlyMap<number, WordMark>;
  /** Words that are highlighted in part only. */
  readonly parts: ReadonlyMap<number, HighlightedPart>;
  /** The buttons of highlights, after their last words. */
  readonly endsAt: ReadonlyMap<number, readonly Annotation[]>;
  /** Notes on the page as a whole, and those whose words are not on it. */
  readonly ofPage: readonly Annotation[];
}

const NOTHING: WordMark = { highlight: null, hit: null, isCaret: false };

/** Highlights, hits of a search and the keyboard's caret on a page, by word. */
export function flowMarks(
  text: PageText,
  {
    annotations,
    terms,
    shown,
    caret,
  }: {
    readonly annotations: readonly Annotation[];
    readonly terms: readonly SearchTerm[];
    /** Finds the selected hit or answer on this page. */
    readonly shown: { rangeIn(pageText: string): TextRange | null } | null;
    readonly caret: number | null;
  },
): FlowMarks {
  const at = new Map<number, WordMark>();
  const parts = new Map<number, HighlightedPart>();
  const endsAt = new Map<number, Annotation[]>();
  const ofPage: Annotation[] = [];
  const mark = ([from, to]: WordRange, part: Partial<WordMark>) => {
    for (let word = from; word < to; word += 1) at.set(word, { ...(at.get(word) ?? NOTHING), ...part });
  };
  for (const highlight of annotations) {
    const ranges = wordsOfHighlight(text, highlight);
    const ownParts = partsOfHighlight(text, highlight);
    for (const part of ownParts) parts.set(part.word, { ...part, highlight });
    const isPart = (word: number) => ownParts.some((part) => part.word === word);
    for (const [from, to] of ranges)
      for (let word = from; word < to; word += 1) if (!isPart(word)) mark([word, word + 1], { highlight });
    const end = ranges.at(-1)?.[1];
    if (end === undefined) ofPage.push(highlight);
    else endsAt.set(end - 1, [...(endsAt.get(end - 1) ?? []), highlight]);
  }
  for (const range of terms.length > 0 ? wordsOfHits(text, terms) : []) mark(range, { hit: 'other' });
  const current = shown?.rangeIn(plainPageText(text.words).text);
  if (current) mark(wordsOfText(text.words, current), { hit: 'current' });
  if (caret !== null) mark([caret, caret + 1], { isCaret: true });
  return { at, parts, endsAt, ofPage };
}
