import { join } from 'node:path';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { inWorkFolder, workFoldersOf } from '../../platform/work-folder.ts';
import { checkMaterials, type MaterialFacts } from './checks/check-materials.ts';
import { checkPdf } from './checks/check-pdf.ts';
import { checkPictures } from './checks/check-pictures.ts';
import { checkAgainstShop } from './checks/check-shop.ts';
import { checkStructure } from './checks/check-structure.ts';
import { folderHash } from './folder-hash.ts';
import type { Manifest } from './manifest.ts';
import { ImportRefused, type Mistake } from './mistakes.ts';
import { pageLabels } from './page-labels.ts';
import type { DocumentFacts } from './pages/document-facts.ts';
import { type PageWorkOptions, preparePages } from './pages/page-workers.ts';
import { UnreadablePdf } from './pages/protocol.ts';
import { FilePlacer } from './place-files.ts';
import { placeMaterials } from './place-materials.ts';
import { placeQuestions } from './place-questions.ts';
import { BookFolder } from './read-book-folder.ts';
import { removeAbandonedImports } from './remove-revision.ts';
import type { PageRow } from './store/content-queries.ts';
import { deleteImport, findBookId, insertImport } from './store/import-queries.ts';
import { OvertakenImport, type PreparedBook, storeBook } from './store/store-book.ts';

export type ImportStep = 'checking' | 'pages' | 'files' | 'storing';
export interface ImportOptions {
  /** Check everything, store nothing. */
  readonly dryRun?: boolean;
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void;
  /** Calls the import off: it fails, and leaves nothing behind. */
  readonly signal?: AbortSignal;
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
 * Throws ImportRefused with every mistake found; after any failure nothing of it is left.
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
  if (dryRun) return { ...summary, bookId: known ?? '', revision: 0 };

  await removeAbandonedImports(deps);
  const bookId = known ?? newId();
  const revision = await insertImport(deps.db, {
    ...{ bookId, slug, edition, contentHash: await folderHash(book.folder), now: deps.clock.now() },
    packages: manifest.packages.map((each) => each.slug),
    programs: manifest.programs.map((each) => each.slug),
  });
  const placer = new FilePlacer(deps.storage, book.folder, bookId, revision);
  try {
    const prepared = await prepare(deps, checked, { bookId, revision }, placer, options);
    options.signal?.throwIfAborted();
    onProgress('storing', 0, 1);
    await storeBook(deps.db, prepared, deps.clock.now());
    onProgress('storing', 1, 1);
  } catch (error) {
    await placer.discard();
    await deleteImport(deps.db, bookId, revision);
    throw asRefusal(error, manifest);
  }
  return { ...summary, bookId, revision };
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
  return { ...ids, manifest, pictures, pages, outline: facts.outline, materials, questions };
}

async function placePages(
  { config }: ImportDeps,
  { manifest, pdf, facts }: CheckedFolder,
  placer: FilePlacer,
  { onProgress = () => {}, pageWork = {}, signal }: ImportOptions,
): Promise<PageRow[]> {
  const labels = pageLabels(facts.pages, manifest.page_labels, facts.labels);
  const rows: PageRow[] = [];
  onProgress('pages', 0, facts.pages);
  await inWorkFolder(workFoldersOf(config), 'import', async (outputFolder) => {
    const numbers = Array.from({ length: facts.pages }, (_, index) => index + 1);
    const options = { ...pageWork, pdf, outputFolder, ...(signal ? { signal } : {}) };
    await preparePages(options, 'base', numbers, async (prepared) => {
      const { page, width, height, text, files } = prepared;
      for (const name of files) await placer.page(name, join(outputFolder, name));
      rows.push({ page, label: labels[page - 1]!, width, height, text });
      onProgress('pages', rows.length, facts.pages);
    });
  });
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
