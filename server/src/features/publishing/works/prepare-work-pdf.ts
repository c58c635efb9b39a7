import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pageInSet } from '@vesalius/contract/page-runs';
import { folderOfPage, type PageText } from '@vesalius/contract/reader-text';
import type { Proposals } from '@vesalius/contract/work-files';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { newId } from '../../../platform/ids.ts';
import { MAX_PUBLISHED_PIXELS } from '../../../platform/pictures/picture-protocol.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { copyAsset } from '../assets/copy-asset.ts';
import { type RenditionDeps, rendition } from '../assets/make-rendition.ts';
import { patientStorage } from '../assets/patient-storage.ts';
import { storeAsset } from '../assets/store-asset.ts';
import type { PdfPageRow } from '../page-sets/page-set-queries.ts';
import { type PageSetOptions, type PreparedSet, preparePageSet } from '../page-sets/prepare-page-set.ts';
import { fileNamed } from './add-work-file.ts';
import { proposeFacts } from './propose-facts.ts';
import { headingOf, type PageHeading } from './read-headings.ts';
import { findVersion, lockWork } from './work-queries.ts';

type PdfDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'pictures'> & {
  readonly config: Pick<Deps['config'], 'dataDir'>;
};
interface WorkPdf {
  readonly workId: string;
  readonly assetHash: string;
}

/** Enough to detect a language. */
const MAX_SAMPLE_PAGES = 40;
/** The interval in which it is checked whether the work was deleted (milliseconds). */
const DELETED_EVERY_MS = 2000;
const COVER_NAME = 'cover-from-page-1.jpg';

/** Prepares the pages of a PDF and proposes facts of the book. Resumes after a killed process, and ends where the work is deleted. */
export async function prepareWorkPdf(
  deps: PdfDeps,
  pdf: WorkPdf,
  options: PageSetOptions = {},
): Promise<void> {
  const isDeleted = async () => (await findVersion(deps.db, pdf.workId)) === null;
  if (await isDeleted()) return;
  const deleted = new AbortController();
  const check = () => isDeleted().then((is) => is && deleted.abort());
  // A short outage of the database does not end the work.
  const timer = setInterval(() => void check().catch(() => {}), DELETED_EVERY_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, deleted.signal]) : deleted.signal;
  try {
    await prepare(deps, pdf, { ...options, signal });
  } catch (error) {
    if (!(await isDeleted())) throw error;
  } finally {
    clearInterval(timer);
  }
}

async function prepare(deps: PdfDeps, pdf: WorkPdf, options: PageSetOptions): Promise<void> {
  const storage = patientStorage(deps.storage, { signal: options.signal });
  await inWorkFolder(workFoldersOf(deps.config), 'pdf', async (folder) => {
    const making = {
      ...{ db: deps.db, clock: deps.clock, pictures: deps.pictures, config: deps.config },
      ...{ storage, claim: newId() },
      pathOf: async (hash: string) => {
        const path = join(folder, hash);
        await copyAsset(storage, hash, path);
        return path;
      },
    };
    const { set, pages } = await preparePageSet(making, pdf, options);
    await keepProposals(making, pdf, { set, pages, folder });
  });
}

async function keepProposals(
  deps: RenditionDeps,
  { workId, assetHash }: WorkPdf,
  { set, pages, folder }: { set: PreparedSet; pages: readonly PdfPageRow[]; folder: string },
): Promise<void> {
  const key = { assetHash, purpose: 'proposals', place: workId } as const;
  await rendition(
    deps,
    key,
    () => `works/${workId}/proposals/${assetHash}.json`,
    async (_path, storageKey) => {
      const proposals: Proposals = proposeFacts({
        pageCount: pages.length,
        labels: set.labels,
        outline: set.outline,
        text: sampleOf(pages),
        headings: await readHeadings(deps.storage, set, pages.length),
      });
      const cover = await coverFromFirstPage(deps, workId, set, folder);
      const facts = cover ? { ...proposals, cover } : proposals;
      return { files: [[storageKey, Buffer.from(JSON.stringify(facts))]], facts };
    },
  );
}

/** Samples the middle of the book too: the first pages may be empty, or in another language. */
function sampleOf(pages: readonly PdfPageRow[]): string {
  const every = Math.max(1, Math.floor(pages.length / MAX_SAMPLE_PAGES));
  return pages
    .filter((_, index) => index % every === 0)
    .map(({ text }) => text)
    .join('\n');
}

/** An outline is better than font sizes: with one, only page 1 is read, for the title. */
async function readHeadings(storage: Storage, set: PreparedSet, pageCount: number): Promise<PageHeading[]> {
  const last = set.outline.length > 0 ? 1 : pageCount;
  const headings: PageHeading[] = [];
  for (let page = 1; page <= last; page += 1) {
    const place = pageInSet(set.runs, page);
    if (!place) continue;
    const text = JSON.parse(await readText(storage, `${folderOfPage(place)}/text.json`)) as PageText;
    const heading = headingOf(page, text);
    if (heading) headings.push(heading);
  }
  return headings;
}

async function readText(storage: Storage, key: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of storage.read(key)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Stores the image of page 1 as a file of the work, which can name it as its cover. */
async function coverFromFirstPage(
  deps: RenditionDeps,
  workId: string,
  set: PreparedSet,
  folder: string,
): Promise<string | null> {
  const place = pageInSet(set.runs, 1);
  if (!place) return null;
  const page = join(folder, 'page-1.webp');
  await pipeline(deps.storage.read(`${folderOfPage(place)}/1x.webp`), createWriteStream(page));
  const picture = join(folder, COVER_NAME);
  const { files } = await deps.pictures.encode({
    source: page,
    maxPixels: MAX_PUBLISHED_PIXELS,
    outputs: [{ background: '#ffffff', format: { type: 'jpeg', quality: 90 } }],
  });
  await writeFile(picture, files[0]!.content);
  const assetHash = await storeAsset(deps, picture, deps.claim);
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    // The work may have been deleted meanwhile.
    if (!(await lockWork(tx, workId))) return null;
    const file = { path: COVER_NAME, assetHash, originalName: COVER_NAME, addedBy: null, now };
    return (await fileNamed(tx, workId, file)).path;
  });
}
