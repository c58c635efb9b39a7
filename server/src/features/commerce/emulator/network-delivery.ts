import type { Deliver } from './paypal-webhooks.ts';

/** PayPal repeats a delivery without a 2xx answer up to 25 times in 3 days; here sooner, and less often. */
const AGAIN_AFTER_MS = [1_000, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 10_000;

/** Delivers events over a real network: without waiting for the answer, and repeated until they are accepted. */
export function deliverOverNetwork(url: string): { deliver: Deliver; stop(): void } {
  const timers = new Set<NodeJS.Timeout>();
  const send = async (headers: Record<string, string>, body: string, number: number): Promise<number> => {
    const status = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    const pause = AGAIN_AFTER_MS[number];
    if ((status < 200 || status > 299) && pause !== undefined) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void send(headers, body, number + 1);
      }, pause);
      timers.add(timer);
    }
    return status;
  };
  return {
    deliver: (headers, body) => send(headers, body, 0),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
