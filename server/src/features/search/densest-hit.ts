import { tokensOf } from '@vesalius/contract/reader-search';
import { stemOf } from '@vesalius/contract/search-stems';

/** Hits within this distance are shown in one excerpt (characters). */
const READ_TOGETHER = 160;

/** The hit of a page that is soon followed by the most different words of the search. */
export function densestHit<Found extends { readonly match: string; readonly start: number }>(
  hits: readonly Found[],
): Found | null {
  let densest: Found | null = null;
  let mostWords = 0;
  for (const [index, hit] of hits.entries()) {
    const words = new Set<string>();
    for (
      let next = index;
      (hits[next]?.start ?? Number.POSITIVE_INFINITY) < hit.start + READ_TOGETHER;
      next += 1
    )
      for (const { word } of tokensOf(hits[next]?.match ?? '')) words.add(stemOf(word));
    if (words.size <= mostWords) continue;
    mostWords = words.size;
    densest = hit;
  }
  return densest;
}
