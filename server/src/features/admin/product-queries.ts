import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import { beginsWith, contains, plainTerm } from '../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';

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

/** The maximum length of a list: for more, users type a longer part of the name. */
export const MAX_PRODUCTS = 300;

/** The tables of the two kinds, and their indexed names. */
const SOURCES = {
  book: {
    table: sql`books b`,
    name: sql`b.plain_title`,
    id: sql`b.id`,
  },
  package: {
    table: sql`packages p`,
    name: sql`plain_text(p.name)`,
    id: sql`p.id`,
  },
} as const;

/** The first rows of a kind by name: those that begin with the term, then those that contain it. */
function firstOf(
  kind: 'book' | 'package',
  term: string | null,
  wanted: string | undefined,
): RawBuilder<unknown>[] {
  const { table, name, id } = SOURCES[kind];
  const some = (begins: boolean, where: RawBuilder<unknown>) => sql`(
    select ${id} as id, ${sql.lit(kind)} as kind, ${name} as name, ${sql.lit(begins)} as begins
    from ${table} where ${where} order by ${name} using ~<~, ${id} limit ${MAX_PRODUCTS + 1})`;
  if (wanted) return [some(false, sql`${id} = ${wanted}`)];
  if (term === null) return [some(false, sql`true`)];
  const begins = beginsWith(name, term);
  return [some(true, begins), some(false, sql`${contains(name, term)} and not ${begins}`)];
}

/** Books, published or not, and packages by name. `total` ends at MAX_PRODUCTS + 1, which means that there are more. */
export async function listProducts(
  db: Db,
  {
    search,
    kind,
    id,
    limit,
    offset,
  }: {
    search: string | undefined;
    kind: 'book' | 'package' | undefined;
    id: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<ProductRow[]> {
  const term = search ? await plainTerm(db, search) : null;
  const kinds = kind ? [kind] : (['book', 'package'] as const);
  const matches = sql.join(
    kinds.flatMap((one) => firstOf(one, term, id)),
    sql` union all `,
  );
  return many(
    db,
    sql<ProductRow>`${PLANNED_FOR_ITS_TERM}
      select f.id, f.kind, case f.kind when 'book' then b.title || ' (' || b.edition || ')' else p.name end as title,
        least(f.total, ${MAX_PRODUCTS + 1}) as total
      from (
        select f.*, (count(*) over ())::int as total,
          row_number() over (order by begins desc, name using ~<~, id) as place
        from (${matches}) f) f
      left join books b on f.kind = 'book' and b.id = f.id
      left join packages p on f.kind = 'package' and p.id = f.id
      where f.place > ${offset} and f.place <= ${Math.min(offset + limit, MAX_PRODUCTS)}
      order by f.place`,
  );
}
