/**
 * The text of one page as the importer writes it (`text.json`) and the reader uses it: selection, search marks, highlights, screen
 * readers. Without zod, because the browser loads this file.
 */

import type { PageInSet } from './page-runs.ts';

/** x, y, width, height as fractions of the page's width and height, from its top left corner. */
export type Box = readonly [x: number, y: number, width: number, height: number];
/**
 * One word with its box. The joint says what separates it from the next word: undefined = a space, 1 = the end of a line, 2 =
 * nothing, because a hyphen at the end of the line divided the word.
 */
export type PageWord = readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  text: string,
  joint?: 1 | 2,
];

/** The role of a tagged part of a page. `Table` begins a table, `TR` a row of it; `TableEnd` ends it. */
export type TagRole =
  | 'P'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'LI'
  | 'Figure'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'TableEnd';
/** Its words as pairs of from and to (exclusive), and the alternative text of a figure. */
export type PageTag = readonly [role: TagRole, words: readonly number[], alt?: string];

export interface PageText {
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly words: readonly PageWord[];
  /** From a tagged PDF: words `from` to `to` (exclusive) are a heading of this level. */
  readonly headings?: readonly (readonly [from: number, to: number, level: number])[];
  /** The page in the order of its tags, for screen readers; only if most of its text is tagged. */
  readonly tags?: readonly PageTag[];
  /** Where images are: the dark theme does not invert them. */
  readonly figures?: readonly Box[];
}

/** The files of a prepared page, below `books/{setId}/{setNumber}/pages/{0001}/`. */
export const PAGE_FILES = ['1x.webp', '2x.webp', 'thumb.webp', 'text.json', 'drawn.pdf'] as const;
export type PageFile = (typeof PAGE_FILES)[number];

/** The files of each page that offline reading needs; deep zoom then enlarges the double-size image. */
export const KEPT_FILES = ['text.json', 'thumb.webp', '1x.webp', '2x.webp'] as const satisfies PageFile[];

/** The storage folder of a page of a set. */
export const pageFolder = (setId: string, setNumber: number, page: number): string =>
  folderOfPage({ set: `${setId}/${setNumber}`, page });
export const folderOfPage = ({ set, page }: PageInSet): string =>
  `books/${set}/pages/${String(page).padStart(4, '0')}`;

/** A page's text as one string, as it is indexed and quoted, and where each word begins in it. */
export function plainPageText(words: readonly PageWord[]): { text: string; starts: readonly number[] } {
  let text = '';
  const starts: number[] = [];
  for (const [, , , , word, joint] of words) {
    starts.push(text.length);
    text += word + (joint === 2 ? '' : joint === 1 ? '\n' : ' ');
  }
  return { text: text.trimEnd(), starts };
}

/**
 * The form in which words are compared and indexed: lower case, without diacritics, ligatures taken apart,
 * "ß" as "ss", Arabic vowel signs and tatweel dropped. "Ménière", "MENIERE" and "meniere" are the same word.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640\u00ad]/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-');
