import type {
  ImportResult,
  LooseRow,
  PeopleFile,
  PeopleImport,
  UndoResult,
} from '@vesalius/contract/people-import';
import type { FileColumn } from '@vesalius/contract/people-import-limits';
import type { z } from 'zod';

/** Which column holds what, counted from 1. */
export type ColumnChoices = PeopleFile['mapping'];

/** Students of a program, or members of an institution: the calls behind the one screen. */
export interface PeopleImportClient {
  readonly group: 'students' | 'members';
  /** Of the program or institution. */
  readonly id: string;
  /** Where that is cached which changes with the group. */
  readonly cache: 'programs' | 'institutions';
  add(
    users: readonly LooseRow[],
    options: { readonly importId?: string; readonly isDryRun?: boolean },
  ): Promise<ImportResult>;
  /** The file as the server reads it; nobody is added. The query names its columns and the import. */
  tryFile(file: File, query: Readonly<Record<string, string>>): Promise<ImportResult>;
  listImports(signal: AbortSignal): Promise<{ data: readonly PeopleImport[] }>;
  undo(importId: string): Promise<z.output<typeof UndoResult>>;
}

/** As the calls take them: only what is chosen. */
export const columnQuery = (columns: ColumnChoices | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns ?? {}).flatMap(([field, column]) =>
      column === null ? [] : [[`${field as FileColumn}_column`, String(column)]],
    ),
  );
