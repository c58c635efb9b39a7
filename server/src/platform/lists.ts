import type { ListMetadata } from '@vesalius/contract/atoms';

/** The rows that one page of a list holds. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}
export const sliceOf = (page: number, items: number): Slice => ({ limit: items, offset: (page - 1) * items });

/** `count` is the total number of rows. An empty list has no pages. */
export const metadataOf = (count: number, page: number, items: number): ListMetadata => ({
  count,
  currentPage: page,
  pages: Math.ceil(count / items),
});

/** A page of rows, each of which carries the total number of rows. */
export const pageOf = <Row extends { count: number }, Item>(
  rows: readonly Row[],
  page: number,
  items: number,
  present: (row: Row) => Item,
): { data: Item[]; metadata: ListMetadata } => ({
  data: rows.map(present),
  metadata: metadataOf(rows[0]?.count ?? 0, page, items),
});
