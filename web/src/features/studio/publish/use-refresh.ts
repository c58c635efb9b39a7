import { useQueryClient } from '@tanstack/react-query';
import { keysUnder } from '../../../lib/query-keys.ts';
import type { WorkStore } from '../model/work-store.ts';

/** Refetches the book's data on the page at once after a publication, cancellation or withdrawal. */
export function useRefresh(store: WorkStore): () => Promise<unknown> {
  const client = useQueryClient();
  // After a failure the regular polling retries.
  return () =>
    Promise.allSettled([store.pull(), client.invalidateQueries({ queryKey: keysUnder('studio') })]);
}
