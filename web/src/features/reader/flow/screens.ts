/** What a screen shows whole: a line, a figure, a table. Pixels from the top of the text. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
  /** A heading stays on the screen of what follows it. */
  readonly keepsNext: boolean;
}

/** The part of the text that turned pages show at a time. */
export interface Screen {
  readonly top: number;
  readonly bottom: number;
}

/** Boxes of neighboring lines overlap by less than this (pixels). */
const OVERLAP = 3;
/** Smaller differences come from rounding (pixels). */
const ROUNDING = 1;

/** In order; those that overlap or belong together are one, unless that would be higher than a screen. */
export function joinBands(bands: readonly Band[], height: number): Band[] {
  const joined: Band[] = [];
  for (const band of bands.toSorted((a, b) => a.top - b.top)) {
    const last = joined.at(-1);
    const bottom = Math.max(last?.bottom ?? 0, band.bottom);
    const belongs =
      last && (band.top < last.bottom - OVERLAP || (last.keepsNext && bottom - last.top <= height));
    if (belongs) joined[joined.length - 1] = { top: last.top, bottom, keepsNext: band.keepsNext };
    else joined.push(band);
  }
  return joined;
}

/** The screen that begins with the band at this height; null after the last one. */
export function screenFrom(bands: readonly Band[], from: number, height: number): Screen | null {
  const first = bands.findIndex((band) => band.bottom > from + ROUNDING);
  const band = bands[first];
  if (!band) return null;
  // What is higher than a screen is shown in parts.
  const top = band.bottom - band.top > height ? Math.max(band.top, from) : band.top;
  let { bottom } = band;
  for (const next of bands.slice(first + 1)) {
    if (next.bottom - top > height) break;
    bottom = Math.max(bottom, next.bottom);
  }
  return { top, bottom: Math.min(bottom, top + height) };
}

/** The screen that ends above this height; null before the first one. */
export function screenBefore(bands: readonly Band[], before: number, height: number): Screen | null {
  const above = bands.filter((band) => band.top < before - ROUNDING);
  const last = above.at(-1);
  if (!last) return null;
  const bottom = Math.min(last.bottom, before);
  const first = above.find((band) => bottom - band.top <= height);
  return screenFrom(bands, first ? first.top : bottom - height, height);
}

/** The screen that shows this height, if screens are counted from a beginning. */
export function screenWith(
  bands: readonly Band[],
  from: number,
  shown: number,
  height: number,
): Screen | null {
  let screen = screenFrom(bands, from, height);
  while (screen && screen.bottom <= shown) {
    const next = screenFrom(bands, screen.bottom, height);
    if (!next) break;
    screen = next;
  }
  return screen;
}

/** After something else has scrolled, such as a focus: by up to a screen, the page is turned. */
export function screenAfterScroll(
  bands: readonly Band[],
  before: number,
  after: number,
  height: number,
): Screen | null {
  const now = screenFrom(bands, before, height);
  const next = now && screenFrom(bands, now.bottom, height);
  if (next && after > before && after <= next.top + ROUNDING) return next;
  const previous = screenBefore(bands, before, height);
  if (previous && after < before && after >= previous.top - ROUNDING) return previous;
  return screenFrom(bands, after, height) ?? now;
}
