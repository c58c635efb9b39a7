import { MAX_SHOWN_PAGES } from '@vesalius/contract/constants';

/** What waits to be sent: from an earlier release of the app without `shown`, where the page itself counts. */
interface Place {
  readonly page: number;
  readonly shown?: readonly number[];
}
export const shownOf = ({ page, shown }: Place): readonly number[] => shown ?? [page];

/** The pages of two places that are sent as one; null when they are too many for one call. */
export function joinShown(earlier: Place, later: Place): readonly number[] | null {
  const pages = [...new Set([...shownOf(earlier), ...shownOf(later)])];
  return pages.length > MAX_SHOWN_PAGES ? null : pages;
}
