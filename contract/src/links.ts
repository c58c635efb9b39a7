/**
 * What a mail program makes a link of, also without "http": a scheme, "www.", or a word, a dot and a word that begins
 * with a letter. The other dots are those that browsers read as one.
 */
const DOT = '[.\\u3002\\uff0e\\uff61]';
const ENDING = '\\p{L}[\\p{L}\\p{N}-]';
const LINK = new RegExp(`//|www${DOT}(?=\\S)|[\\p{L}\\p{N}]${DOT}${ENDING}`, 'iu');
const LINKING_DOT = new RegExp(`(www${DOT}(?=\\S)|(?<=[\\p{L}\\p{N}])${DOT}(?=${ENDING}))`, 'giu');

/** Names go into letters to others: one that holds a link would be a letter of its own. */
export const holdsLink = (text: string): boolean => LINK.test(text);

/** The same words, of which no mail program makes a link. */
export const withoutLinks = (text: string): string =>
  text.replace(/\/(?=\/)/g, '/ ').replace(LINKING_DOT, '$1 ');
