import type { MaterialList, SupplementaryGroup } from '@vesalius/contract/lectures';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBook } from '../catalogue/access.ts';
import { chaptersOf, summaryOf } from './material-views.ts';
import { getBookFrame, listMaterials } from './queries.ts';

/** A book's materials by page. Everybody may see the list; the content needs access. */
export async function listMaterialsOfBook(
  deps: Deps,
  actor: Actor | null,
  bookId: string,
): Promise<MaterialList> {
  const access = await accessToBook(deps.db, actor, bookId, deps.clock.now());
  const [book, rows] = await Promise.all([
    getBookFrame(deps.db, bookId),
    listMaterials(deps.db, bookId, access.records ? (actor?.userId ?? null) : null),
  ]);
  const groups = new Map<number, SupplementaryGroup>();
  for (const row of rows) {
    const group = groups.get(row.page) ?? { book_page: row.page, supplementary_materials: [] };
    group.supplementary_materials.push(summaryOf(deps, row, access.granted));
    groups.set(row.page, group);
  }
  return {
    book: { id: book.id, title: book.title },
    access: { granted: access.granted, records: access.records },
    chapters: chaptersOf(book, rows),
    data: [...groups.values()],
    metadata: { count: groups.size, currentPage: 1, pages: 1 },
  };
}
