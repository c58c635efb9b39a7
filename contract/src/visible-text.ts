/**
 * Invisible characters: control and format characters (zero-width spaces, bidirectional controls, soft hyphens, tags) and letters
 * without a glyph (Hangul fillers, the blank of Braille). A name with them may look like another one, look empty, or change the
 * direction of the sentence around it.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu;
const JOINERS = ['\u200c', '\u200d'];
const LETTER = /[\p{L}\p{M}]/u;

const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Without embeddings, overrides and isolates, which show letters in another order than they are written in. Marks of direction stay. */
export const withoutOverrides = (text: string): string => text.replace(OVERRIDES, '');

/** One line as it is displayed. A joiner between two letters is kept, because Persian and Indic scripts need it. */
export function visibleText(text: string): string {
  const line = text.replace(/[\t\n\v\f\r\u0085\p{Z}]+/gu, ' ');
  return line
    .replace(INVISIBLE, (character, at: number) => {
      const isBetweenLetters = LETTER.test(line[at - 1] ?? '') && LETTER.test(line[at + 1] ?? '');
      return JOINERS.includes(character) && isBetweenLetters ? character : '';
    })
    .replace(/ +/g, ' ')
    .trim();
}
