import { parseSearch, tokensOf } from '@vesalius/contract/reader-search';
import { isQuestion } from '@vesalius/contract/search-question';
import { stemOf } from '@vesalius/contract/search-stems';
import { isStopWord } from '@vesalius/contract/stop-words';
import { emphasisOf } from './asking-words.ts';
import type { Alternative, QuestionTerm } from './rank-pages.ts';

/** Of a whole paragraph put into the field, the beginning says enough. */
const MAX_TERMS = 24;
/** What an abbreviation means, and the words that it stands for, count a little less than what was typed. */
const WORTH_OF_MEANING = 0.9;
/** Words that go on from the one that is being typed. */
const WORTH_OF_BEGUN = 0.6;
/** With fewer letters nearly every word goes on from it. */
export const SHORTEST_BEGUN = 2;
/** Words of the longest meaning of an abbreviation. */
const LONGEST_MEANING = 5;

export interface AskedWord {
  readonly word: string;
  readonly stem: string;
  /** As one word with the one before or after it, where a hyphen stands between them. */
  readonly joined: readonly string[];
  /** It may be unfinished: the last one of what is being typed. */
  readonly mayGoOn: boolean;
}

/** The words of a question that say what it is about: all of them where it consists of stop words. */
export function askedWords(question: string): AskedWord[] {
  const isUnfinished = /[\p{L}\p{N}\p{M}]$/u.test(question);
  const terms = parseSearch(question);
  const words = terms.flatMap(({ spellings, exact }, index): AskedWord[] => {
    const [apart = [], ...others] = spellings;
    const joined = others.flat().filter((word) => !apart.includes(word));
    return apart.map((word, position) => ({
      word,
      stem: stemOf(word),
      joined: joined.map(stemOf),
      mayGoOn:
        isUnfinished &&
        !exact &&
        index === terms.length - 1 &&
        position === apart.length - 1 &&
        word.length > SHORTEST_BEGUN,
    }));
  });
  const telling = words.filter(({ word, joined }) => !isStopWord(word) || joined.length > 0);
  const kept = telling.length > 0 ? telling : words;
  return [...new Map(kept.map((word) => [word.stem, word])).values()].slice(0, MAX_TERMS);
}

/** All that may be an abbreviation, or what one means: each word, and words that stand side by side. */
export function abbreviable(question: string): { words: string[]; phrases: string[] } {
  const words = tokensOf(question).map(({ word }) => word);
  const phrases = words.flatMap((_, from) =>
    Array.from({ length: LONGEST_MEANING }, (_, more) => words.slice(from, from + more + 1).join(' ')),
  );
  return { words, phrases: [...new Set(phrases)] };
}

export interface Abbreviation {
  readonly short: string;
  readonly long: string;
}

const stemsOfPhrase = (phrase: string): string[] =>
  phrase
    .split(' ')
    .filter((word) => !isStopWord(word))
    .map(stemOf);

export function questionTerms(
  asked: readonly AskedWord[],
  question: string,
  abbreviations: readonly Abbreviation[],
): QuestionTerm[] {
  const { words, phrases } = abbreviable(question);
  const emphases = isQuestion(question) ? emphasisOf(asked) : asked.map(() => 1);
  return asked.map(({ word, stem, joined }, index) => {
    const meanings = abbreviations.flatMap(({ short, long }): string[][] => {
      if (short === word) return [stemsOfPhrase(long)];
      const isPartOfLong = phrases.includes(long) && long.split(' ').includes(word) && words.includes(word);
      return isPartOfLong ? [[stemOf(short)]] : [];
    });
    const alternatives: Alternative[] = [
      { stems: [stem], worth: 1 },
      ...joined.map((one) => ({ stems: [one], worth: 1 })),
      ...meanings.map((stems) => ({ stems, worth: WORTH_OF_MEANING })),
    ];
    return { word, emphasis: emphases[index] ?? 1, alternatives };
  });
}

/** Adds the stems that go on from a word: those that a book holds are known only when it was asked. */
export const withBegun = (term: QuestionTerm, stems: readonly string[]): QuestionTerm => ({
  ...term,
  alternatives: [...term.alternatives, ...stems.map((stem) => ({ stems: [stem], worth: WORTH_OF_BEGUN }))],
});

export const stemsToLookUp = (terms: readonly QuestionTerm[]): string[] => [
  ...new Set(terms.flatMap(({ alternatives }) => alternatives.flatMap(({ stems }) => stems))),
];
