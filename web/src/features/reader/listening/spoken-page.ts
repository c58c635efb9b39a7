import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import { splitSentences } from '@vesalius/contract/sentence-split';
import type { FlowBlock, FlowPage } from '../flow/flow-page.ts';
import type { TableCell } from '../text/tagged-blocks.ts';

/** Where a word of a page begins in a spoken text. */
export interface SpokenWord {
  readonly at: number;
  readonly page: number;
  readonly word: number;
}

/** What is spoken at once: a sentence, a heading, a row of a table or an announcement. */
export interface Sentence {
  readonly text: string;
  readonly words: readonly SpokenWord[];
  readonly page: number;
  /** The page ends within it. */
  readonly isOpen: boolean;
  /** Running text, which can complete the open sentence of the page before. */
  readonly isRunning: boolean;
}

/** What is said about parts that are not running text, in the language of the book. */
export interface Announcements {
  table(rows: number): string;
  figure(description: string): string;
  readonly footnote: string;
  readonly imageOfPage: string;
}

/** Some voices end by themselves after about 15 seconds. */
const MAX_LENGTH = 280;
const ENDS_SENTENCE = /[.!?:؟。…]["”’»)\]]*$/u;

/** What is spoken of a page, in the order of the text view. */
export function spokenPage(
  page: number,
  flow: FlowPage,
  { words }: PageText,
  language: string,
  announced: Announcements,
): Sentence[] {
  if (flow.shownAs === 'image') return [announcement(page, announced.imageOfPage)];
  const sentences = flow.blocks.flatMap((block) => spokenBlock(page, block, words, language, announced));
  const last = sentences.at(-1);
  if (!last?.isRunning || ENDS_SENTENCE.test(last.text)) return sentences;
  return [...sentences.slice(0, -1), { ...last, isOpen: true }];
}

/** The sentence that one page begins and the next one ends. */
export function joined(begun: Sentence, rest: Sentence): Sentence {
  const shift = begun.text.length + 1;
  return {
    ...begun,
    text: `${begun.text} ${rest.text}`,
    words: [...begun.words, ...rest.words.map((word) => ({ ...word, at: word.at + shift }))],
    isOpen: rest.isOpen,
  };
}

const announcement = (page: number, text: string): Sentence => ({
  text,
  words: [],
  page,
  isOpen: false,
  isRunning: false,
});

function spokenBlock(
  page: number,
  block: FlowBlock,
  words: readonly PageWord[],
  language: string,
  announced: Announcements,
): Sentence[] {
  const spoken = (pairs: readonly number[], isRunning: boolean) =>
    inSentences(page, pairs, words, language, isRunning);
  switch (block.kind) {
    case 'text':
      return spoken(block.pairs, block.level === 0);
    case 'footnote':
      return [announcement(page, announced.footnote), ...spoken(block.pairs, false)];
    case 'list':
      return block.items.flatMap((item) => spoken(item.pairs, false));
    case 'figure':
      return [
        announcement(page, announced.figure(block.text)),
        ...(block.caption ? spoken(block.caption.pairs, false) : []),
      ];
    case 'table':
      return [
        announcement(page, announced.table(block.rows.length)),
        ...block.rows.flatMap((row) => spokenRow(page, row, words)),
      ];
  }
}

/** The cells of a row, with a pause between them. */
function spokenRow(page: number, row: readonly TableCell[], words: readonly PageWord[]): Sentence[] {
  let text = '';
  const spokenWords: SpokenWord[] = [];
  for (const cell of row) {
    if (cell.text === '') continue;
    if (text !== '') text += '; ';
    const spoken = cell.pairs.length > 0 ? textWithWords(page, cell.pairs, words) : null;
    for (const word of spoken?.words ?? []) spokenWords.push({ ...word, at: word.at + text.length });
    text += spoken?.text ?? cell.text;
  }
  return text === '' ? [] : [{ text, words: spokenWords, page, isOpen: false, isRunning: false }];
}

function inSentences(
  page: number,
  pairs: readonly number[],
  words: readonly PageWord[],
  language: string,
  isRunning: boolean,
): Sentence[] {
  const { text, words: spokenWords } = textWithWords(page, pairs, words);
  return splitSentences(text, language)
    .flatMap(({ text: sentence, at }) => inParts(sentence, at))
    .map(({ part, at }) => ({
      text: part,
      words: spokenWords
        .filter((word) => word.at >= at && word.at < at + part.length)
        .map((word) => ({ ...word, at: word.at - at })),
      page,
      isOpen: false,
      isRunning,
    }));
}

function textWithWords(page: number, pairs: readonly number[], words: readonly PageWord[]) {
  let text = '';
  const spokenWords: SpokenWord[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2)
    for (let word = pairs[at]!; word < pairs[at + 1]!; word += 1) {
      const [, , , , letters, joint] = words[word]!;
      spokenWords.push({ at: text.length, page, word });
      text += joint === 2 ? letters : `${letters} `;
    }
  return { text: text.trimEnd(), words: spokenWords };
}

/** A long sentence is spoken in parts, which end at a comma or the like if it has one. */
function inParts(sentence: string, at: number): { part: string; at: number }[] {
  const parts: { part: string; at: number }[] = [];
  let from = 0;
  while (sentence.length - from > MAX_LENGTH) {
    const window = sentence.slice(from, from + MAX_LENGTH);
    const pause = Math.max(...[...window.matchAll(/[,;:،؛]\s/gu)].map((match) => match.index + 1), -1);
    const length = pause > MAX_LENGTH / 3 ? pause : window.lastIndexOf(' ');
    if (length <= 0) break;
    parts.push({ part: sentence.slice(from, from + length), at: at + from });
    from += length + 1;
  }
  return [...parts, { part: sentence.slice(from), at: at + from }];
}
