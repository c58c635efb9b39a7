/*
 * The text of a cue in WebVTT (W3C, 4.2.2): bold, italics, underlines, voices, languages, ruby, and timestamps within
 * the cue. Colors and positions of other formats are removed; everything else is text. A tag ends before the next one
 * begins: otherwise a line of unclosed tags would be searched to its end for each of them.
 */
const FOREIGN_MARK = /<\/?(?:font|span|div|p|br)\b[^<>]*>|\{\\[^{}]*\}/gi;
const ENTITY = /&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;
const KNOWN_MARK =
  /^(?:\/(?:[biuvc]|lang|ruby|rt)|[biu]|ruby|rt|c(?:\.[\w.-]+)?|(?:v|lang)(?:\.[\w.-]+)*[ \t][^<>&]{1,200}|(?:\d{2,}:)?\d{2}:\d{2}\.\d{3})$/;

export function cueText(lines: readonly string[]): string {
  return lines
    .map((line) => cleanLine(line.replace(FOREIGN_MARK, '')).trim())
    .filter((line) => line !== '')
    .join('\n');
}

const cleanLine = (line: string): string =>
  line
    .replace(ENTITY, '&amp;')
    .split('<')
    .map((part, index) => (index === 0 ? part : markOrText(part)))
    .join('');

/** What follows a `<`. */
function markOrText(part: string): string {
  const end = part.indexOf('>');
  const mark = end < 0 ? '' : part.slice(0, end).replace(/^\/?[BIU]$/, (name) => name.toLowerCase());
  return KNOWN_MARK.test(mark) ? `<${mark}>${part.slice(end + 1)}` : `&lt;${part}`;
}

/** The text of a cue as a user types it, with plain ampersands. Text that would then be read as a tag stays escaped. */
export function wordsOfCue(text: string): string {
  const words = text
    .replace(/&lt;/g, '<')
    .replace(/--&gt;/g, '-->')
    .replace(/&amp;/g, '&');
  return cueOfWords(words) === text ? words : text;
}

/** Converts typed text into the form of `cueText`. Arrows are not timestamps. */
export const cueOfWords = (words: string): string =>
  cueText(words.split(/\r\n|\r|\n/)).replaceAll('-->', '--&gt;');
