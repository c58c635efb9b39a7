/**
 * `npm run export-book -- <slug> [edition] <folder>`. Works beside a running server. Exit codes: 0 written, 1 refused,
 * 64 called wrongly, 70 our fault, 78 the configuration.
 */
import { resolve } from 'node:path';
import { openDeps } from '../../platform/open-deps.ts';
import { failStart } from '../../platform/start-failure.ts';
import { ExportRefused, exportBook } from './releases/export-book.ts';
import { findPublished } from './releases/release-list-queries.ts';

const REFUSED = 1;
const USAGE = 64;
const SOFTWARE = 70;
const HELP = `Usage: npm run export-book -- <slug> [edition] <folder>

  <slug>      of the book, as in its book.yaml
  [edition]   where there are several
  <folder>    that is written; it must be empty or new
`;
const complain = (text: string) => process.stderr.write(text);

async function run(slug: string, edition: string | null, folder: string): Promise<number> {
  const { deps, database } = await openDeps(process.env).catch((error) => failStart(error));
  try {
    const found = await findPublished(deps.db, slug, edition);
    const [book] = found;
    if (!book)
      throw new ExportRefused(`no book "${slug}"${edition ? `, edition ${edition},` : ''} is published`);
    if (found.length > 1) {
      const editions = found.map((each) => each.edition).join(', ');
      throw new ExportRefused(`"${slug}" has several editions; name one of: ${editions}`);
    }
    const count = await exportBook(deps, book, folder);
    process.stdout.write(
      `"${book.title}", edition ${book.edition}, release ${book.revision}: ${count} files in ${folder}\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ExportRefused)) throw error;
    complain(`${error.message}\n`);
    return REFUSED;
  } finally {
    await database.close();
  }
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const [slug, second, third] = words;
  if (!slug || !second || words.length > 3 || words.some((word) => word.startsWith('--'))) {
    complain(HELP);
    return USAGE;
  }
  // npm changes into the root of the project; the folder is named from where the command was typed.
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), third ?? second);
  try {
    return await run(slug, third ? second : null, folder);
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n`);
    return SOFTWARE;
  }
}

process.exitCode = await main();
