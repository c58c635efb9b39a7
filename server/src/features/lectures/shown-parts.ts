import { STUDY_WATCHED_RATIO } from '@vesalius/contract/constants';
import type { MaterialContent } from './material-content.ts';

/** The numbers of shown parts by series, from 0. */
export type ShownParts = Readonly<Record<string, readonly number[]>>;

/** The key for images, which have no series. */
const IMAGES = '';

/** The number of images or slices by series. */
export function countParts({ images, series }: MaterialContent): Map<string, number> {
  const counts = new Map<string, number>();
  if (images?.length) counts.set(IMAGES, images.length);
  for (const { key, files, frames } of series ?? []) counts.set(key, frames || files.length);
  return counts;
}

/** Joins both in order and drops parts that the material does not have. */
export function joinParts(
  before: ShownParts,
  reported: readonly { readonly series: string; readonly numbers: readonly number[] }[],
  counts: ReadonlyMap<string, number>,
): ShownParts {
  const joined = new Map<string, readonly number[]>();
  for (const [key, count] of counts) {
    const more = reported.filter(({ series }) => series === key).flatMap(({ numbers }) => numbers);
    const shown = new Set([...(before[key] ?? []), ...more].filter((number) => number < count));
    if (shown.size > 0)
      joined.set(
        key,
        [...shown].sort((a, b) => a - b),
      );
  }
  return Object.fromEntries(joined);
}

/** 0 to 1. */
export function shownRatio(shown: ShownParts, content: MaterialContent): number {
  const counts = countParts(content);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const seen = [...counts].reduce(
    (sum, [key, count]) => sum + (shown[key] ?? []).filter((number) => number < count).length,
    0,
  );
  return all === 0 ? 0 : seen / all;
}

/** All images have to be shown, but only half of the slices of a study. */
export const isShownEnough = (shown: ShownParts, content: MaterialContent): boolean =>
  shownRatio(shown, content) >= (content.images?.length ? 1 : STUDY_WATCHED_RATIO);
