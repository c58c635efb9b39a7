import type { Snapshot } from '../database/transfer/snapshot.ts';
import type { ListedFile } from './manifest.ts';

/** What the rows of a database say about files of the storage. */
export interface FileNames {
  /** Columns that name files, as `table.column`. */
  readonly fileColumns: readonly string[];
  /** Names that are not stored in one column. */
  readonly fileQueries?: readonly FileQuery[];
}

export interface FileQuery {
  /** Tables and columns that it reads, as `table.column`: a database that is not migrated yet may lack some. */
  readonly needs: readonly string[];
  /** Rows of `key`, `bytes` and `sha256`; the last two are null where no row knows them. */
  readonly sql: string;
}

export interface NamedFile {
  readonly key: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

export async function listNamedFiles(
  snapshot: Pick<Snapshot, 'query'>,
  { fileColumns, fileQueries = [] }: FileNames,
): Promise<NamedFile[]> {
  const columns = await snapshot.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = current_schema()`,
  );
  const names = new Set(columns.map(({ name }) => name));
  const files: NamedFile[] = [];
  for (const name of fileColumns.filter((column) => names.has(column))) {
    const [table, column] = name.split('.');
    const rows = await snapshot.query<{ key: string }>(
      `select distinct "${column}" as key from "${table}" where "${column}" like '%/%'`,
    );
    for (const { key } of rows) files.push({ key, bytes: null, sha256: null });
  }
  for (const { needs, sql } of fileQueries) {
    if (!needs.every((name) => names.has(name))) continue;
    const rows = await snapshot.query<{ key: string; bytes: string | null; sha256: string | null }>(sql);
    for (const { key, bytes, sha256 } of rows)
      files.push({ key, bytes: bytes === null ? null : Number(bytes), sha256 });
  }
  return files;
}

/** The named files that are not among the copied ones, or are not what the row says: a sentence for each key. */
export function listLosses(
  named: readonly NamedFile[],
  copied: ReadonlyMap<string, Pick<ListedFile, 'bytes' | 'sha256'>>,
): Map<string, string> {
  const losses = new Map<string, string>();
  for (const { key, bytes, sha256 } of named) {
    const copy = copied.get(key);
    if (!copy) losses.set(key, `${key} is missing`);
    else if (bytes !== null && copy.bytes !== bytes)
      losses.set(key, `${key} has ${copy.bytes} bytes instead of ${bytes}`);
    else if (sha256 !== null && copy.sha256 !== sha256) losses.set(key, `${key} has another content`);
  }
  return losses;
}

const SHOWN_LOSSES = 10;

/** The first losses and the number of all. */
export const sumUpLosses = (losses: readonly string[], count = losses.length): string =>
  `${losses.slice(0, SHOWN_LOSSES).join('; ')}${count > SHOWN_LOSSES ? ` and ${count - SHOWN_LOSSES} more` : ''}`;

export const firstLosses = (losses: readonly string[]): string[] => losses.slice(0, SHOWN_LOSSES);
