import { join } from 'node:path';
import type { Db } from '../../platform/database/database.ts';
import { brokenConstraint } from '../../platform/database/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAssetChecks, listTextOutside } from './assets/check-queries.ts';
import { patientStorage } from './assets/patient-storage.ts';
import { storeAsset } from './assets/store-asset.ts';
import { checkBook } from './checks/check-book.ts';
import { folderHash } from './folder-hash.ts';
import type { Manifest } from './manifest.ts';
import { videoConverter } from './media/find-ffmpeg.ts';
import { preparePublishedVideos } from './media/prepare-published-videos.ts';
import { MissingFonts } from './missing-fonts.ts';
import { ImportRefused, type Mistake } from './mistakes.ts';
import { noteTextOutside } from './note-text-outside.ts';
import { isUncertain, noteUncertainPages } from './note-uncertain-pages.ts';
import type { DocumentFacts } from './pages/document-facts.ts';
import { type PageWorkOptions, preparePages } from './pages/page-workers.ts';
import { UnreadablePdf } from './pages/protocol.ts';
import { BookFolder } from './read-book-folder.ts';
import { FileOfBookRefused } from './releases/file-of-book-refused.ts';
import { makeRelease, type ReleaseFiles } from './releases/make-release.ts';
import { namedFiles } from './releases/manifest-files.ts';
import { rebuildFirstRelease } from './releases/rebuild-first-release.ts';
import { dayToCome } from './releases/release-day.ts';
import type { ReleaseDeps } from './releases/release-deps.ts';
import { findPending } from './releases/release-list-queries.ts';
import { ApprovalsMissing } from './review/demand-approvals.ts';
import { withSetPrices } from './store/decide-price.ts';
import { findBookPrice, listPackagePrices } from './store/price-queries.ts';
import { findBookId, isPublishedOnDesk } from './store/release-queries.ts';
import { OvertakenImport } from './store/store-book.ts';
import { filesOfWork } from './works/check-work.ts';
import { fillDraft } from './works/fill-draft.ts';
import { findWorkId } from './works/fill-queries.ts';
import { refuseToFill } from './works/fill-work.ts';

export type ImportStep = 'checking' | 'pages' | 'files' | 'storing';
export interface ImportOptions {
  /** Checks everything, stores nothing. */
  readonly dryRun?: boolean;
  /**
   * Fills the working copy and publishes nothing. 'before-release': only for a new book whose release date is in the
   * future.
   */
  readonly draft?: boolean | 'before-release';
  /** The folder replaces unpublished changes of the desk. */
  readonly replaceChanges?: boolean;
  /** Throws PublishedOnDesk if the last or next release is the desk's. For imports that no user requested. */
  readonly keepsPublished?: boolean;
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void;
  /** Aborts the import: it fails, and leaves nothing behind. */
  readonly signal?: AbortSignal;
  /** Delays between attempts to store a file while the store is unavailable (milliseconds). */
  readonly storeDelaysMs?: readonly number[];
  /** Whether a job makes the sizes of the lectures afterwards; true by default. */
  readonly preparesVideos?: boolean;
  /** Limits and program of the child processes, for tests. */
  readonly pageWork?: Omit<PageWorkOptions, 'pdf' | 'outputFolder'>;
}

/** The folder is older than what was published on the desk. */
export class PublishedOnDesk extends Error {}

export interface ImportSummary {
  readonly bookId: string;
  /** 0: nothing was published. */
  readonly revision: number;
  /** The release date is in the future: the book is, or would be, on the desk only. */
  readonly waits: boolean;
  readonly isNew: boolean;
  readonly manifest: Manifest;
  readonly pages: number;
  readonly warnings: readonly Mistake[];
}

/**
 * Publishes a book folder, for the first time or again: rows are updated by their keys, and readers' data stays.
 * Everything is checked before anything is stored. Files are stored first; then one transaction makes the working
 * copy, a release, and the book that readers see, or the working copy alone for a draft. Throws ImportRefused with
 * every error found, and ChangesOnDesk. After a failure everything stored is removed, after a day at the latest.
 */
