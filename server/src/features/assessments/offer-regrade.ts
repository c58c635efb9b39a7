import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { countRegradable, type RegradeCounts } from './regrade-queries.ts';

/** It looks at every answer that was ever given in the book. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** How much today's key would judge otherwise than the attempts were graded. Nothing is changed by asking. */
export function countJudgedOtherwise(db: Db, bookId: string): Promise<RegradeCounts> {
  return inTransaction(db, (tx) => countRegradable(tx, bookId), { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

/** What whoever corrected a key is told, with the command; null when no attempt is concerned. */
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
