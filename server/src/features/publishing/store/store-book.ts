import { MATERIAL_TYPE } from '@vesalius/contract/constants';
import type { PageRun } from '@vesalius/contract/page-runs';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { commerceJobs } from '../../commerce/jobs.ts';
import { institutionJobs } from '../../institutions/jobs.ts';
import { programJobs } from '../../programs/jobs.ts';
import { readerJobs } from '../../reader/jobs.ts';
import { comparePages, type MovesFromRevision, moveProgress } from '../../reader/move-progress.ts';
import { indexBook } from '../../search/index-book.ts';
import { publishingJobs } from '../jobs.ts';
import type { Manifest } from '../manifest.ts';
import type { PdfPageRow } from '../page-sets/page-set-queries.ts';
import type { OutlineEntry } from '../pages/document-facts.ts';
import type { MaterialRow } from '../place-materials.ts';
import type { PlacedQuestions } from '../place-questions.ts';
import { demandNotBarred } from '../releases/bar-queries.ts';
import { refuseOvertaken } from '../releases/refuse-release.ts';
import { findDemand } from '../review/approval-queries.ts';
import { demandApprovals } from '../review/demand-approvals.ts';
import { endByRelease } from '../review/end-by-release.ts';
import { holdEditing } from '../studio/access.ts';
import { isStaffNow } from '../studio/access-queries.ts';
import { updateWorkReleased } from '../works/fill-queries.ts';
import { fillWork } from '../works/fill-work.ts';
import { announce } from './announce-book.ts';
import { storeBibliography } from './bibliography-queries.ts';
import {
  type BookCounts,
  type BookPictures,
  replaceAssignments,
  upsertBook,
  upsertCategory,
} from './book-queries.ts';
import {
  type PageRow,
  replaceChapters,
  replaceOutline,
  replacePages,
  upsertMaterials,
} from './content-queries.ts';
import { pricePublisher } from './price-publisher.ts';
import { findBookPrice } from './price-queries.ts';
import {
  findBookId,
  holdFrozen,
  listChangedReplaced,
  lockRevision,
  updateReleasePublished,
} from './release-queries.ts';
import { storeAssessments } from './store-assessments.ts';
import { upsertSurvey } from './survey-queries.ts';

export interface PreparedBook {
  readonly bookId: string;
  readonly revision: number;
  readonly manifest: Manifest;
  readonly pictures: BookPictures & {
    readonly packages: readonly (string | null)[];
    readonly programs: readonly (string | null)[];
  };
  /** The asset of each file that the manifest names. */
  readonly files: ReadonlyMap<string, string>;
  readonly runs: readonly PageRun[];
  readonly pages: readonly PageRow[];
  readonly moves: MovesFromRevision;
  readonly outline: readonly OutlineEntry[];
  readonly materials: readonly MaterialRow[];
  readonly questions: PlacedQuestions;
  /** What the import says of pages. */
  readonly pageFacts: readonly Pick<PdfPageRow, 'page' | 'missingFonts' | 'confidence'>[];
}

/** Another release of the same book was published while this one was prepared, or its draft was deleted. */
export class OvertakenImport extends Error {}
/** The publishing user was taken off the book meanwhile, or off the edition that it replaces. */
export class NoLongerMaker extends Error {}

const STATEMENT_TIMEOUT_MS = 60_000;

export interface StoreOptions {
  /** The user who publishes; null for a command. */
  readonly actorId?: string | null;
  /** Also makes the imported folder the working copy. */
  readonly fillsWork?: boolean;
  /** Publishes nothing if that would replace unpublished changes of the desk. */
  readonly keepsChanges?: boolean;
  /** The version of the working copy that is published. */
  readonly workVersion?: number | null;
  /** The time of a frozen release, which may have been canceled. */
  readonly frozenFor?: Date;
  /** The earlier release that is published again. */
  readonly restoredFrom?: number;
  /** The work whose hidden preview the book is: nobody finds, buys or has read it. */
  readonly previewOf?: string;
}

