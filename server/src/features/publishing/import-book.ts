import { join } from 'node:path';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { inWorkFolder, workFoldersOf } from '../../platform/work-folder.ts';
import { comparePages } from '../reader/move-progress.ts';
import { checkMaterials, type MaterialFacts } from './checks/check-materials.ts';
import { checkPdf } from './checks/check-pdf.ts';
import { checkPictures } from './checks/check-pictures.ts';
import { checkAgainstShop } from './checks/check-shop.ts';
import { checkStructure } from './checks/check-structure.ts';
import { folderHash } from './folder-hash.ts';
import { publishingJobs } from './jobs.ts';
import type { Manifest } from './manifest.ts';
import { MissingFonts } from './missing-fonts.ts';
import { ImportRefused, type Mistake } from './mistakes.ts';
import { pageLabels } from './page-labels.ts';
import type { DocumentFacts } from './pages/document-facts.ts';
import { type PageWorkOptions, preparePages } from './pages/page-workers.ts';
import { UnreadablePdf } from './pages/protocol.ts';
import { FilePlacer } from './place-files.ts';
import { placeMaterials } from './place-materials.ts';
import { placeQuestions } from './place-questions.ts';
import { BookFolder } from './read-book-folder.ts';
import { ABANDONED_AFTER_MS, removeImport } from './remove-import.ts';
import type { PageRow } from './store/content-queries.ts';
import { addImportPicture, findBookId, insertImport, type Revision } from './store/import-queries.ts';
import { OvertakenImport, type PreparedBook, storeBook } from './store/store-book.ts';

export type ImportStep = 'checking' | 'pages' | 'files' | 'storing';
export interface ImportOptions {
  /** Check everything, store nothing. */
  readonly dryRun?: boolean;
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void;
  /** Calls the import off: it fails, and leaves nothing behind. */
  readonly signal?: AbortSignal;
  /** Between attempts to store a file while the store is away (milliseconds). */
  readonly storeDelaysMs?: readonly number[];
  /** Limits and program of the child processes, for tests. */
  readonly pageWork?: Omit<PageWorkOptions, 'pdf' | 'outputFolder'>;
}

export interface ImportSummary {
  readonly bookId: string;
  readonly revision: number;
  readonly isNew: boolean;
  readonly manifest: Manifest;
  readonly pages: number;
  readonly warnings: readonly Mistake[];
}

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'storage'> & { config: Pick<Deps['config'], 'dataDir'> };

/**
 * Publishes a book folder, or publishes it anew: what changed is updated by its keys, and what readers did stays.
 * Everything is checked before anything is stored; files come first, then one transaction makes them the book.
 * Throws ImportRefused with every mistake found; after any failure nothing of it is left, at the latest a day later.
 */
export async function importBook(
  deps: ImportDeps,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { dryRun = false, onProgress = () => {} } = options;
  const checked = await checkFolder(deps, folder, options);
  const { book, manifest, facts } = checked;
  const { slug, edition } = manifest;
  const known = await findBookId(deps.db, { slug, edition });
  const summary = { manifest, pages: facts.pages, isNew: known === null, warnings: book.warnings };
  if (dryRun) {
    await checkPages(checked, options).catch((error) => {
      throw asRefusal(error, manifest);
    });
    return { ...summary, bookId: known ?? '', revision: 0 };
  }

  const ids = await beginImport(deps, checked, known ?? newId());
  const placer = new FilePlacer(deps.storage, book.folder, ids, {
    onSharedPicture: (key) => addImportPicture(deps.db, ids, key),
    signal: options.signal,
    storeDelaysMs: options.storeDelaysMs,
  });
  try {
    const prepared = await prepare(deps, checked, ids, placer, options);
    options.signal?.throwIfAborted();
    onProgress('storing', 0, 1);
    await storeBook(deps.db, prepared, deps.clock.now());
    onProgress('storing', 1, 1);
  } catch (error) {
    // What cannot be removed now, because the store is away, is left to the job.
    await removeImport(deps, ids).catch(() => {});
    throw asRefusal(error, manifest);
  }
  return { ...summary, ...ids };
}

/** The import's row and its clean-up come before its first file, so that nothing is left of a killed process. */
async function beginImport(
  deps: ImportDeps,
  { book, manifest }: CheckedFolder,
  bookId: string,
): Promise<Revision> {
  const { slug, edition, packages, programs } = manifest;
  const contentHash = await folderHash(book.folder);
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const revision = await insertImport(tx, {
      ...{ bookId, slug, edition, contentHash, now },
      packages: packages.map((each) => each.slug),
      programs: programs.map((each) => each.slug),
    });
    const runAt = new Date(now.getTime() + ABANDONED_AFTER_MS);
    await enqueue(tx, publishingJobs.removeAbandonedImport({ book_id: bookId, revision }, { runAt }));
    return { bookId, revision };
  });
}

interface CheckedFolder {
  readonly book: BookFolder;
  readonly manifest: Manifest;
  readonly pdf: string;
  readonly facts: DocumentFacts;
  readonly materialFacts: MaterialFacts;
}