export async function importBook(
  given: ReleaseDeps,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { dryRun = false, draft = false, onProgress = () => {}, signal } = options;
  const keepsChanges = !options.replaceChanges;
  const storage = patientStorage(given.storage, { signal, delaysMs: options.storeDelaysMs });
  const deps = { ...given, storage };
  const checked = await checkFolder(deps, folder, options);
  const { book, facts } = checked;
  const manifest = await keepSetPrices(deps.db, checked.manifest);
  const { slug, edition } = manifest;
  const known = await findBookId(deps.db, { slug, edition });
  const workId = known ?? (await findWorkId(deps.db, { slug, edition }));
  if (workId && keepsChanges) await refuseToFill(deps.db, workId, manifest);
  const waits =
    draft === 'before-release' &&
    known === null &&
    dayToCome(manifest.release_date, deps.clock.now()) !== null;
  const summary = { manifest, pages: facts.pages, isNew: known === null, waits, warnings: book.warnings };
  const pending = workId && draft !== true ? await findPending(deps.db, workId, deps.clock.now()) : null;
  if (pending?.state === 'waiting')
    book.warning([], `takes the place of the release that waits for ${pending.publishAt.toISOString()}`);
  if (dryRun) {
    await checkPages(checked, options).catch((error) => {
      throw asRefusal(error, manifest);
    });
    return { ...summary, bookId: known ?? '', revision: 0 };
  }

  if (known) await rebuildFirstRelease(deps, known);
  const bookId = workId ?? newId();
  if (draft === true || waits) {
    await fillDraft(deps, { workId: bookId, manifest, keepsChanges }, (claim) =>
      storeFolder(deps, checked, claim, signal),
    );
    return { ...summary, isNew: workId === null, bookId, revision: 0 };
  }
  const contentHash = await folderHash(book.folder);
  const revision = await makeRelease(
    deps,
    { bookId, manifest, contentHash },
    ({ claim }) => storeFolder(deps, checked, claim, signal),
    {
      ...{ facts, signal, pageWork: options.pageWork },
      onProgress: (done, total) => onProgress('pages', done, total),
      onFile: (done, total) => onProgress('files', done, total),
      onPrepared: ({ pageFacts: pages }) => {
        const fonts = new MissingFonts();
        for (const { page, missingFonts } of pages) fonts.add(page, missingFonts);
        fonts.noteIn(book);
        noteUncertainPages(book, new Set(pages.filter(isUncertain).map(({ page }) => page)));
        onProgress('storing', 0, 1);
      },
      store: { fillsWork: true, keepsChanges },
    },
  ).catch((error) => {
    throw asRefusal(error, manifest);
  });
  const pdfHash = (await filesOfWork(deps.db, bookId)).get(manifest.pdf);
  if (pdfHash) noteTextOutside(book, new Set(await listTextOutside(deps.db, pdfHash)));
  onProgress('storing', 1, 1);
  if (options.preparesVideos ?? true) await preparePublishedVideos(deps, bookId, manifest);
  return { ...summary, bookId, revision };
}

/** Stores each file that the manifest names, with the results of its checks. Returns the path on the disk by hash. */
async function storeFolder(
  deps: ReleaseDeps,
  { book, manifest }: CheckedFolder,
  claim: string,
  signal: AbortSignal | undefined,
): Promise<ReleaseFiles> {
  const files = new Map<string, string>();
  const paths = new Map<string, string>();
  const names: string[] = [];
  for (const { path, kind } of namedFiles(manifest))
    names.push(...(kind === 'file' ? [path] : ((await book.filesIn([], path)) ?? [])));
  for (const name of new Set(names)) {
    signal?.throwIfAborted();
    const path = join(book.folder, name);
    const hash = await storeAsset(deps, path, claim);
    files.set(name, hash);
    paths.set(hash, path);
  }
  const checks = [...book.looks].flatMap(([name, looks]) =>
    [...looks].map(([kind, look]) => ({ hash: files.get(name) as string, kind, look })),
  );
  await insertAssetChecks(deps.db, checks, deps.clock.now());
  return { files, pathOf: async (hash) => paths.get(hash) as string };
}

