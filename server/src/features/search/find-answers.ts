import { tokensOf } from '@vesalius/contract/reader-search';
import { stemOf } from '@vesalius/contract/search-stems';
import { isStopWord } from '@vesalius/contract/stop-words';
import type { QuestionTerm } from './rank-pages.ts';
import { sentencesOf } from './sentences.ts';

/** The number of pages whose sentences may answer a question. */
export const ANSWERING_PAGES = 10;
const MAX_ANSWERS = 3;
/** A sentence that holds less of what the question says is no answer. */
const MIN_COVERAGE = 0.25;
/** Of so few words, the rarest one says what the question is about: a sentence without it answers another question. */
const FEW_WORDS = 3;
/** Of a list of references. */
const REFERENCE = /\bet al\b|\bdoi\b|\b(?:19|20)\d\d\s*;\s*\d+|https?:\/\//iu;
/** A case, the caption of a figure, or labels of a figure that the text of the page runs into a sentence. */
const CASE =
  /^An? (?:\p{Ll}+[ -]){0,3}(?:man|woman|boy|girl|child|infant|patient|student|nurse)\b.*\b(?:\d+|years?)\b|^(?:مريضة?|رجل|امرأة|شابة?|طفلة?|رضيعة?|طالبة?) /u;
const CAPTION =
  /^(?:Figure|Fig\.|Table|Box)\s*\d|\b(?:Figure|Table) \d+(?:\.\d+)? \p{Lu}|(?:الشكل|الجدول|الصورة|الإطار) \p{Nd}+(?:\.\p{Nd}+)? \p{L}/u;
/** Cells of a table begin with capitals, one after the other. */
const CELL = /[\p{Ll}\d;] \p{Lu}\p{Ll}+/gu;
const MAX_CELLS_A_WORD = 0.15;
const FEW_CELLS = 3;
/** A sentence that asks is no answer. */
const ASKS = /[?؟]["”’»)\]]*$/u;
/** "How fast", "how long", "which dose": wants a number with a unit. */
const ASKS_AMOUNT =
  /\bhow (?:fast|quickly|long|much|many|often|soon|high)\b|\bdose\b|(?:^|\s)كم(?:\s|$)|جرعة/iu;
const AMOUNT =
  /\d.{0,20}(?:%|per cent|mg|mmol|m[lL]|\/[hdL]|minutes?|hours?|days?|weeks?|months?|ساعة|ساعات|يوم|أيام|دقيقة|دقائق|ثانية|ثوان|بالمئة|غرام|ملغ|مول|لتر)/u;
const ASKS_TREATMENT = /\b(?:treat|treated|treatment|manage|management|therapy)\b|علاج|أعالج/iu;
const TREATS =
  /\b(?:treat|treated|treatment|give|given|start|stop|shift|insulin|infus\p{Ll}+|\d+ ?mg|\d+ units)\b|علاج|يعالج|تعالج|[يت]عطى|إعطاء|ابدأ|يبدأ|تبدأ|محلول|إنسولين/iu;
const CASE_SHARE = 0.7;
/** What the question wants to have. */
const WANTED_SHARE = 1.2;
/** So much of the score is the sentence; the rest is the page on which it stands. */
const SENTENCE_SHARE = 0.75;
/** A sentence of more words holds those of the question more easily. */
const USUAL_WORDS = 18;
const LENGTH_SHARE = 0.35;

interface Passage {
  readonly page: number;
  readonly text: string;
  /** Of the page in its ranking. */
  readonly score: number;
}
interface Answer<Found extends Passage> {
  /** Where it stands. */
  readonly passage: Found;
  /** A sentence of the page. */
  readonly quote: string;
  /** From 0 to 1. */
  readonly score: number;
}

/** The sentences of the best pages that say most of what the question asks about; best first. */
export function findAnswers<Found extends Passage>(
  passages: readonly Found[],
  question: string,
  { terms, worths }: { readonly terms: readonly QuestionTerm[]; readonly worths: readonly number[] },
): Answer<Found>[] {
  const asked = worths.reduce((sum, worth) => sum + worth, 0);
  const highest = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE);
  const rarest = worths.length <= FEW_WORDS ? worths.indexOf(Math.max(...worths)) : -1;
  if (asked === 0) return [];
  const wanted = [
    ...(ASKS_AMOUNT.test(question) ? [AMOUNT] : []),
    ...(ASKS_TREATMENT.test(question) ? [TREATS] : []),
  ];
  const answers = passages.flatMap((passage) =>
    sentencesOf(passage.text).flatMap((quote, index, all): Answer<Found>[] => {
      if (isReference(all, index) || isLabel(quote) || ASKS.test(quote)) return [];
      const words = tokensOf(quote);
      const stems = new Set(words.filter(({ word }) => !isStopWord(word)).map(({ word }) => stemOf(word)));
      const shares = terms.map(({ alternatives }) =>
        Math.max(
          0,
          ...alternatives.map((way) => (way.stems.every((stem) => stems.has(stem)) ? way.worth : 0)),
        ),
      );
      const held = shares.reduce((sum, share, index) => sum + share * (worths[index] ?? 0), 0);
      const coverage = held / asked;
      if (coverage < MIN_COVERAGE || shares[rarest] === 0) return [];
      const length = 1 - LENGTH_SHARE + LENGTH_SHARE * Math.min(1, USUAL_WORDS / words.length);
      const kind =
        (CASE.test(quote) ? CASE_SHARE : 1) * (wanted.some((kind) => kind.test(quote)) ? WANTED_SHARE : 1);
      const total =
        SENTENCE_SHARE * coverage * length * kind + (1 - SENTENCE_SHARE) * (passage.score / highest);
      return [{ passage, quote, score: Math.round(Math.min(1, total) * 1000) / 1000 }];
    }),
  );
  const best = answers.sort((a, b) => b.score - a.score || a.passage.page - b.passage.page);
  const isFirst = ({ quote }: Answer<Found>, index: number) =>
    best.findIndex((one) => one.quote === quote) === index;
  return best.filter(isFirst).slice(0, MAX_ANSWERS);
}

/** Of a figure or a table. */
function isLabel(quote: string): boolean {
  const cells = quote.match(CELL)?.length ?? 0;
  return CAPTION.test(quote) || (cells > FEW_CELLS && cells > quote.split(' ').length * MAX_CELLS_A_WORD);
}

/** Also the title in a list of references, whose authors and journal are sentences of their own. */
const isReference = (sentences: readonly string[], index: number): boolean =>
  [sentences[index], sentences[index + 1]].some((sentence = '') => REFERENCE.test(sentence)) ||
  /\bet al\.?$/u.test(sentences[index - 1] ?? '');
