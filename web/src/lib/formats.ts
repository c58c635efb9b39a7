/** Numbers, money and dates in the reader's language, with Western digits as on the printed pages. */
const localeOf = (language: string) => (language === 'ar' ? 'ar-u-nu-latn' : 'en-GB');

/** Dollars with the sign first; in Arabic isolating marks keep it there. */
export const formatMoney = (dollars: number, language: string): string => {
  const text = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
  })
    .format(dollars)
    // Joined: between a minus and a currency sign, a line may break.
    .replace('-', '\u2212\u2060');
  return language === 'ar' ? `\u2066${text}\u2069` : text;
};

/** British English writes "Sept", the one month of four letters. */
const threeLetters = (date: string): string => date.replace(/\bSept\b/, 'Sep');

/** D MMM YYYY, as the specification shows dates. Takes `2026-03-01` or a full timestamp. */
export const formatDate = (iso: string, language: string): string =>
  threeLetters(
    new Intl.DateTimeFormat(localeOf(language), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...(iso.length === 10 ? { timeZone: 'UTC' } : {}),
    }).format(new Date(iso)),
  );

/** m:ss */
/** `2026-03`, a month of UTC. */
export const formatMonth = (month: string, language: string): string =>
  threeLetters(
    new Intl.DateTimeFormat(localeOf(language), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${month}-01`),
    ),
  );

export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

export const formatNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language)).format(value);

/** Day and time of day, in the reader's own time zone. */
export const formatDateTime = (iso: string, language: string): string =>
  threeLetters(
    new Intl.DateTimeFormat(localeOf(language), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(iso)),
  );

/** Time of day, in the reader's own time zone. */
export const formatTime = (time: Date, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit' }).format(time);

/** The time of day; with its day if it is not today. */
export const formatMoment = (iso: string, language: string): string => {
  const time = new Date(iso);
  return time.toDateString() === new Date().toDateString()
    ? formatTime(time, language)
    : formatDateTime(iso, language);
};

/** "45 seconds", "3 minutes": the time to wait, rounded up. */
export const formatWait = (seconds: number, language: string): string => {
  const [unit, value] = seconds < 60 ? (['second', seconds] as const) : (['minute', seconds / 60] as const);
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(value),
  );
};

const PAUSE_UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;
/** "10 minutes", "1 hour", "7 days": a whole number of the largest unit in which it is one. */
export const formatPause = (minutes: number, language: string): string => {
  const [unit, size] = PAUSE_UNITS.find(([, size]) => minutes % size === 0) ?? PAUSE_UNITS[2];
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(
    minutes / size,
  );
};
