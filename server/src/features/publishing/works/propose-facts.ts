import type { Proposals } from '@vesalius/contract/work-files';
import { cutText } from '../../../platform/storable-text.ts';
import type { OutlineEntry } from '../pages/document-facts.ts';
import { chaptersFromHeadings, type PageHeading } from './read-headings.ts';

export interface PdfFacts {
  readonly pageCount: number;
  readonly labels: readonly string[];
  readonly outline: readonly OutlineEntry[];
  /** The text of all pages, or of enough pages to detect the language. */
  readonly text: string;
  /** The largest words of each page; those of page 1 are the title. */
  readonly headings: readonly PageHeading[];
}

interface Start {
  readonly title: string;
  readonly page: number;
}
const MAX_CHAPTERS = 300;
const MAX_TITLE = 300;
/** Outline entries that come before the first chapter. */
const FRONT =
  /^(cover|half.?title|title( page)?|copyright|imprint|colophon|dedication|(table of )?contents|toc|list of \w+|foreword|preface|acknowledge?ments?|contributors?|about the authors?|abbreviations|inhalt(sverzeichnis)?|vorwort|impressum|sommaire|avant-propos|índice|المحتويات|الفهرس|مقدمة الناشر)$/i;

/** Proposes values for the fields that the PDF gives evidence for. */
export function proposeFacts(facts: PdfFacts): Proposals {
  const { pageCount, labels, outline, text, headings } = facts;
  const fromOutline = topEntries(outline);
  const fromHeadings = fromOutline.length === 0 ? chaptersFromHeadings(headings, pageCount) : [];
  const labelRuns = runsOfLabels(labels);
  const roman = lastRomanPage(labelRuns, pageCount);
  const isFront = ({ title, page }: Start) => page <= roman || FRONT.test(title.replace(/^[\divx.\s]+/i, ''));
  const starts = fromOutline.length > 0 ? fromOutline : fromHeadings;
  const first = starts.findIndex((start) => !isFront(start));
  const chapters = chaptersOf(first < 0 ? [] : starts.slice(first), pageCount);
  const frontEnd = (chapters[0]?.first_page ?? roman + 1) - 1;
  const title = cutText(headings.find(({ page }) => page === 1)?.text ?? '', MAX_TITLE);
  const language = languageOf(text);
  return {
    ...(title ? { title } : {}),
    ...(language ? { language } : {}),
    ...(labelRuns.length > 0 ? { page_labels: labelRuns } : {}),
    ...(frontEnd > 0 && frontEnd < pageCount ? { front_matter: { first_page: 1, last_page: frontEnd } } : {}),
    ...(chapters.length > 0
      ? { chapters, chapters_from: fromOutline.length > 0 ? ('outline' as const) : ('headings' as const) }
      : {}),
  };
}

/** The highest level with more than one entry: many outlines are below the book's title. */
function topEntries(outline: readonly OutlineEntry[]): Start[] {
  for (const depth of [0, 1, 2]) {
    const entries = outline.filter((entry) => entry.depth === depth);
    if (entries.length > 1) return entries;
  }
  return outline.filter(({ depth }) => depth === 0);
}

function chaptersOf(starts: readonly Start[], pageCount: number): NonNullable<Proposals['chapters']> {
  const sorted = starts
    .toSorted((a, b) => a.page - b.page)
    .filter(({ page }, index, all) => page !== all[index - 1]?.page)
    .slice(0, MAX_CHAPTERS);
  return sorted.map(({ title, page }, index) => ({
    key: `chapter-${index + 1}`,
    title,
    first_page: page,
    last_page: (sorted[index + 1]?.page ?? pageCount + 1) - 1,
  }));
}

type LabelRun = NonNullable<Proposals['page_labels']>[number];

/** The places where printed numbers restart, or change from Roman to Arabic. Empty if they equal the page numbers. */
export function runsOfLabels(labels: readonly string[]): LabelRun[] {
  const runs: LabelRun[] = [];
  for (const [index, label] of labels.entries()) {
    const read = readLabel(label);
    const last = runs.at(-1);
    if (!read) continue;
    const page = index + 1;
    const continues =
      last && last.style === read.style && read.number === last.first + (page - last.from_page);
    if (!continues) runs.push({ from_page: page, style: read.style, first: read.number });
  }
  const isPlain = runs.every(({ from_page, style, first }) => style === 'decimal' && first === from_page);
  // Numbers that jump every few pages are not a numbering.
  return isPlain || runs.length > Math.max(8, labels.length / 10) ? [] : runs;
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function readLabel(label: string): { style: LabelRun['style']; number: number } | null {
  if (/^[1-9]\d{0,4}$/.test(label)) return { style: 'decimal', number: Number(label) };
  if (!/^[ivxlcdm]+$/i.test(label)) return null;
  const values = [...label.toLowerCase()].map((letter) => ROMAN[letter] ?? 0);
  return {
    style: 'roman',
    number: values.reduce(
      (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
      0,
    ),
  };
}

/** The last page of the Roman numbers at the book's beginning; 0 = there are none. */
function lastRomanPage(runs: readonly LabelRun[], pageCount: number): number {
  const decimal = runs.find(({ style }) => style === 'decimal');
  if (runs[0]?.style !== 'roman') return 0;
  return decimal ? decimal.from_page - 1 : pageCount;
}

/** The most common words of each language that the others lack. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'and', 'with', 'which', 'from', 'are'],
  de: ['der', 'und', 'mit', 'nicht', 'eine', 'werden'],
  fr: ['les', 'des', 'dans', 'est', 'une', 'avec'],
  es: ['los', 'las', 'del', 'por', 'con', 'más'],
  it: ['della', 'gli', 'nel', 'sono', 'che', 'più'],
  pt: ['dos', 'uma', 'não', 'são', 'pela', 'com'],
};
const MIN_HITS = 5;

export function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  if (letters > 20 && arabic > letters / 2) return 'ar';
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const hits = Object.entries(WORDS).map(
    ([language, words]) => [language, words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)] as const,
  );
  const [language, most] = hits.reduce((best, each) => (each[1] > best[1] ? each : best));
  return most >= MIN_HITS ? language : null;
}
