import { join } from 'node:path';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { patientStorage } from '../assets/patient-storage.ts';
import { preparePages } from '../pages/page-workers.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { copyPdf } from './copy-pdf.ts';
import { findPageSet, listPagesWithoutInk, type PageSetId, updateInk } from './page-set-queries.ts';
import type { ReadOptions } from './read-texts-again.ts';

/**
 * Measures where the ink is on the pages of a set that was prepared before this was measured. In one child at low priority.
 * Idempotent, and resumes after a killed process. Returns the number of pages that were measured.
 */
export async function measureInk(
  { db, storage: given, config }: Omit<ReleaseDeps, 'clock'>,
  id: PageSetId,
  { signal, pageWork = {} }: ReadOptions = {},
): Promise<number> {
  const set = await findPageSet(db, id);
  const missing = set?.runs ? await listPagesWithoutInk(db, id) : [];
  if (!set || missing.length === 0) return 0;
  const storage = patientStorage(given, { signal });
  await inWorkFolder(workFoldersOf(config), 'ink', async (outputFolder) => {
    const pdf = join(outputFolder, 'book.pdf');
    await copyPdf(storage, set, pdf);
    const work = { ...pageWork, pdf, outputFolder, children: 1, lowPriority: true };
    await preparePages(
      { ...work, ...(signal ? { signal } : {}) },
      'ink',
      missing,
      async ({ page, ink }) => ink && (await updateInk(db, set, { page, ink })),
    );
  });
  return missing.length;
}
