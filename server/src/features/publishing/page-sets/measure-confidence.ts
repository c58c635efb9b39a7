import { pageInSet } from '@vesalius/contract/page-runs';
import { folderOfPage, type PageText } from '@vesalius/contract/reader-text';
import { confidenceOf } from '@vesalius/contract/text-confidence';
import { patientStorage } from '../assets/patient-storage.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { findPageSet, listUnmeasuredPages, type PageSetId, updateConfidence } from './page-set-queries.ts';

/**
 * Measures the pages of a set that was prepared before confidence was measured, from their stored texts. Idempotent,
 * and resumes after a killed process. Returns the number of pages that were measured.
 */
export async function measureConfidence(
  { db, storage: given }: Pick<ReleaseDeps, 'db' | 'storage'>,
  id: PageSetId,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<number> {
  const set = await findPageSet(db, id);
  if (!set?.runs) return 0;
  const storage = patientStorage(given, { signal });
  let count = 0;
  for (const page of await listUnmeasuredPages(db, set)) {
    const stored = pageInSet(set.runs, page);
    const key = stored && `${folderOfPage(stored)}/text.json`;
    // A page without its file is no page of a published book.
    if (!key || !(await storage.find(key))) continue;
    const text: PageText = JSON.parse((await storage.readWhole(key)).toString('utf8'));
    await updateConfidence(db, set, { page, confidence: confidenceOf(text) });
    count += 1;
  }
  return count;
}
