import { pageFilePath, pageInSet } from '@vesalius/contract/page-runs';
import type { PageFile } from '@vesalius/contract/reader-text';
import type { WorkPages } from '@vesalius/contract/work-files';

/** The address of a page image with its grant; null while there is none. */
export function pagePicture(
  { files }: Pick<WorkPages, 'files'>,
  page: number,
  file: PageFile,
): string | null {
  if (!files) return null;
  const path = pageFilePath(files.runs, page, file);
  const set = pageInSet(files.runs, page)?.set;
  const grant = set && files.grants[set];
  return path && grant ? `${path}?grant=${grant}` : null;
}
