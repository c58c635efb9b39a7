import { useQueryClient } from '@tanstack/react-query';
import type { ImportedRow } from '@vesalius/contract/people-import';
import { useState } from 'react';
import { newId } from '../../lib/new-id.ts';
import type { PeopleImportClient } from './import-client.ts';

/** Small enough for a bar that moves, large enough that 20,000 rows are forty calls. */
const ROWS_AT_ONCE = 500;

export interface ImportProgress {
  readonly importId: string;
  readonly done: number;
  readonly added: number;
  readonly total: number;
  /** Those that the server did not take, by the reason it gave. */
  readonly rejected: readonly ImportedRow[];
  readonly state: 'running' | 'stopped' | 'finished' | 'undone';
}

export const isGood = ({ outcome }: ImportedRow): boolean => outcome === 'added';

/** Sends the good rows in parts that are one import. Stopped by a bad connection it goes on where it was. */
export function useImport(client: PeopleImportClient) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: client.key });

  async function run(rows: readonly ImportedRow[]): Promise<void> {
    const good = rows.filter(isGood);
    const before = progress?.state === 'stopped' ? progress : null;
    let now: ImportProgress = {
      importId: before?.importId ?? newId(),
      done: before?.done ?? 0,
      added: before?.added ?? 0,
      total: good.length,
      rejected: before?.rejected ?? rows.filter((row) => !isGood(row)),
      state: 'running',
    };
    setProgress(now);
    try {
      while (now.done < good.length) {
        const part = good.slice(now.done, now.done + ROWS_AT_ONCE);
        const users = part.map(({ email, first_name, second_name }) => ({ email, first_name, second_name }));
        const answer = await client.add(users, { importId: now.importId });
        const left = answer.rows.flatMap((row, index) =>
          isGood(row) ? [] : [{ ...row, row: part[index]?.row ?? row.row }],
        );
        now = {
          ...now,
          done: now.done + part.length,
          added: now.added + part.length - left.length,
          rejected: [...now.rejected, ...left],
        };
        setProgress(now);
      }
      setProgress({ ...now, state: 'finished' });
    } catch {
      setProgress({ ...now, state: 'stopped' });
    }
    await refresh();
  }

  async function undo(): Promise<{ removed: number; kept: number }> {
    if (!progress) return { removed: 0, kept: 0 };
    const result = await client.undo(progress.importId);
    setProgress({ ...progress, state: 'undone' });
    await refresh();
    return result;
  }
  return { progress, run, undo, forget: () => setProgress(null) };
}
