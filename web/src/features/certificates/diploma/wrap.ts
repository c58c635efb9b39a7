/**
 * Breaks text into lines of at most `limit` characters, between words and after hyphens. A word longer than a line is
 * broken inside. Counts grapheme clusters, so that Arabic diacritics and combined letters are not cut.
 */
export function wrap(text: string, limit: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const { word, glued } of piecesOf(text)) {
    const joined = line && !glued ? `${line} ${word}` : `${line}${word}`;
    if (lengthOf(joined) <= limit) {
      line = joined;
      continue;
    }
    if (line) lines.push(line);
    const pieces = chunks(word, limit);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  if (line) lines.push(line);
  return lines;
}

/** Words, and the parts of hyphenated words, which are `glued` to the part before them. */
const piecesOf = (text: string): { word: string; glued: boolean }[] =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((word) =>
      word.split(/(?<=\p{L}-)(?=\p{L})/u).map((part, index) => ({ word: part, glued: index > 0 })),
    );

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemes = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);
const lengthOf = (text: string): number => graphemes(text).length;

function chunks(word: string, limit: number): string[] {
  const letters = graphemes(word);
  const pieces: string[] = [];
  for (let start = 0; start < letters.length; start += limit)
    pieces.push(letters.slice(start, start + limit).join(''));
  return pieces;
}
