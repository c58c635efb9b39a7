import { describe, expect, it } from 'vitest';
import { licenceState, seen, serverNow } from './licence-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ISSUED = Date.parse('2026-11-20T12:00:00Z');
const licence = (more: object = {}) => ({
  validUntil: ISSUED + 30 * DAY,
  clockAhead: 0,
  lastSeen: ISSUED,
  ...more,
});

describe('a license on a device without a network', () => {
  it.each([
    ['at once', licence(), ISSUED, 'open'],
    ['on its last day', licence(), ISSUED + 30 * DAY - 1, 'open'],
    ['after its end', licence(), ISSUED + 30 * DAY + 1, 'ended'],
    ['when the clock was set right by minutes', licence(), ISSUED - 5 * MINUTE, 'open'],
    ['with the clock a day back', licence(), ISSUED - DAY, 'clock'],
    [
      'back at an hour that was already read past',
      licence({ lastSeen: ISSUED + 9 * DAY }),
      ISSUED + 8 * DAY,
      'clock',
    ],
    [
      'back into its time after its end was seen',
      licence({ lastSeen: ISSUED + 31 * DAY }),
      ISSUED + DAY,
      'ended',
    ],
    ['on a device that is a day behind', licence({ clockAhead: DAY }), ISSUED - DAY, 'open'],
    ['at the end of one that is a day behind', licence({ clockAhead: DAY }), ISSUED + 29 * DAY + 1, 'ended'],
    ['on a device that is a day ahead', licence({ clockAhead: -DAY }), ISSUED + 31 * DAY - 1, 'open'],
  ] as const)('%s', (_when, given, deviceNow, expected) => {
    expect(licenceState(given, deviceNow)).toBe(expected);
  });

  it('remembers the latest time it saw, whatever the clock says later', () => {
    expect(seen(licence(), ISSUED + DAY)).toBe(ISSUED + DAY);
    expect(seen(licence({ lastSeen: ISSUED + DAY }), ISSUED)).toBe(ISSUED + DAY);
    expect(serverNow({ clockAhead: -DAY }, ISSUED)).toBe(ISSUED - DAY);
  });
});
