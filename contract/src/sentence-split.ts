/**
 * The sentences of running text, in the same way for search, generated answers and reading aloud. Without zod, because
 * the browser loads this file.
 */

/** After these a sentence goes on. */
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|fig|figs|dr|prof|no|approx|ca|al|[A-Z])\.$/iu;

export interface SplitSentence {
  /** Without space around it. */
  readonly text: string;
  /** Where it begins in the text that was split. */
  readonly at: number;
  /** False for a rest that ends with an abbreviation, as if a sentence went on. */
  readonly isComplete: boolean;
}

const segmenters = new Map<string, Intl.Segmenter>();
function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

/**
 * Splits at the boundaries of Unicode (UAX #29), but not after an abbreviation. `withoutMarks` removes what may follow
 * one, before it is recognized.
 */
export function splitSentences(
  text: string,
  language = 'en',
  withoutMarks: (text: string) => string = (same) => same,
): SplitSentence[] {
  const sentences: SplitSentence[] = [];
  let begun = '';
  let from = 0;
  const end = (isComplete: boolean) => {
    const trimmed = begun.trim();
    if (trimmed !== '')
      sentences.push({ text: trimmed, at: from + begun.length - begun.trimStart().length, isComplete });
    from += begun.length;
    begun = '';
  };
  for (const { segment } of segmenterOf(language).segment(text)) {
    begun += segment;
    if (!ABBREVIATED.test(withoutMarks(begun.trim()))) end(true);
  }
  end(false);
  return sentences;
}
