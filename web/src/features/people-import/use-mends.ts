import type { ImportedRow, PeopleFile } from '@vesalius/contract/people-import';
import { FILE_COLUMNS } from '@vesalius/contract/people-import-limits';
import { useEffect, useRef, useState } from 'react';
import type { ColumnChoices, PeopleImportClient } from './import-client.ts';
import { keepMends, mendsOf, namesOf, readMends } from './kept-mends.ts';

export type Mends = ReturnType<typeof useMends>;

/**
 * Corrections to the rows of a file. They outlast the page and the session and are never discarded without a
 * confirmation. Columns are mapped once for files with the same headings.
 */
export function useMends(client: PeopleImportClient) {
  const [count, setCount] = useState(0);
  const mapped = useRef(readMends(client));
  const isAny = count > 0;
  useEffect(() => {
    if (!isAny) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAny]);
  return {
    /** The number of corrected rows on the page. */
    count,
    /** Corrections of an earlier visit. */
    before: () => readMends(client)?.mends ?? [],
    remember(given: readonly ImportedRow[], rows: readonly ImportedRow[]): void {
      const mends = mendsOf(given, rows);
      setCount(mends.length);
      if (mapped.current) keepMends(client, { ...mapped.current, mends });
    },
    forget(): void {
      setCount(0);
      keepMends(client, null);
    },
    /** The stored mapping for this file's columns; null if it equals the guess. */
    columnsOf(file: PeopleFile): ColumnChoices | null {
      const { names, columns } = mapped.current ?? {};
      const isKnown = JSON.stringify(names) === JSON.stringify(namesOf(file));
      return columns && isKnown && FILE_COLUMNS.some((field) => columns[field] !== file.mapping[field])
        ? columns
        : null;
    },
    mapColumns(file: PeopleFile): void {
      mapped.current = { names: namesOf(file), columns: file.mapping, mends: [] };
    },
  };
}
