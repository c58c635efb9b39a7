import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';

/** In the reader's time zone. */
const LETTER_HOUR = 7;
/** After a longer outage, the week has no letter: a Monday's letter on Tuesday is of no use. */
const MAX_DELAY_MS = 12 * HOUR_MS;

export interface MondayMorning {
  readonly at: Date;
  /** YYYY-MM-DD */
  readonly monday: string;
}

/**
 * When it was last seven o'clock on a Monday in the time zone, of the times from `from` to before `until`. Null: it was not, or
 * too long ago.
 */
export function mondayMorningIn(
  timeZone: string,
  { from, until, now }: { from: Date; until: Date; now: Date },
): MondayMorning | null {
  const local = localTime(timeZone, until);
  const daysSinceMonday = (local.getUTCDay() + 6) % 7;
  const midnight = Math.floor(local.getTime() / DAY_MS) * DAY_MS - daysSinceMonday * DAY_MS;
  const thisWeek = morningOf(timeZone, midnight);
  const morning = thisWeek.at < until ? thisWeek : morningOf(timeZone, midnight - 7 * DAY_MS);
  const isDue = morning.at >= from && now.getTime() - morning.at.getTime() <= MAX_DELAY_MS;
  return isDue ? morning : null;
}

function morningOf(timeZone: string, midnight: number): MondayMorning {
  const wanted = midnight + LETTER_HOUR * HOUR_MS;
  // What the clocks there show is first taken for UTC, and corrected by how far they are from it at that time. Again, because
  // they may be changed in between.
  let at = wanted;
  for (let round = 0; round < 2; round += 1) at = wanted - (localTime(timeZone, new Date(at)).getTime() - at);
  return { at: new Date(at), monday: new Date(midnight).toISOString().slice(0, 10) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks there show, as if it were UTC. */
function localTime(timeZone: string, time: Date): Date {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    formats.set(timeZone, format);
  }
  const parts = format.formatToParts(time);
  const partOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(
    Date.UTC(
      ...([partOf('year'), partOf('month') - 1, partOf('day')] as const),
      ...([partOf('hour'), partOf('minute'), partOf('second')] as const),
    ),
  );
}
