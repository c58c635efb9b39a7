import { nextAttempt } from '../../../lib/next-attempt.ts';
import { keptEdits } from './kept-edits.ts';
import { workCalls } from './work-calls.ts';
import { createWorkStore, type WorkStore } from './work-store.ts';

/** The delay in which quick changes are combined into one call (milliseconds). */
const SEND_AFTER_MS = 400;

export interface OpenWork {
  readonly store: WorkStore;
  /** Sends waiting changes if there is a connection, and leaves the rest to the next tab. */
  close(): void;
}

/**
 * Opens the store of a work in this tab, with unsent changes of earlier tabs. Throws `CallError` if the work cannot
 * be read.
 */
export async function openWork(workId: string): Promise<OpenWork> {
  const calls = workCalls(workId);
  const work = await calls.read();
  const { kept, keep, leave } = await keptEdits(workId);
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = createWorkStore({
    calls,
    work,
    kept,
    keep,
    now: () => new Date(),
    soon: (send) => {
      clearTimeout(timer);
      timer = setTimeout(send, SEND_AFTER_MS);
    },
    pause: (failures, retryAfter) => nextAttempt(failures, closing.signal, retryAfter),
  });
  void store.send();
  return {
    store,
    close() {
      clearTimeout(timer);
      closing.abort();
      void store.send().finally(leave);
      store.close();
    },
  };
}
