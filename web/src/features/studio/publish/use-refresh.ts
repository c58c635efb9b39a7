import { useQueryClient } from '@tanstack/react-query';
import { keysUnder } from '../../../lib/query-keys.ts';
import type { WorkStore } from '../model/work-store.ts';

/** After something was published, called off or withdrawn: what the page shows of the book is read anew, at once. */
export function useRefresh(store: WorkStore): () => Promise<unknown> {
  const client = useQueryClient();
  // Whoever cannot be reached now is asked again in a moment.
  return () =>
    Promise.allSettled([store.pull(), client.invalidateQueries({ queryKey: keysUnder('studio') })]);
}
