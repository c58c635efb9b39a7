/** The day on which a release comes out, in UTC; null when that day has come. */
export function dayToCome(releaseDate: string | undefined, now: Date): Date | null {
  if (releaseDate === undefined) return null;
  const day = new Date(`${releaseDate}T00:00:00Z`);
  return day > now ? day : null;
}
