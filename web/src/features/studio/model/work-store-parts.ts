import type { Kept } from './waiting.ts';
import type { WorkCalls } from './work-calls.ts';

export interface WorkStoreParts {
  readonly calls: WorkCalls;
  readonly work: Awaited<ReturnType<WorkCalls['read']>>;
  /** The unsent changes of an earlier tab. */
  readonly kept: Kept;
  readonly keep: (kept: Kept | null) => void;
  readonly now: () => Date;
  /** Combines quick changes into one call. */
  readonly soon: (send: () => void) => void;
  /** The pause before the next attempt after failures. */
  readonly pause: (failures: number, retryAfter: number | null) => Promise<void>;
}

/** What a failed call says of later ones, by its code. */
export const TROUBLE_OF_CODE = new Map([
  ['network', 'unreached'],
  ['being_published', 'publishing'],
] as const) as ReadonlyMap<string, 'unreached' | 'publishing'>;
