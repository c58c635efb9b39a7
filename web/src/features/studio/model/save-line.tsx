import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/formats.ts';
import type { Saving } from './work-snapshot.ts';

/** The saving state as text; announced to screen readers when it changes. */
export function SaveLine({ saving }: { saving: Saving }) {
  const { t, i18n } = useTranslation('studio');
  return <span role="status">{words()}</span>;
  function words(): string {
    switch (saving.state) {
      case 'saved':
        return saving.at
          ? t('saving.savedAt', { time: formatTime(saving.at, i18n.language) })
          : t('saving.saved');
      case 'saving':
        return t('saving.saving');
      case 'unreached':
        return t('saving.unreached');
      case 'publishing':
        return t('saving.publishing');
      case 'failing':
        return t('saving.failing');
      case 'closed':
        return t('saving.closed');
    }
  }
}
