/**
 * Covers are stored in several widths, with a hash of the image in their names: `public/covers/<hash>-640.webp`. A book names the
 * widest one; the others are derived from its name, so that a page can let the browser choose.
 */
export const COVER_WIDTHS = [160, 240, 360, 480, 640] as const;

export const coverKey = (hash: string, width: number): string => `public/covers/${hash}-${width}.webp`;

const KEPT = /^(.*\/covers\/[0-9a-f]+)-\d+\.webp$/;

/** The `srcset` of a cover's URL; undefined for an image that is not stored in several widths. */
export function coverSrcSet(address: string): string | undefined {
  const match = KEPT.exec(address);
  if (!match) return undefined;
  return COVER_WIDTHS.map((width) => `${match[1]}-${width}.webp ${width}w`).join(', ');
}

/** The smallest image of a cover, for lists of results. */
export const narrowestCover = (address: string): string =>
  address.replace(KEPT, `$1-${COVER_WIDTHS[0]}.webp`);
