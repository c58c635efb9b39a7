import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { countRegradable, type RegradeCounts } from './regrade-queries.ts';

/** The query reads every answer in the book. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** How many answers the current key grades differently. Changes nothing. */
export function countJudgedOtherwise(db: Db, bookId: string): Promise<RegradeCounts> {
  return inTransaction(db, (tx) => countRegradable(tx, bookId), { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

/** A message with the command for the publisher who corrected a key; null if no attempt is concerned. */
export function regradeOffer(
  { answers, attempts, questions }: RegradeCounts,
  { slug, edition }: { slug: string; edition: string },
): string | null {
  if (answers === 0) return null;
  const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
  return [
    `The answer key changed for ${count(questions, 'question')}: it judges ${count(answers, 'answer')} in ${count(attempts, 'attempt')} otherwise.`,
    'They keep the grade they were given. To grade them again and tell the readers whose result changes:',
    `  npm run regrade-book -- ${slug} ${/^[\w.-]+$/.test(edition) ? edition : JSON.stringify(edition)}`,
  ].join('\n');
}
