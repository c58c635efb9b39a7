import type { Deps } from '../../../platform/deps.ts';
import type { DocumentFacts } from '../pages/document-facts.ts';
import type { BookUnderCheck } from './book-under-check.ts';
import { checkMaterials } from './check-materials.ts';
import { checkPictures } from './check-pictures.ts';
import { checkAgainstShop } from './check-shop.ts';
import { checkStructure } from './check-structure.ts';

/** Runs all checks that need no prepared pages. Returns the facts of the PDF if it is usable. */
export async function checkBook(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  book: BookUnderCheck,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<DocumentFacts | undefined> {
  const steps = 5;
  const { pdf } = book.manifest;
  onProgress(0, steps);
  const facts = pdf ? await book.look('pdf', ['pdf'], pdf) : undefined;
  onProgress(1, steps);
  checkStructure(book, facts?.pages ?? null);
  onProgress(2, steps);
  await checkPictures(book);
  onProgress(3, steps);
  await checkMaterials(book);
  onProgress(4, steps);
  await checkAgainstShop(db, book, clock.now());
  onProgress(steps, steps);
  return facts;
}