/** Makes the prepared release the book that readers see: completely or not at all. */
export async function storeBook(
  db: Db,
  book: PreparedBook,
  now: Date,
  options: StoreOptions = {},
): Promise<void> {
  await inTransaction(db, (tx) => store(tx, book, now, options), {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
}

async function store(tx: Tx, book: PreparedBook, now: Date, options: StoreOptions): Promise<void> {
  const { bookId, revision, manifest, pictures } = book;
  const before = await lockRevision(tx, bookId);
  if (before >= revision) throw new OvertakenImport();
  const { frozenFor } = options;
  if (frozenFor && !(await holdFrozen(tx, { bookId, revision, publishAt: frozenFor })))
    throw new OvertakenImport();
  if (!options.previewOf)
    await demandNotBarred(tx, {
      bookId,
      restoredFrom: options.restoredFrom ?? null,
      manifest,
      files: book.files,
    });
  const isNewContent = !options.previewOf && options.restoredFrom === undefined;
  // Computed before the publisher that readers see is replaced. A restored release was public already.
  const needed = isNewContent
    ? await findDemand(tx, { workId: bookId, publisher: manifest.publisher?.slug ?? null })
    : 0;
  const categoryId = await upsertCategory(tx, manifest.category);
  const oldVersionBookId = manifest.replaces
    ? await findBookId(tx, { slug: manifest.slug, edition: manifest.replaces.edition })
    : null;
  const changedReplaced = options.previewOf ? [] : await listChangedReplaced(tx, bookId, manifest);
  // Ends the renewals of the replaced edition. Each release repeats this, to include what an earlier one left out.
  if (oldVersionBookId) {
    await enqueue(tx, commerceJobs.followShop({ book_id: oldVersionBookId }));
    await enqueue(tx, institutionJobs.tellEditions({}));
    await enqueue(tx, programJobs.tellEditions({}));
  }
  const counts = countsOf(book);
  const { previewOf = null, actorId = null } = options;
  const published = await findBookPrice(tx, manifest);
  const priceOf = await pricePublisher(tx, { bookId, slug: manifest.slug, ...options }, now);
  const price = priceOf('price', published, manifest.price);
  await upsertBook(tx, manifest, {
    id: bookId,
    revision,
    ...{ categoryId, price },
    oldVersionBookId,
    pictures,
    counts,
    previewOf,
    now,
  });
  const keepsShop = await isLeftToStaff(tx, options);
  await storeBibliography(tx, bookId, manifest, { keepsPublisher: keepsShop, now });
  if (previewOf === null) await announce(tx, book, { ...options, published, price, priceOf, keepsShop }, now);
  const changedChapters = await replaceChapters(tx, bookId, manifest.chapters);
  await replaceOutline(tx, bookId, book.outline);
  // Another import may have been published since the pages were compared.
  const moves = book.moves.revision === before ? book.moves : await comparePages(tx, bookId, book.pages);
  await replacePages(tx, bookId, book.pages);
  await indexBook(tx, bookId);
  await upsertMaterials(tx, bookId, book.materials, now);
  // Reads captions from the storage: not while readers wait for this transaction.
  await enqueue(tx, publishingJobs.indexMaterials({ book_id: bookId }));
  await storeAssessments(tx, bookId, manifest, book.questions, now);
  await upsertSurvey(tx, bookId, manifest.survey, now);
  if (previewOf === null) await moveProgress(tx, bookId, moves, { pages: counts.pages, changedChapters });
  const { files, runs } = book;
  if (!(await updateReleasePublished(tx, { bookId, revision }, { manifest, files, runs, now })))
    throw new OvertakenImport();
  const workVersion = options.fillsWork
    ? await fillWork(tx, {
        ...{ workId: bookId, manifest, files, userId: actorId, now },
        keepsChanges: options.keepsChanges ?? false,
      })
    : options.workVersion;
  // The desk replaces what waits itself. The work is locked before the release, as calling off does.
  if (options.fillsWork) await refuseOvertaken(tx, bookId, now);
  await demandApprovals(tx, {
    ...{ workId: bookId, version: workVersion ?? null, needed },
    frozenRevision: frozenFor ? revision : null,
  });
  // Approvals were counted before: people whom this release assigns did not approve it.
  if (previewOf === null && !keepsShop) await replaceAssignments(tx, bookId, manifest.assigned);
  if (workVersion !== undefined && workVersion !== null) {
    await updateWorkReleased(tx, { workId: bookId, revision, version: workVersion });
    if (previewOf === null) await endByRelease(tx, { workId: bookId, version: workVersion, actorId }, now);
  }

  if (previewOf !== null) return;
  // Checked last: a transaction that takes the book from the user waits only for this, and the user publishes nothing
  // afterwards.
  for (const id of [bookId, ...changedReplaced])
    if (actorId && !(await holdEditing(tx, actorId, id))) throw new NoLongerMaker();
  for (const set of new Set(runs.map((run) => run.set))) {
    const [setId = '', number] = set.split('/');
    await enqueue(tx, publishingJobs.prepareSharpPages({ book_id: setId, revision: Number(number) }));
  }
  if (before > 0) await enqueue(tx, readerJobs.reanchorAnnotations({ book_id: bookId }));
}

/**
 * A producer who restores an earlier release restores its content. The packages and programs of the book stay as
 * staff left them.
 */
const isLeftToStaff = async (tx: Tx, { restoredFrom, actorId = null }: StoreOptions): Promise<boolean> =>
  restoredFrom !== undefined && actorId !== null && !(await isStaffNow(tx, actorId));

/** Counts what the manifest does not state: authors as printed, speakers by their names. */
function countsOf({ manifest, pages, materials }: PreparedBook): BookCounts {
  const lectures = materials.filter(({ type }) => type === MATERIAL_TYPE.video);
  const printed = manifest.author.split(/,|;| and | & /).filter((name) => name.trim() !== '');
  const speakers = new Set(lectures.map(({ speaker }) => speaker).filter(Boolean));
  return {
    pages: pages.length,
    authors: manifest.number_of_authors ?? printed.length,
    speakers: manifest.number_of_speakers ?? speakers.size,
    lectures: lectures.length,
    quizzes: manifest.quizzes.length,
    tests: manifest.tests.length,
  };
}
