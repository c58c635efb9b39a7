import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfPage } from '@vesalius/contract/reader-text';
import { patientStorage } from './assets/patient-storage.ts';
import { findPageSet, listPdfPages, setName } from './page-sets/page-set-queries.ts';
import { type SetWorkOptions, withPdfOfSet } from './page-sets/with-pdf-of-set.ts';
import { preparePages } from './pages/page-workers.ts';
import type { ReleaseDeps } from './releases/release-deps.ts';

/** Earlier versions made them with what other pages draw, or with hidden layers and notes. They are no longer sent. */
const FORMER_PDFS = ['page.pdf', 'sheet.pdf'];

/**
 * Makes the files of a page that are not needed at first: the image for dense screens and the one-page PDF for deep
 * zoom and print. Runs in the background after publication, in one child at low priority. Skips pages that have both
 * files, so it resumes after a killed process.
 */
export async function prepareSharpPages(
  { db, storage: given, config }: Omit<ReleaseDeps, 'clock'>,
  workId: string,
  number: number,
  options: SetWorkOptions = {},
): Promise<number> {
  const set = await findPageSet(db, { workId, number });
  if (!set?.runs) return 0;
  const storage = patientStorage(given, { signal: options.signal });
  const rows = await listPdfPages(db, set);
  // Page sets from before pages had rows store all their pages.
  const stored =
    rows.length > 0
      ? rows.filter((row) => row.stored).map(({ page }) => page)
      : Array.from({ length: set.pageCount ?? 0 }, (_, index) => index + 1);
  const folderOf = (page: number) => folderOfPage({ set: setName(set), page });
  const missing: number[] = [];
  // The PDF is stored last: if it exists, the image does.
  for (const page of stored) if (!(await storage.find(`${folderOf(page)}/drawn.pdf`))) missing.push(page);
  if (missing.length === 0) return 0;
  await withPdfOfSet({ storage, config, set }, 'sharp', options, (work) =>
    preparePages(work, 'sharp', missing, async ({ page, files }) => {
      for (const name of files) {
        const path = join(work.outputFolder, name);
        await storage.putFile(`${folderOf(page)}/${name.slice(name.lastIndexOf('/') + 1)}`, path);
        await rm(path);
      }
      for (const name of FORMER_PDFS) await storage.delete(`${folderOf(page)}/${name}`);
    }),
  );
  return missing.length;
}
