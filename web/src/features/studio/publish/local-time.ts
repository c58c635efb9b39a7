/** The time zone of the browser, as it is called everywhere. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "GMT+2", at that time: summer differs from winter. */
export function offsetName(time: Date, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** As a field for a day and a time takes it, in the browser's own zone. */
export function toInput(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
