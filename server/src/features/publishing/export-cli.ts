/**
 * `npm run export-book -- <slug> [edition] <folder> [--release N | --working-copy]`. Works beside a running server.
 * Exit codes: 0 written, 1 refused, 64 wrong usage, 70 internal error, 78 configuration error.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Deps } from '../../platform/deps.ts';
import { openDeps } from '../../platform/open-deps.ts';
import { failStart } from '../../platform/start-failure.ts';
import { ExportRefused, exportBook, exportWorkingCopy } from './releases/export-book.ts';
import { findPublished, listExportable } from './releases/release-list-queries.ts';

const REFUSED = 1;
const USAGE = 64;
const SOFTWARE = 70;
const HELP = `Usage: npm run export-book -- <slug> [edition] <folder> [--release N | --working-copy]

  <slug>          of the book, as in its book.yaml
  [edition]       where there are several
  <folder>        that is written; it must be empty or new
  --release N     an earlier release instead of what readers see
  --working-copy  what is on the desk, published or not
`;
const complain = (text: string) => process.stderr.write(text);

interface Wish {
  readonly slug: string;
  readonly edition: string | null;
  readonly folder: string;
  readonly release: number | null;
  readonly workingCopy: boolean;
}

async function run(wish: Wish): Promise<number> {
  const { deps, database } = await openDeps(process.env).catch((error) => failStart(error));
  try {
    const { what, count } = await write(deps, wish);
    process.stdout.write(`${what}: ${count} files in ${wish.folder}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ExportRefused)) throw error;
    complain(`${error.message}\n`);
    return REFUSED;
  } finally {
    await database.close();
  }
}

async function write(deps: Deps, wish: Wish): Promise<{ what: string; count: number }> {
  const { slug, edition, folder, release, workingCopy } = wish;
  if (!workingCopy && release === null) {
    const book = onlyOne(await findPublished(deps.db, slug, edition), wish, 'is published');
    const count = await exportBook(deps, book, folder);
    return { what: `"${book.title}", edition ${book.edition}, release ${book.revision}`, count };
  }
  const works = await listExportable(deps.db, slug, { edition, revision: release });
  const work = onlyOne(works, wish, 'is on the desk');
  const name = `"${work.title}", edition ${work.edition}`;
  if (release === null)
    return { what: `${name}, working copy`, count: await exportWorkingCopy(deps, work.workId, folder) };
  if (!work.hasRelease) throw new ExportRefused(`${name} has no release ${release} that was published`);
  const revision = { bookId: work.workId, revision: release };
  return { what: `${name}, release ${release}`, count: await exportBook(deps, revision, folder) };
}

function onlyOne<Book extends { readonly edition: string }>(
  found: readonly Book[],
  { slug, edition }: Wish,
  state: string,
): Book {
  const [book] = found;
  if (!book) throw new ExportRefused(`no book "${slug}"${edition ? `, edition ${edition},` : ''} ${state}`);
  if (found.length === 1) return book;
  const editions = found.map((each) => each.edition).join(', ');
  throw new ExportRefused(`"${slug}" has several editions; name one of: ${editions}`);
}

/** Null: wrong usage. */
function readWish(): Wish | null {
  const options = { release: { type: 'string' }, 'working-copy': { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [slug, second, third] = positionals;
    const { release, 'working-copy': workingCopy = false } = values;
    if (!slug || !second || positionals.length > 3 || (workingCopy && release !== undefined)) return null;
    if (release !== undefined && !/^[1-9]\d{0,8}$/.test(release)) return null;
    return {
      ...{ slug, edition: third ? second : null, workingCopy },
      // npm changes to the project's root; the folder is relative to where the command was typed.
      folder: resolve(process.env.INIT_CWD ?? process.cwd(), third ?? second),
      release: release === undefined ? null : Number(release),
    };
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const wish = readWish();
  if (!wish) {
    complain(HELP);
    return USAGE;
  }
  try {
    return await run(wish);
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n`);
    return SOFTWARE;
  }
}

process.exitCode = await main();
