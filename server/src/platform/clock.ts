/**
 * The time, passed in wherever the product's rules depend on it (access periods, deadlines, reminders), so that
 * a year can go by in a test or in the demo without waiting. Leases, timeouts and logs keep the machine's time.
 */
export interface Clock {
  now(): Date;
}

export const realClock: Clock = { now: () => new Date() };

/** Runs on like the real clock from wherever it was last set: for the demo, where people travel in time. */
export interface SettableClock extends Clock {
  set(time: Date): void;
  advance(milliseconds: number): void;
  /** Back to the real time. */
  reset(): void;
}

export function createSettableClock(): SettableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    set: (time) => {
      offset = time.getTime() - Date.now();
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    reset: () => {
      offset = 0;
    },
  };
}

/** Stands still until it is told otherwise: for tests that compare exact times. */
export function createFixedClock(start: Date | string): SettableClock {
  const initial = new Date(start).getTime();
  let time = initial;
  return {
    now: () => new Date(time),
    set: (value) => {
      time = value.getTime();
    },
    advance: (milliseconds) => {
      time += milliseconds;
    },
    reset: () => {
      time = initial;
    },
  };
}
