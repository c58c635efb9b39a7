import { useQueryClient } from '@tanstack/react-query';
import type { AssignedRow } from '@vesalius/contract/programs';
import { useState } from 'react';
import { importsKey, overviewKey, programsApi, studentsKey } from './api.ts';

/** Small enough for a bar that moves, large enough that 20,000 rows are forty calls. */
const ROWS_AT_ONCE = 500;

export interface ImportProgress {
  readonly importId: string;
  readonly done: number;
  readonly added: number;
  readonly total: number;
  readonly state: 'running' | 'stopped' | 'finished' | 'undone';
}

/** `crypto.randomUUID` exists on secure origins only; a demo on the local network is none. */
function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const isGood = ({ outcome }: AssignedRow): boolean => outcome === 'new' || outcome === 'known';

/** Sends the good rows in parts that are one import. Stopped by a bad connection it goes on where it was. */
export function useImport(programId: string) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);

  async function run(rows: readonly AssignedRow[]): Promise<void> {
    const good = rows.filter(isGood);
    const before = progress?.state === 'stopped' ? progress : null;
    let now: ImportProgress = {
      importId: before?.importId ?? newImportId(),
      done: before?.done ?? 0,
      added: before?.added ?? 0,
      total: good.length,
      state: 'running',
    };
    setProgress(now);
    try {
      while (now.done < good.length) {
        const users = good
          .slice(now.done, now.done + ROWS_AT_ONCE)
          .map(({ email, first_name, second_name }) => ({
            email,
            first_name,
            second_name,
          }));
        const { counts } = await programsApi.assignUsers({
          params: { id: programId },
          query: { import_id: now.importId },
          body: { program: { users } },
        });
        now = { ...now, done: now.done + users.length, added: now.added + counts.new + counts.known };
        setProgress(now);
      }
      setProgress({ ...now, state: 'finished' });
    } catch {
      setProgress({ ...now, state: 'stopped' });
    }
    await refresh();
  }

  async function undo(): Promise<number> {
    if (!progress) return 0;
    const { removed } = await programsApi.undoImport({
      params: { id: programId, importId: progress.importId },
    });
    setProgress({ ...progress, state: 'undone' });
    await refresh();
    return removed;
  }

  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: studentsKey(programId) });
    await queryClient.invalidateQueries({ queryKey: overviewKey(programId) });
    await queryClient.invalidateQueries({ queryKey: importsKey(programId) });
  }
  return { progress, run, undo, forget: () => setProgress(null) };
}
