import {
  mergeRanges,
  PLAYED_REPORT_SECONDS,
  type PlayedRange,
  playedSeconds,
} from '@vesalius/contract/lectures-played';

/** A longer step between two time updates is a seek, not playing (seconds at normal speed). */
const LONGEST_STEP = 2;

export interface PlayedRecorder {
  /** Call with the player's position while it plays. */
  playing(position: number, speed: number): void;
  /** The player paused, seeked or waits: the next position starts a new range. */
  interrupted(): void;
  /** Returns and removes the ranges that were not sent yet. */
  take(): PlayedRange[];
  /** Returns ranges that could not be sent; they go into the next report. */
  giveBack(ranges: readonly PlayedRange[]): void;
  isDue(): boolean;
  /** Seconds of the video that were played since the start, each counted once. */
  total(): number;
}

/** Records which seconds of a video are really played. */
export function createPlayedRecorder(): PlayedRecorder {
  let ranges: PlayedRange[] = [];
  let all: PlayedRange[] = [];
  let current: [from: number, to: number] | null = null;

  const close = () => {
    if (current && current[1] > current[0]) {
      ranges = mergeRanges([...ranges, current]);
      all = mergeRanges([...all, current]);
    }
    current = null;
  };
  const seconds = () =>
    ranges.reduce((sum, [from, to]) => sum + to - from, 0) + (current ? current[1] - current[0] : 0);

  return {
    playing(position, speed) {
      const step = current ? position - current[1] : 0;
      if (!current || step < 0 || step > LONGEST_STEP * speed) {
        close();
        current = [position, position];
      } else current[1] = position;
    },
    interrupted: close,
    take() {
      const from = current?.[1];
      close();
      const taken = ranges;
      ranges = [];
      if (from !== undefined) current = [from, from];
      return taken;
    },
    giveBack(untold) {
      ranges = mergeRanges([...untold, ...ranges]);
    },
    isDue: () => seconds() >= PLAYED_REPORT_SECONDS,
    total: () => playedSeconds(mergeRanges(current ? [...all, current] : all)),
  };
}
