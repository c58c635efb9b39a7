/*
 * Where the pages of a book are stored. They come from one or several page sets, each the prepared pages of one PDF: a corrected
 * PDF stores the pages that changed and shares the others.
 */

/** Pages `first` to `last` of the book are the pages from `from` on of a set. */
export interface PageRun {
  readonly first: number;
  readonly last: number;
  /** The set's name in addresses and in the storage: `{id}/{number}`. */
  readonly set: string;
  readonly from: number;
}

export interface PageInSet {
  readonly set: string;
  readonly page: number;
}

/** Null after the end of the book. */
export function pageInSet(runs: readonly PageRun[], page: number): PageInSet | null {
  const run = runs.find(({ first, last }) => first <= page && page <= last);
  return run ? { set: run.set, page: run.from + page - run.first } : null;
}

/** For a book whose pages are all stored below its own id and revision. */
export const oneRun = (bookId: string, revision: number, pages: number): PageRun[] => [
  { first: 1, last: pages, set: `${bookId}/${revision}`, from: 1 },
];

/** For each set with pages up to `lastPage`, the last of its own pages among them. */
export function lastPagesOfSets(runs: readonly PageRun[], lastPage: number): Map<string, number> {
  const lastPages = new Map<string, number>();
  for (const { first, last, set, from } of runs) {
    if (first > lastPage) continue;
    const lastOwnPage = from + Math.min(last, lastPage) - first;
    lastPages.set(set, Math.max(lastOwnPage, lastPages.get(set) ?? 0));
  }
  return lastPages;
}

/** The path of a page's file without its grant; null after the end of the book. */
export function pageFilePath(runs: readonly PageRun[], page: number, file: string): string | null {
  const target = pageInSet(runs, page);
  return target && `/page-files/${target.set}/${target.page}/${file}`;
}
