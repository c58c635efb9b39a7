import { MAX_SHOWN_PAGES } from '@vesalius/contract/constants';

/** A queued position. Entries of an earlier release have no `shown`: then the page itself counts. */
interface Place {
  readonly page: number;
  readonly shown?: readonly number[];
}
export const shownOf = ({ page, shown }: Place): readonly number[] => shown ?? [page];

/** Merges the pages of two positions into one call; null if they are too many. */
export function joinShown(earlier: Place, later: Place): readonly number[] | null {
  const pages = [...new Set([...shownOf(earlier), ...shownOf(later)])];
  return pages.length > MAX_SHOWN_PAGES ? null : pages;
}
