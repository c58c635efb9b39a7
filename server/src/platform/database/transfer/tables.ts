import { createHash } from 'node:crypto';
import { quoted, type Session } from './session.ts';

export interface Table {
  readonly name: string;
  /** Without those that the database computes by itself. */
  readonly columns: readonly string[];
}

export interface Sequence {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** What a table holds, in two words: equal for two tables that hold the same rows, in whatever order. */
export interface Content {
  readonly rows: number;
  readonly checksum: string;
}

/** What belongs to an extension comes with the extension. */
const OWN = (id: string) =>
  `not exists (select 1 from pg_depend d where d.objid = ${id} and d.deptype = 'e')`;

export async function listTables(session: Session): Promise<Table[]> {
  const { rows } = await session.query<{ name: string; columns: string[] }>(`
    select c.relname as name,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and ${OWN('c.oid')}
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

export async function listSequences(session: Session): Promise<Sequence[]> {
  const { rows } = await session.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and ${OWN('c.oid')}
    order by c.relname collate "C"`);
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await session.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text as last_value, is_called from ${quoted(name)}`,
    );
    const [state] = found.rows;
    if (state) sequences.push({ name, lastValue: state.last_value, isCalled: state.is_called });
  }
  return sequences;
}

/** The product keeps none; a database that has some holds something that we would leave behind. */
export async function countLargeObjects(session: Session): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::int as count from pg_largeobject_metadata',
  );
  return rows[0]?.count ?? 0;
}

/** Whatever somebody made in this database: tables, views, sequences, functions of no extension, in any schema. */
export async function listObjects(session: Session, limit = 5): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and ${OWN('c.oid')}
    union all
    select n.nspname || '.' || p.proname || '()' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and ${OWN('p.oid')}
    order by 1 limit $1`,
    [limit],
  );
  return rows.map((row) => row.name);
}

/**
 * Each row's text is hashed and the hashes are added up, so that the order, which a copy does not keep, plays no part,
 * and a row that is there twice does not cancel itself. Worked out by the database that holds the rows: what the copy
 * says about itself owes nothing to what was sent.
 */
export async function contentOf(session: Session, { name, columns }: Table): Promise<Content> {
  const half = (from: number) =>
    `coalesce(sum(('x' || substr(hash, ${from}, 16))::bit(64)::bigint::numeric), 0)::text`;
  const { rows } = await session.query<{ rows: string; a: string; b: string }>(`
    select count(*)::text as rows, ${half(1)} as a, ${half(17)} as b
    from (select encode(sha256(convert_to(row(${columns.map(quoted).join(', ')})::text, 'UTF8')), 'hex') as hash
          from ${quoted(name)}) as hashed`);
  const [sum] = rows;
  if (!sum) throw new Error(`the table ${name} could not be counted`);
  const checksum = createHash('sha256').update(`${sum.rows} ${sum.a} ${sum.b}`).digest('hex').slice(0, 16);
  return { rows: Number(sum.rows), checksum };
}

export const sameContent = (a: Content | undefined, b: Content | undefined): boolean =>
  a !== undefined && b !== undefined && a.rows === b.rows && a.checksum === b.checksum;
