import type { WorkPublication } from '@vesalius/contract/work-releases';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';

/**
 * Tells every user at the desk what was published, and what was not. `refresh` refetches what the screen shows: it depends on
 * the release that readers see.
 */
export function usePublicationNews(publication: WorkPublication, refresh?: () => Promise<unknown>): void {
  const { t } = useTranslation('publishing');
  const seen = useRef(publication);
  const onChange = useEffectEvent(() => void refresh?.());
  useEffect(() => {
    const before = seen.current;
    seen.current = publication;
    const isSame =
      publication.revision === before.revision &&
      publication.state === before.state &&
      publication.pending?.state === before.pending?.state;
    if (!isSame) onChange();
    const { revision, published_by: name, pending } = publication;
    if (revision !== null && revision !== before.revision)
      notifySuccess(name ? t('news.publishedBy', { revision, name }) : t('news.published', { revision }));
    if (pending?.state === 'refused' && before.pending && before.pending.state !== 'refused')
      notifyError(t('news.refused'));
  }, [publication, t]);
}
