import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../ui/notify.ts';

/** Says that the address names a page after the last one, which opens instead. */
export function usePageBeyond(asked: number | null, numberOfPages: number): void {
  const { t } = useTranslation('reader');
  const beyond = asked !== null && asked > numberOfPages ? asked : null;
  useEffect(() => {
    if (beyond !== null) notify('info', t('page.beyond', { page: beyond, count: numberOfPages }));
  }, [beyond, numberOfPages, t]);
}
