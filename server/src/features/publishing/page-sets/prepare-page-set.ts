import { join } from 'node:path';
import { folderOfPage } from '@vesalius/contract/reader-text';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { insertTextOutside } from '../assets/check-queries.ts';
import type { RenditionDeps } from '../assets/make-rendition.ts';
import type { DocumentFacts } from '../pages/document-facts.ts';
import { readTitles } from '../pages/outline-titles.ts';
import { type PageWorkOptions, preparePages, readDocumentFacts } from '../pages/page-workers.ts';
import { UnreadablePdf } from '../pages/protocol.ts';
import {
  claimPageSet,
  insertPdfPages,
  listPdfPages,
  listStoredPages,
  type PageSetRow,
  type PdfPageRow,
  setName,
  updatePageCount,
  updatePrepared,
  updateStored,
  updateTextOutside,
} from './page-set-queries.ts';
import { pagesStoredIn, planRuns } from './plan-runs.ts';
import { PreparationTime } from './preparation-time.ts';
import { readTextsAgain, TEXT_VERSION } from './read-texts-again.ts';

export interface PageSetOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Throws `TurnEnded` soon after it aborts, with what is done stored. */
  readonly turn?: AbortSignal | undefined;
  readonly pageWork?: Omit<PageWorkOptions, 'pdf' | 'outputFolder'> | undefined;
}

export interface PreparedSet extends PageSetRow {
  readonly runs: NonNullable<PageSetRow['runs']>;
}

/**
 * Prepares the pages of a PDF, once for a work. Each page is stored together with its row, so that the work resumes
 * after a killed process; a page of an earlier PDF of the work is not stored again.
 */
export async function preparePageSet(
  deps: RenditionDeps & { readonly config: Pick<Deps['config'], 'dataDir'> },
  pdf: { workId: string; assetHash: string; number?: number; facts?: DocumentFacts },
  options: PageSetOptions = {},
): Promise<{ set: PreparedSet; pages: PdfPageRow[] }> {
  const { db, clock, config } = deps;
  const set = await claimPageSet(db, pdf, { claim: deps.claim, now: clock.now() });
  const { onProgress = () => {}, signal, turn, pageWork = {} } = options;
  if (set.runs) {
    // A PDF that cannot be read any more keeps its texts.
    await readTextsAgain(deps, set, { pageWork, ...(signal ? { signal } : {}) }).catch((error) => {
      if (!(error instanceof UnreadablePdf)) throw error;
    });
    return { set: { ...set, runs: set.runs }, pages: await listPdfPages(db, set) };
  }

  const path = await deps.pathOf(pdf.assetHash);
  const work = { ...pageWork, pdf: path, ...(signal ? { signal } : {}), ...(turn ? { turn } : {}) };
  const facts = pdf.facts ?? (await readDocumentFacts({ ...work, outputFolder: '' }));
  await updatePageCount(db, set, facts.pages);
  const stored = await listStoredPages(db, set);
  const known = new Set(stored.map(({ contentHash }) => contentHash));
  const begun = new Map((await listPdfPages(db, set)).map((row) => [row.page, row]));
  const all = Array.from({ length: facts.pages }, (_, index) => index + 1);

  await inWorkFolder(workFoldersOf(config), 'pages', async (outputFolder) => {
    const storeFiles = async (page: number, files: readonly string[]) => {
      const folder = folderOfPage({ set: setName(set), page });
      for (const name of files)
        await deps.storage.putFile(
          `${folder}/${name.slice(name.lastIndexOf('/') + 1)}`,
          join(outputFolder, name),
        );
    };
    let done = begun.size;
    // Rows of earlier versions.
    const unchecked = [...begun.values()].filter((row) => row.hasTextOutside === null);
    await preparePages(
      { ...work, outputFolder },
      'check',
      unchecked.map(({ page }) => page),
      async ({ page, hasTextOutside = false }) => {
        await updateTextOutside(db, set, { page, hasTextOutside });
        begun.set(page, { ...begun.get(page)!, hasTextOutside });
      },
    );
    onProgress(done, facts.pages);
    const missing = all.filter((page) => !begun.has(page));
    const time = new PreparationTime(facts.pages, begun.values());
    await preparePages(
      { ...work, outputFolder },
      'base',
      missing,
      async ({ files, contentHash, hasTextOutside = false, ...prepared }, tookMs) => {
        const isKnown = contentHash !== undefined && known.has(contentHash);
        if (!isKnown) await storeFiles(prepared.page, files);
        const measured = { hasTextOutside, tookMs: Math.round(tookMs) };
        const row = { ...prepared, ...measured, contentHash: contentHash ?? null, stored: !isKnown };
        await insertPdfPages(db, set, [row]);
        begun.set(row.page, row);
        time.add(row);
        onProgress(++done, facts.pages);
      },
    );
    const runs = planRuns(
      [...begun.values()].sort((a, b) => a.page - b.page),
      setName(set),
      stored,
    );
    const anew = pagesStoredIn(runs, setName(set), all).filter((page) => !begun.get(page)?.stored);
    await preparePages({ ...work, outputFolder }, 'base', anew, async ({ page, files }) => {
      await storeFiles(page, files);
      await updateStored(db, set, page);
    });
    const outside = [...begun.values()].filter((row) => row.hasTextOutside).map(({ page }) => page);
    await insertTextOutside(db, { hash: pdf.assetHash, pages: outside }, clock.now());
    const { labels, pages: pageCount } = facts;
    const outline = readTitles(facts.outline, (page) => begun.get(page)?.text ?? '');
    await inTransaction(db, (tx) =>
      updatePrepared(tx, set, {
        labels,
        outline,
        pageCount,
        runs,
        textVersion: TEXT_VERSION,
        now: clock.now(),
      }),
    );
  });
  const prepared = await claimPageSet(db, pdf, { claim: deps.claim, now: clock.now() });
  return { set: prepared as PreparedSet, pages: await listPdfPages(db, set) };
}
