import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportedRow } from '@vesalius/contract/people-import';
import { useEffect, useState } from 'react';
import { newId } from '../../lib/new-id.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';
import { importsOptions, type PeopleImportClient } from './import-client.ts';

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

/** An import that was interrupted. `importId`: absent where an earlier release stored it. */
interface Cut extends Pick<ImportProgress, 'done' | 'total'> {
  readonly importId?: string | undefined;
}

function cutOf(text: string | null): Cut | null {
  if (text === null) return null;
  try {
    const { done, total, importId } = JSON.parse(text) as Record<keyof Cut, unknown>;
    if (typeof done !== 'number' || typeof total !== 'number') return null;
    return { done, total, importId: typeof importId === 'string' ? importId : undefined };
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
  const { data: imports } = useQuery(importsOptions(client));
  const isUndone = (id: string | undefined) => Boolean(imports?.find((each) => each.id === id)?.undone_at);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keysUnder(client.cache) });

  // Survives the page: a returning user sees how far the import went.
  const entry = userKey('importing:', client.group, client.id);
  const [cut, setCut] = useState(() => cutOf(readUserEntry(entry)));
  const remember = (now: ImportProgress | null) =>
    writeUserEntry(
      entry,
      now && JSON.stringify({ done: now.done, total: now.total, importId: now.importId } satisfies Cut),
    );
  const isRunning = progress?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);

  async function run(rows: readonly ImportedRow[]): Promise<'finished' | 'stopped'> {
    const good = rows.filter(isGood);
    const before = progress?.state === 'stopped' && !isUndone(importId) ? progress : null;
    // The server accepts nothing more for an import that was undone.
    const id = isUndone(importId) ? newId() : importId;
    setImportId(id);
    let now: ImportProgress = {
      importId: id,
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
    /** The stopped import was undone meanwhile: nothing of it stands, and the next press imports all rows anew. */
    wasUndone: progress?.state === 'stopped' && isUndone(progress.importId),
    /** An earlier import of this user on this device that was interrupted, unless it was undone. */
    cut: cut && !isUndone(cut.importId) ? cut : null,
    run,
    undo,
    forget: () => {
      setProgress(null);
      setImportId(newId());
      remember(null);
    },
  };
}
