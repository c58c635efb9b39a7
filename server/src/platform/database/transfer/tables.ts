import { createHash } from 'node:crypto';
import { quoted, type Session } from './session.ts';

export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
}

export interface Sequence {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** A summary of a table's rows: equal for two tables with the same rows in any order. */
export interface Content {
  readonly rows: number;
  readonly checksum: string;
}

/** Leaves out objects that belong to an extension, because the extension creates them. */
const NOT_OF_EXTENSION = (id: string) =>
  `not exists (select 1 from pg_depend d where d.objid = ${id} and d.deptype = 'e')`;

export async function listTables(session: Session): Promise<Table[]> {
  const { rows } = await session.query<{ name: string; columns: string[] }>(`
    select c.relname as name,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and ${NOT_OF_EXTENSION('c.oid')}
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

export async function listSequences(session: Session): Promise<Sequence[]> {
  const { rows } = await session.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and ${NOT_OF_EXTENSION('c.oid')}
    order by c.relname collate "C"`);
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const sequence = await session.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text as last_value, is_called from ${quoted(name)}`,
    );
    const [state] = sequence.rows;
    if (state) sequences.push({ name, lastValue: state.last_value, isCalled: state.is_called });
  }
  return sequences;
}

/** The product has none; large objects of another program would be left behind. */
export async function countLargeObjects(session: Session): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::int as count from pg_largeobject_metadata',
  );
  return rows[0]?.count ?? 0;
}

/** Everything that was created in this database: tables, views, sequences and functions of no extension, in any schema. */
export async function listObjects(session: Session, limit = 5): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and ${NOT_OF_EXTENSION('c.oid')}
    union all
    select n.nspname || '.' || p.proname || '()' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and ${NOT_OF_EXTENSION('p.oid')}
    order by 1 limit $1`,
    [limit],
  );
  return rows.map((row) => row.name);
}

/**
 * Adds up the hashes of the rows, so that the order, which a copy does not keep, does not matter, and a duplicate row is not
 * canceled out. The database that holds the rows computes it, independently of what was sent to it.
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
