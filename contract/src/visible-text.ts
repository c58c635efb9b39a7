/**
 * Characters that nobody sees: control and format characters (zero-width spaces, bidirectional controls, soft hyphens,
 * tags) and letters that are drawn as nothing (Hangul fillers, the blank of Braille). A name made of them looks like
 * another one, or like none, or turns the sentence around it.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu;
const JOINERS = ['\u200c', '\u200d'];
const LETTER = /[\p{L}\p{M}]/u;

/** One line as a reader sees it. A joiner stays between two letters, where Persian and Indic scripts write with it. */
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
