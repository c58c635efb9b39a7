import type { Db } from '../../../platform/database/database.ts';
import { type BookFolder, entriesOf } from '../read-book-folder.ts';
import { listEditions, listExistingSlugs } from '../store/import-queries.ts';

/** What the manifest takes for granted in the shop: the edition that it replaces, packages and programs. */
export async function checkAgainstShop(db: Db, book: BookFolder): Promise<void> {
  const { slug, replaces, packages, programs } = book.manifest;
  if (slug && replaces) {
    const editions = await listEditions(db, slug);
    if (!editions.includes(replaces.edition)) {
      const known =
        editions.length > 0 ? `known are: ${editions.join(', ')}` : 'none of this slug was imported';
      book.mistake(['replaces', 'edition'], `is "${replaces.edition}", which is not in the shop; ${known}`);
    }
  }
  const slugsOf = (list: readonly { slug: string }[] | undefined) =>
    [...entriesOf(list)].map(([, each]) => each.slug);
  const knownPackages = await listExistingSlugs(db, 'packages', slugsOf(packages));
  for (const [index, { slug: name, ...fields }] of entriesOf(packages)) {
    if (knownPackages.has(name)) continue;
    if (fields.name === undefined || fields.price === undefined) {
      book.mistake(
        ['packages', index],
        `names the package "${name}", which is new; give it a name and a price`,
      );
    }
  }
  const knownPrograms = await listExistingSlugs(db, 'programs', slugsOf(programs));
  for (const [index, { slug: name, ...fields }] of entriesOf(programs)) {
    if (!knownPrograms.has(name) && fields.name === undefined) {
      book.mistake(['programs', index], `names the program "${name}", which is new; give it a name`);
    }
  }
}
