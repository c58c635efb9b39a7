import { useQueryClient } from '@tanstack/react-query';
import type { ImportedRow } from '@vesalius/contract/people-import';
import { useEffect, useState } from 'react';
import { newId } from '../../lib/new-id.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';
import type { PeopleImportClient } from './import-client.ts';

/** Small enough for a moving progress bar, large enough that 20,000 rows need forty calls. */
export const ROWS_AT_ONCE = 500;

export interface ImportProgress {
  readonly importId: string;
  readonly done: number;
  readonly added: number;
  readonly total: number;
  /** Whom it has added. */
  readonly people: readonly { readonly name: string; readonly email: string }[];
  /** Rejected rows, with the server's reasons. */
  readonly rejected: readonly ImportedRow[];
  readonly state: 'running' | 'stopped' | 'finished' | 'undone';
}

export const isGood = ({ outcome }: ImportedRow): boolean => outcome === 'added';

function cutOf(text: string | null): { done: number; total: number } | null {
  if (text === null) return null;
  try {
    const { done, total } = JSON.parse(text) as { done: unknown; total: unknown };
    return typeof done === 'number' && typeof total === 'number' ? { done, total } : null;
  } catch {
    return null;
  }
}

/** Sends the valid rows in parts of one import. After a network failure it continues where it stopped. */
export function useImport(client: PeopleImportClient) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  // Fixed from the first validation on: a member who is in the file keeps the seat in each of its parts.
  const [importId, setImportId] = useState(newId);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keysUnder(client.cache) });

  // Survives the page: a returning user sees how far the import went.
  const entry = userKey('importing:', client.group, client.id);
  const [cut, setCut] = useState(() => cutOf(readUserEntry(entry)));
  const remember = (now: Pick<ImportProgress, 'done' | 'total'> | null) =>
    writeUserEntry(entry, now && JSON.stringify({ done: now.done, total: now.total }));
  const isRunning = progress?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);

  async function run(rows: readonly ImportedRow[]): Promise<'finished' | 'stopped'> {
    const good = rows.filter(isGood);
    const before = progress?.state === 'stopped' ? progress : null;
    let now: ImportProgress = {
      importId,
      done: before?.done ?? 0,
      added: before?.added ?? 0,
      total: good.length,
      people: before?.people ?? [],
      rejected: before?.rejected ?? rows.filter((row) => !isGood(row)),
      state: 'running',
    };
    setProgress(now);
    setCut(null);
    remember(now);
    let state: 'finished' | 'stopped' = 'finished';
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
          people: [
            ...now.people,
            ...answer.rows.filter(isGood).map(({ email, first_name, second_name }) => ({
              name: `${first_name} ${second_name}`.trim(),
              email,
            })),
          ],
          rejected: [...now.rejected, ...left],
        };
        setProgress(now);
        remember(now);
      }
      remember(null);
    } catch {
      state = 'stopped';
    }
    setProgress({ ...now, state });
    await refresh();
    return state;
  }

  async function undo(): Promise<{ removed: number; kept: number }> {
    if (!progress) return { removed: 0, kept: 0 };
    const result = await client.undo(progress.importId);
    setProgress({ ...progress, state: 'undone' });
    remember(null);
    await refresh();
    return result;
  }
  return {
    importId,
    progress,
    /** An earlier import of this user on this device that was interrupted. */
    cut,
    run,
    undo,
    forget: () => {
      setProgress(null);
      setImportId(newId());
      remember(null);
    },
  };
}