async function checkFolder(
  { db }: ImportDeps,
  folder: string,
  { onProgress = () => {}, pageWork = {} }: ImportOptions,
): Promise<CheckedFolder> {
  const steps = 5;
  onProgress('checking', 0, steps);
  const book = await BookFolder.read(folder);
  const pdf = await checkPdf(book, pageWork);
  onProgress('checking', 1, steps);
  checkStructure(book, pdf?.facts.pages ?? null);
  onProgress('checking', 2, steps);
  await checkPictures(book);
  onProgress('checking', 3, steps);
  const materialFacts = await checkMaterials(book);
  onProgress('checking', 4, steps);
  await checkAgainstShop(db, book);
  onProgress('checking', steps, steps);
  const manifest = book.complete();
  if (!pdf) throw new Error('a manifest without mistakes has a PDF');
  return { book, manifest, pdf: pdf.path, facts: pdf.facts, materialFacts };
}

async function prepare(
  deps: ImportDeps,
  checked: CheckedFolder,
  ids: { bookId: string; revision: number },
  placer: FilePlacer,
  options: ImportOptions,
): Promise<PreparedBook> {
  const { manifest, facts, materialFacts } = checked;
  const { onProgress = () => {} } = options;
  const pages = await placePages(deps, checked, placer, options);
  const materialCount = manifest.supplementaries.reduce((sum, { materials }) => sum + materials.length, 0);
  const total = materialCount + 3;
  let done = 0;
  const step = () => onProgress('files', ++done, total);
  onProgress('files', 0, total);
  await placer.pdf(manifest.pdf);
  const pictures = await placePictures(manifest, placer);
  step();
  const materials = await placeMaterials(manifest, materialFacts, placer, step);
  const questions = await placeQuestions(manifest, placer);
  step();
  onProgress('files', total, total);
  const moves = await comparePages(deps.db, ids.bookId, pages);
  return { ...ids, manifest, pictures, pages, moves, outline: facts.outline, materials, questions };
}

/** What only an opened page tells. */
async function checkPages(
  { book, pdf, facts }: CheckedFolder,
  { onProgress = () => {}, pageWork = {}, signal }: ImportOptions,
): Promise<void> {
  const fonts = new MissingFonts();
  let done = 0;
  onProgress('pages', 0, facts.pages);
  const options = { ...pageWork, pdf, outputFolder: '', ...(signal ? { signal } : {}) };
  await preparePages(options, 'check', allPages(facts), async ({ page, missingFonts }) => {
    fonts.add(page, missingFonts);
    onProgress('pages', ++done, facts.pages);
  });
  fonts.noteIn(book);
}

const allPages = ({ pages }: DocumentFacts) => Array.from({ length: pages }, (_, index) => index + 1);

async function placePages(
  { config }: ImportDeps,
  { book, manifest, pdf, facts }: CheckedFolder,
  placer: FilePlacer,
  { onProgress = () => {}, pageWork = {}, signal }: ImportOptions,
): Promise<PageRow[]> {
  const labels = pageLabels(facts.pages, manifest.page_labels, facts.labels);
  const rows: PageRow[] = [];
  const fonts = new MissingFonts();
  onProgress('pages', 0, facts.pages);
  await inWorkFolder(workFoldersOf(config), 'import', async (outputFolder) => {
    const options = { ...pageWork, pdf, outputFolder, ...(signal ? { signal } : {}) };
    await preparePages(options, 'base', allPages(facts), async (prepared) => {
      const { page, width, height, text, files, missingFonts } = prepared;
      fonts.add(page, missingFonts);
      for (const name of files) await placer.page(name, join(outputFolder, name));
      rows.push({ page, label: labels[page - 1]!, width, height, text });
      onProgress('pages', rows.length, facts.pages);
    });
  });
  fonts.noteIn(book);
  return rows.sort((a, b) => a.page - b.page);
}

async function placePictures(manifest: Manifest, placer: FilePlacer): Promise<PreparedBook['pictures']> {
  const each = async <Item>(list: readonly Item[], place: (item: Item) => Promise<string> | undefined) => {
    const keys: (string | null)[] = [];
    for (const item of list) keys.push((await place(item)) ?? null);
    return keys;
  };
  const portrait = ({ photo }: { photo?: string | undefined }) =>
    photo ? placer.portrait(photo) : undefined;
  return {
    cover: await placer.cover(manifest.cover),
    faculty: await each(manifest.faculty, portrait),
    seniorEditors: await each(manifest.senior_editors, portrait),
    samples: (await each(manifest.samples, (file) => placer.publicPicture(file, 'samples'))) as string[],
    packages: await each(manifest.packages, ({ image }) =>
      image ? placer.publicPicture(image, 'packages') : undefined,
    ),
    programs: await each(manifest.programs, ({ photo }) =>
      photo ? placer.publicPicture(photo, 'programs') : undefined,
    ),
  };
}

/** What went wrong after the checks and is the folder's fault is told like any other mistake. */
function asRefusal(error: unknown, manifest: Manifest): unknown {
  if (error instanceof UnreadablePdf) {
    return new ImportRefused([{ file: manifest.pdf, line: null, path: '', text: error.message }]);
  }
  if (error instanceof OvertakenImport) {
    const text = 'was published by another import meanwhile; look at it, and import again if need be';
    return new ImportRefused([{ file: 'book.yaml', line: null, path: '', text }]);
  }
  return error;
}
