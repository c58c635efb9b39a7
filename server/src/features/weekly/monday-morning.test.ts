import { describe, expect, it } from 'vitest';
import { mondayMorningIn } from './monday-morning.ts';

/** As the job of the hour before `until` asks. */
const inHourBefore = (timeZone: string, until: string) => {
  const end = new Date(until);
  const from = new Date(end.getTime() - 3_600_000);
  return mondayMorningIn(timeZone, { from, until: end, now: from });
};

describe('Monday, seven o’clock', () => {
  it.each([
    ['UTC', '2026-03-02T07:00:00.000Z', '2026-03-02'],
    ['Pacific/Auckland', '2026-03-01T18:00:00.000Z', '2026-03-02'],
    ['Pacific/Auckland', '2026-07-05T19:00:00.000Z', '2026-07-06'],
    ['America/Los_Angeles', '2026-03-02T15:00:00.000Z', '2026-03-02'],
    // The day after the clocks were changed.
    ['America/Los_Angeles', '2026-03-09T14:00:00.000Z', '2026-03-09'],
    ['Europe/Berlin', '2026-10-26T06:00:00.000Z', '2026-10-26'],
    ['Asia/Kathmandu', '2026-03-02T01:15:00.000Z', '2026-03-02'],
    ['Pacific/Kiritimati', '2026-03-01T17:00:00.000Z', '2026-03-02'],
    // They were changed at the end of the Sunday.
    ['Africa/Cairo', '2025-04-28T04:00:00.000Z', '2025-04-28'],
  ])('in %s is %s', (timeZone, at, monday) => {
    const nextHour = new Date(Math.floor(Date.parse(at) / 3_600_000 + 1) * 3_600_000).toISOString();
    expect(inHourBefore(timeZone, nextHour)).toEqual({ at: new Date(at), monday });
    const hoursBefore = new Date(Date.parse(nextHour) - 3_600_000).toISOString();
    expect(inHourBefore(timeZone, hoursBefore)).toBeNull();
    const hoursAfter = new Date(Date.parse(nextHour) + 3_600_000).toISOString();
    expect(inHourBefore(timeZone, hoursAfter)).toBeNull();
  });

  it('is made up for after an outage on the same day, and no later', () => {
    const ask = (now: string) =>
      mondayMorningIn('UTC', {
        from: new Date('2026-03-01T20:00:00Z'),
        until: new Date(Date.parse(now) + 3_600_000),
        now: new Date(now),
      });
    expect(ask('2026-03-02T18:00:00Z')).toEqual({
      at: new Date('2026-03-02T07:00:00Z'),
      monday: '2026-03-02',
    });
    expect(ask('2026-03-03T07:00:00Z')).toBeNull();
  });
});
