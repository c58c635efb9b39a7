/** The release date in UTC; null if it is today or past. */
export function dayToCome(releaseDate: string | undefined, now: Date): Date | null {
  if (releaseDate === undefined) return null;
  const day = new Date(`${releaseDate}T00:00:00Z`);
  return day > now ? day : null;
}
