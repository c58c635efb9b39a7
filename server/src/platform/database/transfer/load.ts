import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import { checkExtensions, dropIndexesAndKeys, emptyTables, filesOf, makeSchema } from './new-schema.ts';
import { openSession, quoted, type Session } from './session.ts';
import type { AppliedMigration } from './snapshot.ts';
import {
  type Content,
  contentOf,
  listObjects,
  listTables,
  type Sequence,
  sameContent,
  type Table,
} from './tables.ts';

/** Where rows come from: another database's snapshot, or the files of a backup. */
export interface Source {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
  read(table: Table): Readable;
  /** The content of the table by the source's own account. */
  contentOf(table: Table): Promise<Content>;
}

export interface LoadedTable extends Content {
  readonly name: string;
}

class NotEmpty extends Error {}

/** Larger sorts fit into it, so that indexes are built in one pass; any session may set this. */
const MAINTENANCE_MEMORY = '256MB';

/**
 * Fills an empty database with the content of the source, checks it, and only then commits: after any failure or difference
 * the database is as empty as before, and the same command can be repeated.
 */
export async function load(
  url: string,
  source: Source,
  onTable: (table: LoadedTable) => void = () => {},
): Promise<LoadedTable[]> {
  const files = filesOf(source.migrations);
  await demandEmpty(url);
  await checkExtensions(url);
  const session = await openSession(url, 'begin');
  try {
    await session.query(`set local maintenance_work_mem = '${MAINTENANCE_MEMORY}'`);
    await makeSchema(session, files);
    await demandSameTables(session, source.tables);
    const { restore } = await dropIndexesAndKeys(session);
    await emptyTables(
      session,
      source.tables.map((table) => table.name),
    );
    for (const table of source.tables)
      await pipeline(
        source.read(table),
        session.query(
          from(`copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`),
        ),
      );
    for (const statement of restore) await session.query(statement);
    for (const { name, lastValue, isCalled } of source.sequences)
      await session.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), lastValue, isCalled]);
    const loaded = await checkAll(session, source, onTable);
    await session.query('commit');
    // Without statistics about the new rows the first plans would be bad.
    await session.query('analyze');
    return loaded;
  } finally {
    // If it was not committed, the server rolls back.
    await session.end().catch(() => {});
  }
}

export async function demandEmpty(url: string): Promise<void> {
  const session = await openSession(url, 'begin read only');
  try {
    const objects = await listObjects(session);
    if (objects.length > 0)
      throw new NotEmpty(
        `the target is not empty (it holds ${objects.join(', ')} ...): nothing was changed. Give an empty database`,
      );
  } finally {
    await session.end().catch(() => {});
  }
}

/** An unknown table would be left behind unnoticed. */
async function demandSameTables(session: Session, sourceTables: readonly Table[]): Promise<void> {
  const shape = (tables: readonly Table[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.join(', ')]));
  const created = shape(await listTables(session));
  const expected = shape(sourceTables);
  for (const [name, columns] of expected) {
    if (!created.has(name))
      throw new Error(`the source has a table ${name} that is not part of the product: move it away first`);
    if (created.get(name) !== columns)
      throw new Error(`the columns of the source's table ${name} differ from those of this release`);
  }
  for (const name of created.keys())
    if (!expected.has(name)) throw new Error(`the source has no table ${name}`);
}

async function checkAll(
  session: Session,
  source: Source,
  onTable: (table: LoadedTable) => void,
): Promise<LoadedTable[]> {
  const loaded: LoadedTable[] = [];
  const different: string[] = [];
  for (const table of source.tables) {
    const [theirs, ours] = await Promise.all([source.contentOf(table), contentOf(session, table)]);
    if (!sameContent(theirs, ours))
      different.push(
        `${table.name} (${theirs.rows} rows ${theirs.checksum}, copy ${ours.rows} ${ours.checksum})`,
      );
    const line = { name: table.name, ...ours };
    loaded.push(line);
    onTable(line);
  }
  if (different.length > 0) throw new Error(`the copy differs and was taken back: ${different.join('; ')}`);
  return loaded;
}
