import { useQuery } from '@tanstack/react-query';
import { printedLabel } from '@vesalius/contract/page-labels';
import { useTranslation } from 'react-i18next';
import { pagesOptions, workOptions } from '../api.ts';
import { labelRangesOf } from '../desk/label-ranges.ts';

export interface PageName {
  /** As printed on the page. */
  readonly label: string;
  /** The number in the file, said only where it is another one. */
  readonly inFile: string | undefined;
}

/** How readers know the pages of a working copy. Until they are loaded, pages have the numbers of the file. */
export function usePageNames(workId: string): (page: number) => PageName {
  const { t } = useTranslation('publishing');
  const { data: work } = useQuery(workOptions(workId));
  const pdf = typeof work?.manifest.pdf === 'string' ? work.manifest.pdf : null;
  const { data: pages } = useQuery({ ...pagesOptions(workId, pdf), enabled: pdf !== null });
  const ranges = work ? labelRangesOf(work.manifest) : [];
  return (page) => {
    const label = printedLabel(page, ranges, pages?.labels ?? []);
    return { label, inFile: label === String(page) ? undefined : t('comments.pageInFile', { page }) };
  };
}
