import { type AuthorName, authorNames, hasInitials, initialsOf } from './author-names.ts';

/** A page of a book, as its citations name it. */
export interface CitedPage {
  readonly title: string;
  readonly author: string;
  readonly edition: string;
  readonly publisher: string | null;
  readonly year: string;
  readonly isbn: string | null;
  /** Without its resolver. */
  readonly doi: string | null;
  readonly language: string;
  /** The printed page number. */
  readonly page: string;
  /** The address of the page. */
  readonly url: string;
  readonly citedOn: Date;
}

export const CITATION_STYLES = ['vancouver', 'apa', 'ris', 'bibtex'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

export function cite(source: CitedPage, style: CitationStyle): string {
  return { vancouver, apa, ris, bibtex }[style](source);
}

const ORDINALS = 'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth'.split(' ');
/** The number of "3", "3rd edition" and "Third edition"; null of other names, such as "Revised edition". */
function editionNumber(edition: string): number | null {
  const name = edition.trim().replace(/\s*(?:ed\.?|edition)$/i, '');
  const digits = /^(\d{1,3})(?:st|nd|rd|th|\.)?$/i.exec(name)?.[1];
  if (digits) return Number(digits);
  const at = ORDINALS.findIndex((word) => word.toLowerCase() === name.toLowerCase());
  return at < 0 ? null : at + 1;
}
const ordinal = (value: number): string => {
  const ending = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
};
/** "2nd ed."; empty for a first edition, which references do not name. */
function shortEdition(edition: string): string {
  const value = editionNumber(edition);
  if (value !== null) return value === 1 ? '' : `${ordinal(value)} ed.`;
  const name = edition.trim().replace(/\s*(?:ed\.?|edition)$/i, '');
  return name && `${name} ed.`;
}
const withStop = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);
const dayOf = (date: Date) => ({
  year: String(date.getFullYear()),
  month: String(date.getMonth() + 1).padStart(2, '0'),
  day: String(date.getDate()).padStart(2, '0'),
});

/** ICMJE: with more than six authors, the first six are named. */
const VANCOUVER_AUTHORS = 6;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** ICMJE, after NLM's Citing Medicine (2nd edition, chapter 22): a book on the Internet. */
function vancouver(source: CitedPage): string {
  const { title, publisher, year, page, url, doi, citedOn } = source;
  const names = authorNames(source.author);
  const authors = names.slice(0, VANCOUVER_AUTHORS).map(vancouverName).join(', ');
  const date = dayOf(citedOn);
  const cited = `${date.year} ${MONTHS[citedOn.getMonth()]} ${Number(date.day)}`;
  return [
    authors && withStop(names.length > VANCOUVER_AUTHORS ? `${authors}, et al` : authors),
    `${title} [Internet].`,
    shortEdition(source.edition),
    // The place of publication is not known to us; what is not known is left out.
    `${[publisher, year].filter(Boolean).join('; ')} [cited ${cited}]. p. ${page}.`.trim(),
    `Available from: ${url}${doi ? ` doi: ${doi}` : ''}`,
  ]
    .filter(Boolean)
    .join(' ');
}
function vancouverName(name: AuthorName): string {
  const { family, given, suffix } = name;
  if (given && !hasInitials(name)) return `${given} ${family}`;
  const initials = initialsOf(given).flat().slice(0, 2).join('').toUpperCase();
  const rank = { II: '2nd', III: '3rd', IV: '4th' }[suffix] ?? suffix;
  return [family, initials, rank].filter(Boolean).join(' ');
}

/** APA 7 (9.8): up to 20 authors are named; of more, the first 19 and the last. */
const APA_AUTHORS = 20;

