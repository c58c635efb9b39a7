import type { CallError } from './api-client.ts';
import { nextAttempt } from './next-attempt.ts';

/** An answer that the same content gets each time (500, a fault of ours) is not asked for without end. */
const MAX_CRASHES = 5;

/** Of what waits to be sent: further attempts, one planned at a time, until the server has answered. */
export function laterSender(send: () => Promise<unknown>) {
  let failures = 0;
  let isPlanned = false;
  return {
    isPlanned: (): boolean => isPlanned,
    answered(): void {
      failures = 0;
    },
    /** No network, a busy or a failing server. Where another user is signed in the tab is on its way out. */
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
