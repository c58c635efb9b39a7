/**
 * What mail programs turn into a link, even without "http": a scheme, "www.", or a word, a dot and a word that begins with a
 * letter. The other characters are those that browsers treat as a dot.
 */
const DOT = '[.\\u3002\\uff0e\\uff61]';
const ENDING = '\\p{L}[\\p{L}\\p{N}-]';
const LINK = new RegExp(`//|www${DOT}(?=\\S)|[\\p{L}\\p{N}]${DOT}${ENDING}`, 'iu');
const LINKING_DOT = new RegExp(`(www${DOT}(?=\\S)|(?<=[\\p{L}\\p{N}])${DOT}(?=${ENDING}))`, 'giu');

/** Names appear in mails to others: one that contains a link could be abused as a message. */
export const holdsLink = (text: string): boolean => LINK.test(text);

/** The same text, changed so that mail programs make no link of it. */
export const withoutLinks = (text: string): string =>
  text.replace(/\/(?=\/)/g, '/ ').replace(LINKING_DOT, '$1 ');
