/**
 * `npm run import-book -- <folder> [--dry-run] [--draft] [--replace-changes]`. Works beside a running server: it
 * connects to the same database, and the server's worker makes the high-resolution page images afterwards. Exit
 * codes: 0 published (or draft stored), 1 refused, 64 wrong usage, 69 file store unavailable, 70 internal error, 78
 * configuration error, 130 stopped by Ctrl-C.
 */
import { resolve } from 'node:path';
import { storeIsAway } from '../../platform/files/storage.ts';
import { openDeps } from '../../platform/open-deps.ts';
import { failStart } from '../../platform/start-failure.ts';
import { countJudgedOtherwise, regradeOffer } from '../assessments/offer-regrade.ts';
import { type ImportSummary, importBook } from './import-book.ts';
import { formatMistake, ImportRefused } from './mistakes.ts';
import { progressLine } from './progress-line.ts';
import { ChangesOnDesk } from './works/unpublished-changes.ts';

const REFUSED = 1;
const USAGE = 64;
const UNAVAILABLE = 69;
const SOFTWARE = 70;
const STOPPED = 130;
const FLAGS = ['--dry-run', '--draft', '--replace-changes'];
const HELP = `Usage: npm run import-book -- <folder> [--dry-run] [--draft] [--replace-changes]

  <folder>           a book folder: book.yaml and the files it names (docs/book-folder.md)
  --dry-run          check everything, store nothing
  --draft            fill the working copy of the desk, publish nothing
  --replace-changes  also where the desk has unpublished changes that the folder replaces
`;

const say = (text: string) => process.stdout.write(text);
const complain = (text: string) => process.stderr.write(text);

interface Options {
  readonly dryRun: boolean;
  readonly draft: boolean;
  readonly replaceChanges: boolean;
}

async function run(folder: string, options: Options): Promise<number> {
  const { draft } = options;
  const { deps, database } = await openDeps(process.env).catch((error) => failStart(error));
  const progress = progressLine(process.stdout);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  try {
    const startedAt = performance.now();
    const summary = await importBook(deps, folder, {
      ...options,
      draft: draft || 'before-release',
      onProgress: progress.report,
      signal: stop.signal,
    });
    say(summaryText(summary, options, (performance.now() - startedAt) / 1000));
    if (summary.revision > 0 && !summary.isNew) {
      const offer = regradeOffer(await countJudgedOtherwise(deps.db, summary.bookId), summary.manifest);
      if (offer) say(`\n${offer}\n`);
    }
    return 0;
  } catch (error) {
    progress.stop();
    if (stop.signal.aborted) {
      complain('\nStopped. Nothing was stored.\n');
      return STOPPED;
    }
    if (storeIsAway(error)) {
      complain(`\nThe file store does not answer: ${error.cause.message}. Nothing was published.\n`);
      return UNAVAILABLE;
    }
    if (!(error instanceof ImportRefused) && !(error instanceof ChangesOnDesk)) throw error;
    complain(`\n${error.message}\n\nNothing was stored.\n`);
    return REFUSED;
  } finally {
    await database.close();
  }
}

function summaryText(summary: ImportSummary, { dryRun, ...options }: Options, seconds: number): string {
  const { manifest: m, pages, warnings, waits } = summary;
  const draft = options.draft || waits;
  const materials = m.supplementaries.flatMap((group) => group.materials);
  const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
  const ofType = (type: string) => materials.filter((material) => material.type === type).length;
  const images = materials.reduce((sum, each) => sum + (each.type === 'image' ? each.images.length : 0), 0);
  const questions = [...m.quizzes, ...m.tests, ...(m.final_test ? [m.final_test] : [])].reduce(
    (sum, each) => sum + each.questions.length,
    0,
  );
  const made = draft
    ? `is on the desk${summary.isNew ? '' : ' anew'}; nothing was published (${seconds.toFixed(1)} s)`
    : `is published${summary.isNew ? '' : ' anew'} (revision ${summary.revision}, ${seconds.toFixed(1)} s)`;
  const lines = [
    `"${m.title}", edition ${m.edition}, ${dryRun ? 'can be published' : made}`,
    `  ${count(pages, 'page')}, ${count(m.chapters.length, 'chapter')}`,
    `  ${count(ofType('video'), 'video lecture')}, ${count(images, 'image')}, ${count(ofType('dicom'), 'DICOM study', 'DICOM studies')}`,
    `  ${count(m.quizzes.length, 'quiz', 'quizzes')}, ${count(m.tests.length, 'chapter test')}, ${m.final_test ? 'a final test' : 'no final test'}, ${count(questions, 'question')}`,
    `  ${m.survey ? 'a survey' : 'no survey'}, ${m.certificate ? 'a certificate' : 'no certificate'}`,
    ...warnings.map((warning) => `  note: ${formatMistake(warning)}`),
    ...(waits
      ? [
          `  note: its release date, ${m.release_date}, lies ahead: ${dryRun ? 'it will wait' : 'it waits'} on the desk, where it is scheduled or published`,
        ]
      : []),
    ...(dryRun ? [] : [draft ? `  /studio/${summary.bookId}` : `  /book-profile/${summary.bookId}`]),
  ];
  return `\n${lines.join('\n')}\n`;
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const folders = words.filter((word) => !word.startsWith('--'));
  const flags = words.filter((word) => word.startsWith('--'));
  if (flags.includes('--help')) {
    say(HELP);
    return 0;
  }
  const [folder] = folders;
  if (!folder || folders.length !== 1 || flags.some((flag) => !FLAGS.includes(flag))) {
    complain(HELP);
    return USAGE;
  }
  try {
    // npm changes to the project's root; the folder is relative to where the command was typed.
    const place = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
    return await run(place, {
      dryRun: flags.includes('--dry-run'),
      draft: flags.includes('--draft'),
      replaceChanges: flags.includes('--replace-changes'),
    });
  } catch (error) {
    complain(`\n${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env.DEBUG && error instanceof Error) complain(`${error.stack}\n`);
    return SOFTWARE;
  }
}

process.exitCode = await main();
