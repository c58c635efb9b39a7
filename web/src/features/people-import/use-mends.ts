import type { ImportedRow, PeopleFile } from '@vesalius/contract/people-import';
import { FILE_COLUMNS } from '@vesalius/contract/people-import-limits';
import { useEffect, useRef, useState } from 'react';
import type { ColumnChoices, PeopleImportClient } from './import-client.ts';
import { keepMends, mendsOf, namesOf, readMends } from './kept-mends.ts';

export type Mends = ReturnType<typeof useMends>;

/**
 * Corrections to the rows of a file. They outlast the page and the session, and nothing on the page drops them without a
 * question. Which column holds what is asked once for files with the same columns.
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
    /** Rows that are corrected on the page. */
    count,
    /** Those of an earlier visit. */
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
    /** What this file's columns were said to hold before; null where they are guessed so already. */
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
