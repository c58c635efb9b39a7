import type {
  ImportResult,
  LooseRow,
  PeopleFile,
  PeopleImport,
  UndoResult,
} from '@vesalius/contract/people-import';
import type { FileColumn } from '@vesalius/contract/people-import-limits';
import type { z } from 'zod';
import { keyOf } from '../../lib/query-keys.ts';

/** Column numbers, from 1. */
export type ColumnChoices = PeopleFile['mapping'];

/** The calls to import students of a program or members of an institution, for one shared screen. */
export interface PeopleImportClient {
  readonly group: 'students' | 'members';
  /** The id of the program or institution. */
  readonly id: string;
  /** The cache of the data that changes with the group. */
  readonly cache: 'programs' | 'institutions';
  add(
    users: readonly LooseRow[],
    options: { readonly importId?: string; readonly isDryRun?: boolean },
  ): Promise<ImportResult>;
  /** Validates the file on the server without adding anybody. The query contains its columns and the import. */
  tryFile(file: File, query: Readonly<Record<string, string>>): Promise<ImportResult>;
  listImports(signal: AbortSignal): Promise<{ data: readonly PeopleImport[] }>;
  undo(importId: string): Promise<z.output<typeof UndoResult>>;
}

/** The query parameters: only selected columns. */
export const columnQuery = (columns: ColumnChoices | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns ?? {}).flatMap(([field, column]) =>
      column === null ? [] : [[`${field as FileColumn}_column`, String(column)]],
    ),
  );

export const importsOptions = (client: PeopleImportClient) => ({
  queryKey: keyOf(client.cache, 'imports', client.id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.listImports(signal)).data,
});
