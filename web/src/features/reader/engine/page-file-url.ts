import { pageInSet } from '@vesalius/contract/page-runs';
import type { BookPages } from '@vesalius/contract/reader';

/** For a page that the reader may not open, the server answers with an error. */
export function pageFileUrl(
  { book, revision, files }: Pick<BookPages, 'book' | 'revision' | 'files'>,
  page: number,
  file: string,
): string {
  const place = pageInSet(files.runs, page) ?? { set: `${book.id}/${revision}`, page };
  return `/page-files/${place.set}/${place.page}/${file}?grant=${files.grants[place.set] ?? ''}`;
}
