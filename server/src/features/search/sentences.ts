import { splitSentences } from '@vesalius/contract/sentence-split';

/** A line that ends before this share of the usual one ends a paragraph, a heading or a cell of a table. */
const SHORT_LINE = 0.62;
const MIN_WORDS = 5;
const MAX_LENGTH = 600;
/** A script without capitals, as Arabic, begins with any letter. */
const BEGINS_SENTENCE = /^["“‘«([]?[\p{Lu}\p{Lo}\p{N}]/u;
const ENDS_SENTENCE = /[.!?؟。]["”’»)\]]*$/u;

/** The whole sentences of a page's text; headings, labels of figures and cells of tables are none. */
export const sentencesOf = (text: string): string[] =>
  paragraphsOf(text).flatMap((paragraph) =>
    splitSentences(paragraph).flatMap(({ text: sentence, isComplete }) =>
      isComplete && isWhole(sentence) ? [sentence] : [],
    ),
  );

const isWhole = (sentence: string): boolean =>
  ENDS_SENTENCE.test(sentence) &&
  BEGINS_SENTENCE.test(sentence) &&
  sentence.length <= MAX_LENGTH &&
  sentence.split(' ').length >= MIN_WORDS;

function paragraphsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const lengths = lines.map((line) => line.length).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length * 0.75)] ?? 0;
  const paragraphs: string[] = [];
  let paragraph = '';
  for (const [index, line] of lines.entries()) {
    paragraph = joinLine(paragraph, line);
    const next = lines[index + 1] ?? '';
    const isEnd = line.length < usual * SHORT_LINE && BEGINS_SENTENCE.test(next);
    // The page's header is a line of its own, however long it is.
    const isHeader = index === 0 && !ENDS_SENTENCE.test(line) && /^\d|\d$/.test(line);
    if (isEnd || isHeader) {
      paragraphs.push(paragraph);
      paragraph = '';
    }
  }
  return [...paragraphs, paragraph].filter((part) => part !== '');
}

/** A word that a line's end divided is one again. */
function joinLine(text: string, line: string): string {
  if (text === '') return line;
  if (/[\u00ad\u2010]$/.test(text)) return text.slice(0, -1) + line;
  if (/\p{L}-$/u.test(text)) return text + line;
  return `${text} ${line}`;
}
