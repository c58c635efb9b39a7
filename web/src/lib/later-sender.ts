import type { CallError } from './api-client.ts';
import { nextAttempt } from './next-attempt.ts';

/** An answer that the same content gets every time (500, a fault of ours) is retried only this often. */
const MAX_CRASHES = 5;

/** Schedules retries of unsent data, one at a time, until the server has answered. */
export function laterSender(send: () => Promise<unknown>) {
  let failures = 0;
  let isPlanned = false;
  return {
    isPlanned: (): boolean => isPlanned,
    answered(): void {
      failures = 0;
    },
    /** No network, or a busy or failing server. If another user is signed in, the tab will be left. */
    async failed({
      status,
      code,
      retryAfter,
    }: Pick<CallError, 'status' | 'code' | 'retryAfter'>): Promise<void> {
      if (isPlanned || code === 'wrong_person') return;
      failures += 1;
      if (status === 500 && failures > MAX_CRASHES) return;
      isPlanned = true;
      await nextAttempt(failures, undefined, retryAfter);
      isPlanned = false;
      await send();
    },
  };
}
