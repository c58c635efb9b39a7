import { createHmac } from 'node:crypto';
import { tokensOf } from '@vesalius/contract/reader-search';
import { isQuestion } from '@vesalius/contract/search-question';
import { stemOf } from '@vesalius/contract/search-stems';
import { isStopWord } from '@vesalius/contract/stop-words';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { ProductError } from '../../platform/errors.ts';
import { counterOf, type ThrottlePolicy, takeAttempts } from '../../platform/throttle.ts';
import { upsertMissedSearch } from './missed-search-queries.ts';

const MIN_LETTERS = 3;
const MAX_WORDS = 5;
const MAX_LENGTH = 60;
/** Telling stems of a question: a longer text is none, and no five readers would ask it. */
const MAX_STEMS = 8;
const MAX_LENGTH_OF_STEMS = 100;
/** This many digits in a row, with any separators, may be a date, a phone number or a patient's number. */
const TELLING_FIGURES = /\p{N}(?:[\s./_-]*\p{N}){3}/u;
const ADDRESS = /@|:\/\/|\bwww\./iu;

/** More searches than a reader makes in a day: further ones are not stored, so that one reader cannot fill the list. */
const NOTES_OF_A_READER: ThrottlePolicy = {
  ...{ name: 'missed-search', free: 50, firstMs: DAY_MS, longestMs: DAY_MS, forgetMs: DAY_MS },
};

/**
 * The folded words; of a question its telling stems in order, so that readers who word it differently ask the same. Null if
 * they may identify a person or are not a term.
 */
export function termOf(question: string): string | null {
  if (ADDRESS.test(question) || TELLING_FIGURES.test(question)) return null;
  const isAsked = isQuestion(question);
  const folded = tokensOf(question).map(({ word }) => word);
  const words = isAsked ? tellingStems(folded) : folded;
  const [maxWords, maxLength] = isAsked ? [MAX_STEMS, MAX_LENGTH_OF_STEMS] : [MAX_WORDS, MAX_LENGTH];
  const term = words.join(' ');
  const letters = term.match(/\p{L}/gu)?.length ?? 0;
  return words.length <= maxWords && term.length <= maxLength && letters >= MIN_LETTERS ? term : null;
}

const tellingStems = (words: readonly string[]): string[] =>
  [...new Set(words.filter((word) => !isStopWord(word)).map(stemOf))].sort();

/**
 * Stores that a search in a book found nothing, or that a question got no answer, for the book's authors and editors and without the reader: readers are
 * distinguished by keyed hashes that differ between terms. An error is logged and never fails the search.
 */
export async function noteMissedSearch(
  { db, clock, config, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  { userId, bookId, question }: { userId: string; bookId: string; question: string },
): Promise<void> {
  const term = termOf(question);
  if (!term) return;
  // The first part is the purpose of the hash, so that no other signature with this secret can be used for it.
  const hash = (...parts: string[]) =>
    createHmac('sha256', config.secretKey.reveal())
      .update(['missed-search', bookId, term, ...parts].join('\n'))
      .digest()
      .subarray(0, 16);
  try {
    await takeAttempts(db, [counterOf(NOTES_OF_A_READER, userId)], clock.now());
    await upsertMissedSearch(db, {
      bookId,
      term,
      termHash: hash(),
      personHash: hash(userId),
      now: clock.now(),
    });
  } catch (error) {
    if (error instanceof ProductError && error.code === 'too_many_requests') return;
    log.warn({ err: error }, 'a search that found nothing could not be noted');
  }
}
