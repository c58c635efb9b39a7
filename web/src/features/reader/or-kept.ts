import { CallError } from '../../lib/api-client.ts';
import { setReached } from './connection.ts';
import { isKept } from './kept-hint.ts';
import type { KeptAnswers } from './offline/kept-answers.ts';

/** A network that does not respond within this time counts as none (milliseconds). */
const PATIENCE_MS = 8000;

/** The server's response; for an offline book the stored one, if the server cannot be reached. */
export async function orKept<Answer>(
  bookId: string,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
  use: {
    readonly offline: (kept: KeptAnswers) => Promise<Answer>;
    /** What the device adds to the server's response. */
    readonly online?: (kept: KeptAnswers, answer: Answer) => Promise<Answer>;
  },
): Promise<Answer> {
  if (!isKept(bookId)) return ask(signal);
  const kept = import('./offline/kept-answers.ts').then((module) => module.keptAnswers);
  try {
    if (navigator.onLine === false) throw new CallError(0, { code: 'network' });
    const answer = await ask(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
    setReached(true);
    if (!use.online) return answer;
    const { online } = use;
    // A failing device database must not prevent reading.
    return await kept.then((own) => online(own, answer)).catch(() => answer);
  } catch (error) {
    if (signal.aborted || !isUnreached(error)) throw error;
    setReached(false);
    return use.offline(await kept);
  }
}

/** No response, or an error page of a gateway. */
const isUnreached = (error: unknown): boolean =>
  error instanceof CallError && [0, 502, 503, 504].includes(error.status);
