/**
 * The current time, passed in wherever a product rule depends on it (access periods, deadlines, reminders), so that a
 * test or the demo can skip a year. Leases, timeouts and logs use the machine's time.
 */
export interface Clock {
  now(): Date;
}

export const realClock: Clock = { now: () => new Date() };

/** Advances like the real clock from the time that was last set: for the demo, whose users can change the time. */
export interface SettableClock extends Clock {
  set(time: Date): void;
  advance(milliseconds: number): void;
  /** Returns to the real time. */
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

/** Stands still until it is set: for tests that compare exact times. */
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
