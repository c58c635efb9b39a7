/** The IANA name of the browser's time zone. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The offset at that time, as in "GMT+2": it changes with daylight saving time. */
export function offsetName(time: Date, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The value for a `datetime-local` field, in the browser's time zone. */
export function toInput(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
