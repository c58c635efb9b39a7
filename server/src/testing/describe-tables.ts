import { sql } from 'kysely';
import { type Db, many } from '../platform/database/database.ts';

/** The TypeScript type of each column type as the driver returns it: see `platform/database/types.ts`. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'character varying': 'string',
  date: 'string',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
};
const LINE_WIDTH = 110;

interface ColumnFacts {
  readonly table: string;
  readonly tableComment: string | null;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly comment: string | null;
  /** The definition of a check constraint on this column only. */
  readonly check: string | null;
}

const listColumns = (db: Db): Promise<ColumnFacts[]> =>
  many(
    db,
    sql<ColumnFacts>`
      select c.relname as "table", obj_description(c.oid, 'pg_class') as "tableComment", a.attname as name,
        format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
        col_description(c.oid, a.attnum) as comment,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1) as "check"
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
        and a.attnum > 0 and not a.attisdropped
      order by c.relname collate "C", a.attnum`,
  );

const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
const interfaceOf = (table: string): string =>
  `${camelCase(table).replace(/^./, (letter) => letter.toUpperCase())}Table`;

/** `kind = any (array['a', 'b'])` becomes a union; any other check cannot be expressed as a type. */
function unionOf(check: string | null): string[] | null {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(check ?? '')?.[1];
  return list?.split(', ').map((value) => value.replace(/::text$/, '')) ?? null;
}

function propertyOf({ name, type, isNullable, check }: ColumnFacts): string {
  const isArray = type.endsWith('[]');
  const base = TYPES[type.replace(/\[\]$/, '')];
  if (!base) throw new Error(`name the type that ${type} of the column ${name} has in TypeScript`);
  const members = unionOf(check) ?? [isArray ? `${base}[]` : base];
  if (isNullable && base !== 'unknown') members.push('null');
  const line = `  readonly ${camelCase(name)}: ${members.join(' | ')};`;
  if (line.length <= LINE_WIDTH) return line;
  return [`  readonly ${camelCase(name)}:`, ...members.map((member) => `    | ${member}`)]
    .join('\n')
    .concat(';');
}

const commentOf = (text: string | null, indent = ''): string[] => (text ? [`${indent}/** ${text} */`] : []);

/** The source of `tables.ts`: one interface per table. */
export async function describeTables(db: Db): Promise<string> {
  const tables = new Map<string, ColumnFacts[]>();
  for (const column of await listColumns(db))
    tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  const interfaces = [...tables].map(([table, columns]) =>
    [
      ...commentOf(columns[0]?.tableComment ?? null),
      `export interface ${interfaceOf(table)} {`,
      ...columns.flatMap((column) => [...commentOf(column.comment, '  '), propertyOf(column)]),
      '}',
    ].join('\n'),
  );
  return `${HEAD}\n${interfaces.join('\n\n')}\n`;
}

const HEAD = `/*
 * Generated from the migrated schema by \`npm run schema-types\`; \`tables.test.ts\` fails when it is out of date.
 * The properties have the names that queries select them by: \`user_id as "userId"\`.
 */
`;
