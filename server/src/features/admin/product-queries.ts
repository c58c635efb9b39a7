import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import { beginsWith, contains, plainTerm } from '../catalogue/name-search.ts';

export const findProduct = (
  db: Db,
  { bookId, packageId }: { bookId: string | null; packageId: string | null },
) =>
  maybeOne(
    db,
    sql<{ title: string }>`
      select title from books where id = ${bookId}::uuid
      union all select name from packages where id = ${packageId}::uuid`,
  );

export interface ProductRow {
  id: string;
  kind: 'book' | 'package';
  title: string;
  total: number;
}

/** A list shows so many at most: who looks for one among more types a longer part of its name. */
export const MOST_PRODUCTS = 300;

/** What the two kinds are chosen from: their columns, and the name that is compared and that has the indexes. */
const SOURCES = {
  book: {
    from: sql`select b.id, 'book' as kind, b.title || ' (' || b.edition || ')' as title, b.plain_title as name`,
    table: sql`books b`,
    name: sql`b.plain_title`,
    id: sql`b.id`,
  },
  package: {
    from: sql`select p.id, 'package' as kind, p.name as title, plain_text(p.name) as name`,
    table: sql`packages p`,
    name: sql`plain_text(p.name)`,
    id: sql`p.id`,
  },
} as const;

/** The first so many of a kind in the order of their names: those that begin with the term, then those that contain it. */
function firstOf(kind: 'book' | 'package', term: string | null): RawBuilder<unknown>[] {
  const { from, table, name, id } = SOURCES[kind];
  const some = (begins: boolean, where: RawBuilder<unknown>) => sql`(${from}, ${sql.lit(begins)} as begins
    from ${table} where ${where} order by ${name} using ~<~, ${id} limit ${MOST_PRODUCTS + 1})`;
  if (term === null) return [some(false, sql`true`)];
  const begins = beginsWith(name, term);
  return [some(true, begins), some(false, sql`${contains(name, term)} and not ${begins}`)];
}

/** Books, published or not, and packages by name. `total` ends at MOST_PRODUCTS + 1, which tells that there are more. */
export async function listProducts(
  db: Db,
  {
    search,
    kind,
    limit,
    offset,
  }: { search: string | undefined; kind: 'book' | 'package' | undefined; limit: number; offset: number },
): Promise<ProductRow[]> {
  const term = search ? await plainTerm(db, search) : null;
  const kinds = kind ? [kind] : (['book', 'package'] as const);
  const found = sql.join(
    kinds.flatMap((one) => firstOf(one, term)),
    sql` union all `,
  );
  return many(
    db,
    sql<ProductRow>`/* planned for its term */
      select id, kind, title, least(total, ${MOST_PRODUCTS + 1}) as total from (
        select f.*, (count(*) over ())::int as total,
          row_number() over (order by begins desc, name using ~<~, id) as place
        from (${found}) f) listed
      where place > ${offset} and place <= ${Math.min(offset + limit, MOST_PRODUCTS)}
      order by place`,
  );
}
