/**
 * What mail programs turn into a link, even without "http": a scheme, "www.", or a word, a dot and a word that begins with a
 * letter. The other characters are those that browsers treat as a dot (compatibility forms of it), or that look like one.
 */
const DOT = '[.\\u06d4\\u2024\\u2488-\\u249b\\u3002\\ua4f8\\ufe52\\uff0e\\uff61]';
const ENDING = '\\p{L}\\p{M}*[\\p{L}\\p{N}-]';
const BEFORE = '(?!\\ua4f8)[\\p{L}\\p{M}\\p{N}]';
const LINK = new RegExp(`//|www${DOT}(?=\\S)|${BEFORE}${DOT}${ENDING}`, 'iu');
const LINKING_DOT = new RegExp(`(www${DOT}(?=\\S)|(?<=${BEFORE})${DOT}(?=${ENDING}))`, 'giu');

const COMMON_DOMAINS = 'com|net|org|info|biz|edu|gov|online|site|shop|app|dev|xyz|link|click|top|example';
/** What a reader turns into an address: "evil . com", "evil[.]com", "evil (dot) com", "evil dot com", "evil. com". */
const DISGUISED = new RegExp(
  [
    `${BEFORE}\\s+${DOT}`,
    `[([{<]\\s*(${DOT}|dot)\\s*[)\\]}>]`,
    `(\\sdot|${DOT})\\s+(${COMMON_DOMAINS})(?![\\p{L}\\p{M}\\p{N}])`,
    // Signs in the middle of a line are part of names in some languages, before other words.
    `[\u00b7\u02d9\u0701\u0702\u2022\u2027\u2219\u22c5\u2e33]\\s*(${COMMON_DOMAINS})(?![\\p{L}\\p{M}\\p{N}])`,
  ].join('|'),
  'iu',
);

/** Scripts in which ZERO WIDTH JOINER and NON-JOINER, between letters, decide how a word is written. */
const JOINED =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('');
const JOINERS = '[\\u200c\\u200d]';
const INVISIBLE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
const INVISIBLE_OUTSIDE_WORDS = new RegExp(
  [
    `(?!${JOINERS})[\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}]`,
    `${JOINERS}(?!(?=\\p{L})[${JOINED}])`,
    `(?<!(?=\\p{L})[${JOINED}]\\p{M}*)${JOINERS}`,
  ].join('|'),
  'gu',
);
/** What is left out before links are looked for: whatever is left out later would join their parts. */
const withoutInvisible = (text: string): string => text.replace(INVISIBLE_OUTSIDE_WORDS, '');

/** Names appear in mails to others: one that contains a link could be abused as a message. */
export const holdsLink = (given: string): boolean => {
  const text = given.replace(INVISIBLE, '');
  const folded = text.normalize('NFKC');
  return LINK.test(text) || LINK.test(folded) || DISGUISED.test(folded);
};

/** The same text, without invisible characters, changed so that mail programs make no link of it. */
export const withoutLinks = (text: string): string =>
  withoutInvisible(text)
    .replace(/[/\uff0f](?=[/\uff0f])/g, '/ ')
    .replace(LINKING_DOT, '$1 ');

/** Longer than two letters. */
const ABBREVIATIONS =
  'abd|asst|assoc|capt|chr|col|dent|dipl|eng|esq|habil|hon|ing|jun|lic|mag|med|moh|mohd|mrs|pharm|phil|prof|rev|sen|ste|vet';
const ABBREVIATION = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])((?:\\p{L}\\p{M}*){1,2}|${ABBREVIATIONS})\\.(?![^\\s\\p{L},-])`,
  'giu',
);
const KEPT_DOT = '\ue000';

/**
 * A person's name for a letter: letters, marks, digits, spaces, apostrophes, hyphens, commas, brackets and the dot of Catalan "l·l".
 * A full stop stays only after an initial or an abbreviation, and a space follows unless the next is an initial.
 */
export const plainName = (name: string): string =>
  withoutInvisible(name.normalize('NFKC'))
    .replaceAll(KEPT_DOT, ' ')
    .replace(ABBREVIATION, `$1${KEPT_DOT}`)
    .replace(/\ua4f8|(?!\u200c|\u200d|(?<=l)·(?=l))[^\p{L}\p{M}\p{N}\s'’ʼ‘`´,()\-‐‑–\ue000]/giu, ' ')
    .replace(/\ue000(?=(?:\p{L}\p{M}*){2})/gu, '. ')
    .replaceAll(KEPT_DOT, '.')
    .replace(/\s+/g, ' ')
    .trim();
