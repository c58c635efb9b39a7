import type { BookPages } from '@vesalius/contract/reader';

type Chapter = BookPages['chapters'][number];

/** Of two chapters that share a page, the later one. */
export const chapterAt = (chapters: readonly Chapter[], page: number): Chapter | undefined =>
  chapters.findLast((each) => each.first_page <= page && page <= each.last_page);
