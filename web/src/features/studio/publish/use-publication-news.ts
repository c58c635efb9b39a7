import type { WorkPublication } from '@vesalius/contract/work-releases';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';

/** Tells every user at the desk what was published, and what was not. */
export function usePublicationNews(publication: WorkPublication): void {
  const { t } = useTranslation('publishing');
  const seen = useRef(publication);
  useEffect(() => {
    const before = seen.current;
    seen.current = publication;
    const { revision, published_by: name, pending } = publication;
    if (revision !== null && revision !== before.revision)
      notifySuccess(name ? t('news.publishedBy', { revision, name }) : t('news.published', { revision }));
    if (pending?.state === 'refused' && before.pending && before.pending.state !== 'refused')
      notifyError(t('news.refused'));
  }, [publication, t]);
}
