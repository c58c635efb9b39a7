/**
 * `npm run regrade-book -- <slug> [edition] [--dry-run]`: grades stored attempts with the current answer key. The server may be
 * running; its worker sends the mails. Exit codes: 0 done, 1 no such book, 64 wrong usage.
 */
import { openDeps } from '../../platform/open-deps.ts';
import { failStart } from '../../platform/start-failure.ts';
import { countJudgedOtherwise } from './offer-regrade.ts';
import { regradeBook } from './regrade-book.ts';
import { findBookBySlug } from './regrade-queries.ts';

const USAGE = 64;
const printLine = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const dryRun = words.includes('--dry-run');
  const [slug, edition] = words.filter((word) => !word.startsWith('--'));
  if (!slug) {
    printLine('Usage: npm run regrade-book -- <slug> [edition] [--dry-run]');
    return USAGE;
  }
  const { deps, database } = await openDeps(process.env).catch((error) => failStart(error));
  try {
    const book = await findBookBySlug(deps.db, slug, edition);
    if (!book) {
      printLine(`There is no book "${slug}"${edition ? `, edition ${edition}` : ''}.`);
      return 1;
    }
    const { questions, answers, attempts } = await countJudgedOtherwise(deps.db, book.id);
    printLine(`"${book.title}", edition ${book.edition}: today's key judges ${answers} answers otherwise`);
    printLine(`(${questions} questions, ${attempts} attempts).`);
    if (dryRun || answers === 0) return 0;
    const regraded = await regradeBook(deps.db, book.id, deps.clock.now());
    const changed = regraded.filter(({ before, after }) => before !== after);
    const readers = new Set(changed.map(({ userId }) => userId)).size;
    printLine(
      `Graded again: ${regraded.length} attempts; ${changed.length} scores changed; ${readers} readers are told.`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