/** APA 7 (10.2), with the page in the citation of the text, where the style has it. */
function apa(source: CitedPage): string {
  const { title, publisher, year, page, url, doi } = source;
  const names = authorNames(source.author);
  const edition = shortEdition(source.edition);
  const book = `${title}${edition ? ` (${edition})` : ''}`;
  const from = doi ? `https://doi.org/${doi}` : url;
  const rest = [publisher && withStop(publisher), from].filter(Boolean).join(' ');
  const authors = apaAuthors(names);
  const reference = authors
    ? `${withStop(authors)} (${year}). ${withStop(book)} ${rest}`
    : `${withStop(book)} (${year}). ${rest}`;
  const families = names.map(({ family }) => family);
  const inText =
    families.length > 2 ? `${families[0]} et al.` : families.length > 0 ? families.join(' & ') : title;
  return `${reference}\n\n(${inText}, ${year}, p. ${page})`;
}
function apaAuthors(names: readonly AuthorName[]): string {
  const written = names.map((name) => {
    const initials = hasInitials(name)
      ? initialsOf(name.given)
          .map((word) => word.map((letter) => `${letter.toUpperCase()}.`).join('-'))
          .join(' ')
      : name.given;
    const suffix = /^[JS]r$/.test(name.suffix) ? `${name.suffix}.` : name.suffix;
    return [name.family, initials, suffix].filter(Boolean).join(', ');
  });
  const last = written.at(-1) ?? '';
  if (written.length > APA_AUTHORS) return `${written.slice(0, APA_AUTHORS - 1).join(', ')}, . . . ${last}`;
  return written.length > 1 ? `${written.slice(0, -1).join(', ')}, & ${last}` : last;
}

/** A line holds one value; asterisks are not allowed in some of them. */
const risValue = (value: string) => value.replace(/\s+/g, ' ').trim();

/** The RIS format of reference managers: tags of two letters, lines that end with CR and LF. */
function ris(source: CitedPage): string {
  const { title, publisher, year, isbn, doi, language, page, url, citedOn } = source;
  const date = dayOf(citedOn);
  const lines: (readonly [tag: string, value: string | null])[] = [
    ['TY', 'BOOK'],
    ...authorNames(source.author).map(
      ({ family, given, suffix }) => ['AU', [family, given, suffix].filter(Boolean).join(', ')] as const,
    ),
    ['TI', title],
    ['ET', source.edition],
    ['PB', publisher],
    ['PY', year],
    ['SP', page],
    ['SN', isbn],
    ['DO', doi],
    ['LA', language],
    ['UR', url],
    ['Y2', `${date.year}/${date.month}/${date.day}/`],
  ];
  const written = lines.flatMap(([tag, value]) => (value ? [`${tag}  - ${risValue(value)}`] : []));
  return `${[...written, 'ER  - '].join('\r\n')}\r\n`;
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const tex = (text: string) => text.replace(/[\\{}~^&%$#_]/g, (sign) => TEX[sign] ?? `\\${sign}`);

function bibtex(source: CitedPage): string {
  const { title, publisher, year, isbn, doi, language, page, url, citedOn } = source;
  const names = authorNames(source.author);
  const number = editionNumber(source.edition);
  const date = dayOf(citedOn);
  const fields: (readonly [name: string, value: string | null])[] = [
    ['author', names.map(bibtexName).join(' and ')],
    // The inner braces keep the capital letters.
    ['title', `{${tex(title)}}`],
    ['edition', number === null ? tex(source.edition) : (ORDINALS[number - 1] ?? ordinal(number))],
    ['publisher', publisher && tex(publisher)],
    ['year', year],
    ['pages', tex(page)],
    ['isbn', isbn],
    // Read as they are by styles that make links of them.
    ['doi', doi],
    ['url', url],
    ['urldate', `${date.year}-${date.month}-${date.day}`],
    ['language', language],
  ];
  const written = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}}`] : []));
  return `@book{${keyOf(names[0], source)},\n${written.join(',\n')}\n}\n`;
}
function bibtexName({ family, given, suffix }: AuthorName): string {
  if (!given) return `{${tex(family)}}`;
  return [tex(family), suffix, tex(given)].filter(Boolean).join(', ');
}
/** Plain letters and digits, which every processor takes. */
function keyOf(first: AuthorName | undefined, { title, year, page }: CitedPage): string {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^a-z0-9]/gi, '')
      .toLowerCase();
  return `${plain(first?.family ?? '') || plain(title).slice(0, 20) || 'book'}${year}p${plain(page)}`;
}
