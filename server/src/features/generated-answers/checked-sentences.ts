import { splitSentences } from '@vesalius/contract/sentence-split';
import { isSupportedBy } from './supported-by.ts';

/** Sentences of a passage that the model was given. */
export type Passage = readonly string[];
export interface CheckedSentence {
  /** Plain text. */
  readonly text: string;
  /** Indexes of the passages that it names and that support it. */
  readonly passages: readonly number[];
}

const MAX_SENTENCES = 8;
const MAX_LENGTH = 600;
const CITATIONS = /\[\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*\]/g;
/** A citation after the full stop belongs to the sentence before it. */
const CITED_AFTER_STOP = /([.!?؟。]["”’»)]*)\s*((?:\[\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*\]\s*)+)/g;
const LIST_MARK = /^\s*(?:[-•]\s+|\d{1,2}[.)]\s+)/;
/** Markup, links, entities, and characters that cannot be seen. */
const NOT_PLAIN =
  /<\s*[/!?\p{L}]|[`*_\\{}|~#[\]]|&#?\w+;|:\/\/|\bwww\.|@|\p{L}{2}\.\p{L}{2}|[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;

/** The sentences of a model's text that name passages and are supported by them; all others are dropped. */
export function checkedSentences(text: string, passages: readonly Passage[]): CheckedSentence[] {
  const sentences = sentencesOf(text).flatMap((sentence): CheckedSentence[] => {
    const named = citationsOf(sentence);
    const plain = sentence
      .replace(CITATIONS, '')
      .replace(/\s+/g, ' ')
      .replace(/\s+([.,;:!?؟،؛])/g, '$1')
      .trim();
    const isGiven = named.length > 0 && named.every((index) => passages[index] !== undefined);
    if (!isGiven || plain.length > MAX_LENGTH || NOT_PLAIN.test(plain)) return [];
    const supporting = named.filter((index) => isSupportedBy(plain, passages[index] ?? []));
    return supporting.length > 0 ? [{ text: plain, passages: supporting }] : [];
  });
  const isFirst = ({ text: one }: CheckedSentence, index: number) =>
    sentences.findIndex((other) => other.text === one) === index;
  return sentences.filter(isFirst).slice(0, MAX_SENTENCES);
}

/** From 0, each once. */
const citationsOf = (sentence: string): number[] => [
  ...new Set(
    [...sentence.matchAll(CITATIONS)]
      .flatMap(([group]) => group.match(/\d+/g) ?? [])
      .map((n) => Number(n) - 1),
  ),
];

const sentencesOf = (text: string): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line) => {
    const cited = line.replace(LIST_MARK, '').replace(CITED_AFTER_STOP, ' $2$1 ');
    return splitSentences(cited, 'en', (sentence) => sentence.replace(CITATIONS, '')).map(
      (sentence) => sentence.text,
    );
  });
