import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfPage } from '@vesalius/contract/reader-text';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { patientStorage } from '../assets/patient-storage.ts';
import { readTitles } from '../pages/outline-titles.ts';
import { preparePages, readDocumentFacts } from '../pages/page-workers.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { correctComments } from '../review/correct-comments.ts';
import { updateBookTexts } from '../store/update-book-texts.ts';
import {
  findPageSet,
  listPdfPages,
  type PageSetId,
  setName,
  updatePdfPageText,
  updateTextsRead,
} from './page-set-queries.ts';
import { type SetWorkOptions, withPdfOfSet } from './with-pdf-of-set.ts';

/**
 * Increment it when pages get other texts, and enqueue `readTextsAgain` in a migration for every prepared page set that they may
 * be in.
 */
export const TEXT_VERSION = 4;
/** With the next one, words of hidden layers went: other PDFs keep the texts of this one. */
const BEFORE_LAYERS = 3;

type ReadDeps = Pick<ReleaseDeps, 'db' | 'storage'> & { readonly config: { readonly dataDir: string } };

/**
 * Reads the texts of a prepared page set with this version of the program. Pages that differ get their words, their
 * text and their hash; the books that show them get their text and search index. Images stay. Returns the number of
 * pages that differed. Idempotent, and resumes after a killed process: what was stored does not differ any more.
 */
export async function readTextsAgain(
  { db, storage: given, config }: ReadDeps,
  id: PageSetId,
  options: SetWorkOptions = {},
): Promise<number> {
  const set = await findPageSet(db, id);
  if (!set?.runs || set.textVersion >= TEXT_VERSION) return 0;
  const storage = patientStorage(given, { signal: options.signal });
  const texts = new Map<number, string>();
  let count = 0;
  let isUpToDate = false;
  await withPdfOfSet({ storage, config, set }, 'texts', options, async (work) => {
    const { outputFolder } = work;
    isUpToDate = set.textVersion === BEFORE_LAYERS && !(await readDocumentFacts(work)).hasLayers;
    if (isUpToDate) return;
    const rows = new Map((await listPdfPages(db, set)).map((row) => [row.page, row]));
    const fileOf = (page: number) => `${folderOfPage({ set: setName(set), page })}/text.json`;
    const isStored = (page: number) => rows.get(page)?.stored ?? rows.size === 0;
    const all = Array.from({ length: set.pageCount ?? 0 }, (_, index) => index + 1);
    const others: number[] = [];
    await preparePages(work, 'text', all, async ({ page, text, files: [file = ''] }) => {
      texts.set(page, text);
      const path = join(outputFolder, file);
      const isSame =
        (rows.get(page)?.text ?? text) === text &&
        (!isStored(page) || (await isStoredAs(storage, fileOf(page), await readFile(path))));
      if (!isSame) others.push(page);
      await rm(path);
    });
    // The hash of a page covers its image, which is drawn only here.
    await preparePages(
      work,
      'base',
      others,
      async ({ page, text, contentHash = null, confidence, files }) => {
        await updatePdfPageText(db, set, { page, text, contentHash, confidence });
        await correctComments(db, { set: setName(set), page }, text);
        // Last: a page whose file is stored is complete.
        const file = files.find((name) => name.endsWith('/text.json')) as string;
        if (isStored(page)) await storage.putFile(fileOf(page), join(outputFolder, file));
        for (const name of files) await rm(join(outputFolder, name), { force: true });
      },
    );
    count = others.length;
  });
  await inTransaction(db, async (tx) => {
    if (!isUpToDate) await updateBookTexts(tx, set, texts);
    const outline = isUpToDate ? set.outline : readTitles(set.outline, (page) => texts.get(page) ?? '');
    await updateTextsRead(tx, set, { version: TEXT_VERSION, outline });
  });
  return count;
}

const isStoredAs = async (storage: ReadDeps['storage'], key: string, content: Buffer): Promise<boolean> =>
  (await storage.find(key)) !== null && (await storage.readWhole(key)).equals(content);