/** Prices set by people stay on the desk and in the release; the checks have reported that. */
const keepSetPrices = async (db: Db, manifest: Manifest): Promise<Manifest> =>
  withSetPrices(
    manifest,
    await findBookPrice(db, manifest),
    await listPackagePrices(
      db,
      manifest.packages.map(({ slug }) => slug),
    ),
  );

interface CheckedFolder {
  readonly book: BookFolder;
  readonly manifest: Manifest;
  readonly pdf: string;
  readonly facts: DocumentFacts;
}

async function checkFolder(
  deps: ReleaseDeps,
  folder: string,
  { onProgress = () => {}, pageWork = {}, draft = false, keepsPublished = false }: ImportOptions,
): Promise<CheckedFolder> {
  const { found: converter } = await videoConverter(deps.config);
  const book = await BookFolder.read(deps, folder, { ...pageWork, converter });
  const { slug, edition } = book.manifest;
  if (keepsPublished && slug && edition && (await isPublishedOnDesk(deps.db, { slug, edition })))
    throw new PublishedOnDesk('The desk published this book last.');
  const facts = await checkBook(deps, book, (done, total) => onProgress('checking', done, total));
  // The replaced edition would leave the shop today.
  if (!draft && book.manifest.replaces && dayToCome(book.manifest.release_date, deps.clock.now()))
    book.mistake(
      ['release_date'],
      'is a day to come, and the book replaces another edition; import it with --draft and publish it on the desk, which waits for that day',
    );
  const manifest = book.complete();
  if (!facts) throw new Error('a manifest without mistakes has a PDF');
  return { book, manifest, pdf: join(book.folder, manifest.pdf), facts };
}

/** Checks that need opened pages. */
async function checkPages(
  { book, pdf, facts }: CheckedFolder,
  { onProgress = () => {}, pageWork = {}, signal }: ImportOptions,
): Promise<void> {
  const fonts = new MissingFonts();
  const uncertain = new Set<number>();
  const outside = new Set<number>();
  let done = 0;
  onProgress('pages', 0, facts.pages);
  const options = { ...pageWork, pdf, outputFolder: '', ...(signal ? { signal } : {}) };
  await preparePages(
    options,
    'check',
    allPages(facts),
    async ({ page, missingFonts, confidence, hasTextOutside }) => {
      fonts.add(page, missingFonts);
      if (isUncertain({ confidence })) uncertain.add(page);
      if (hasTextOutside) outside.add(page);
      onProgress('pages', ++done, facts.pages);
    },
  );
  fonts.noteIn(book);
  noteUncertainPages(book, uncertain);
  noteTextOutside(book, outside);
}

const allPages = ({ pages }: DocumentFacts) => Array.from({ length: pages }, (_, index) => index + 1);

/** What breaks when another import of the same new book was faster, and when the draft is deleted while its pages are stored. */
const MEANWHILE: ReadonlySet<string | undefined> = new Set([
  'books_slug_edition_key',
  'pdf_pages_work_id_number_fkey',
]);

/** Turns an error after the checks into a refusal if the folder caused it. */
function asRefusal(error: unknown, manifest: Manifest): unknown {
  if (error instanceof UnreadablePdf) {
    return new ImportRefused([{ file: manifest.pdf, line: null, path: '', text: error.message }]);
  }
  if (error instanceof FileOfBookRefused) {
    const { file, text } = error.finding;
    return new ImportRefused([{ file, line: null, path: '', text }]);
  }
  if (error instanceof OvertakenImport || MEANWHILE.has(brokenConstraint(error))) {
    const text =
      'was published by another import, or deleted on the desk, meanwhile; look at it, and import again if need be';
    return new ImportRefused([{ file: 'book.yaml', line: null, path: '', text }]);
  }
  if (error instanceof ApprovalsMissing) {
    const text = `was not published: ${error.finding.text} (import with --draft, and ask for the review on the desk)`;
    return new ImportRefused([{ file: 'book.yaml', line: null, path: 'publisher', text }]);
  }
  return error;
}
