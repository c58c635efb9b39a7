import { patientStorage } from '../assets/patient-storage.ts';
import { preparePages } from '../pages/page-workers.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { findPageSet, listPagesWithoutInk, type PageSetId, updateInk } from './page-set-queries.ts';
import { type SetWorkOptions, withPdfOfSet } from './with-pdf-of-set.ts';

/**
 * Measures where the ink is on the pages of a set that was prepared before this was measured. In one child at low priority.
 * Idempotent, and resumes after a killed process. Returns the number of pages that were measured.
 */
export async function measureInk(
  { db, storage: given, config }: Omit<ReleaseDeps, 'clock'>,
  id: PageSetId,
  options: SetWorkOptions = {},
): Promise<number> {
  const set = await findPageSet(db, id);
  const missing = set?.runs ? await listPagesWithoutInk(db, id) : [];
  if (!set || missing.length === 0) return 0;
  const storage = patientStorage(given, { signal: options.signal });
  await withPdfOfSet({ storage, config, set }, 'ink', options, (work) =>
    preparePages(
      work,
      'ink',
      missing,
      async ({ page, ink }) => ink && (await updateInk(db, set, { page, ink })),
    ),
  );
  return missing.length;
}
