import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRetries } from '../../../lib/use-retries.ts';
import { SliceStack, type StackState } from './slice-stack.ts';
import { type LoadSlice, sliceWorkers } from './slice-workers.ts';

export interface ViewerSeries {
  readonly key: string;
  readonly title: string;
  readonly modality: string | null;
  readonly url: readonly string[];
}

/**
 * The stacks of all series. A stack starts loading when it is first shown; new addresses of the same files go to the
 * same stacks.
 */
export function useStacks(series: readonly ViewerSeries[], load: LoadSlice = sliceWorkers): SliceStack[] {
  const identity = series.map(({ key, url }) => `${key}:${url.length}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: addresses change with their grants, the files do not
  const stacks = useMemo(() => series.map(({ url }) => new SliceStack(url, load)), [identity, load]);
  useEffect(() => () => stacks.forEach((stack) => void stack.close()), [stacks]);
  useEffect(() => {
    stacks.forEach((stack, at) => {
      const urls = series[at]?.url;
      if (urls && stack.getState().failed.some(({ code }) => code === 'expired')) stack.retry(urls);
    });
  }, [stacks, series]);
  return stacks;
}

/** The state of a stack. Retries network failures while the stack is shown. */
export function useStackState(stack: SliceStack): StackState {
  const state = useSyncExternalStore(stack.subscribe, stack.getState, stack.getState);
  const isMissing = state.failed.some(({ code }) => code === 'network');
  useRetries(isMissing, () => stack.retryFetches());
  return state;
}
