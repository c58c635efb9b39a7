import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inWorkFolder, workFoldersOf } from '../../platform/work-folder.ts';
import type { ImportDeps } from './import-book.ts';
import { type PageWorkOptions, preparePages } from './pages/page-workers.ts';
import { pageFolder } from './pages/protocol.ts';
import { FilePlacer, revisionFolder, sourceFolder } from './place-files.ts';
import { countPages, isCurrentRevision } from './store/import-queries.ts';

export interface SharpOptions {
  readonly signal?: AbortSignal;
  readonly pageWork?: Omit<PageWorkOptions, 'pdf' | 'outputFolder'>;
}

/**
 * Makes what a page needs beyond its first sight: the picture for dense screens and the one-page PDF for deep zoom
 * and print. Behind the readers' backs, after publication: one child at low priority. Pages that have both files
 * already are left alone, so that it goes on where a killed process stopped.
 */
export async function prepareSharpPages(
  { db, storage, config }: Omit<ImportDeps, 'clock'>,
  bookId: string,
  revision: number,
  { signal, pageWork = {} }: SharpOptions = {},
): Promise<number> {
  if (!(await isCurrentRevision(db, bookId, revision))) return 0;
  const missing: number[] = [];
  const pages = await countPages(db, bookId);
  for (let page = 1; page <= pages; page += 1) {
    // The PDF is written last: where it is, the picture is.
    const key = `${revisionFolder(bookId, revision)}/pages/${pageFolder(page)}/page.pdf`;
    if (!(await storage.find(key))) missing.push(page);
  }
  if (missing.length === 0) return 0;
  await inWorkFolder(workFoldersOf(config), 'sharp', async (outputFolder) => {
    const pdf = join(outputFolder, 'book.pdf');
    const source = storage.read(`${sourceFolder(bookId, revision)}/book.pdf`);
    await pipeline(source, createWriteStream(pdf), { ...(signal ? { signal } : {}) });
    const placer = new FilePlacer(storage, outputFolder, { bookId, revision }, { signal });
    const options = { ...pageWork, pdf, outputFolder, children: 1, lowPriority: true };
    await preparePages({ ...options, ...(signal ? { signal } : {}) }, 'sharp', missing, async ({ files }) => {
      for (const name of files) {
        const path = join(outputFolder, name);
        await placer.page(name, path);
        await rm(path);
      }
    });
  });
  return missing.length;
}
