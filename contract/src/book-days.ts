/** Of the dates that a book states: others are slips of the pen, such as the year 26 or 20206. */
export const EARLIEST_BOOK_YEAR = 1900;
export const LATEST_BOOK_YEAR = 2100;

/** What is no date is for another check. */
export function isPlausibleDay(day: string): boolean {
  const year = Number(/^\d+(?=-)/.exec(day)?.[0] ?? Number.NaN);
  return !(year < EARLIEST_BOOK_YEAR || year > LATEST_BOOK_YEAR);
}
