import type { PendingRelease, WorkPublication } from '@vesalius/contract/work-releases';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '../../../lib/formats.ts';
import classes from './publish.module.css';

/** The publication state of a book in a word or two, and what is scheduled. */
export function PublicationState({
  publication: { state, pending, replaced_by: replacedBy },
}: {
  publication: Pick<WorkPublication, 'state' | 'replaced_by'> & {
    pending: Pick<PendingRelease, 'state' | 'publish_at'> | null;
  };
}) {
  const { t } = useTranslation('studio');
  const pendingText = usePendingText();
  const replacedText = useReplacedText();
  return (
    <span className={classes.state}>
      <span data-state={state}>
        {state === 'replaced' && replacedBy ? replacedText(replacedBy) : t(`state.${state}`)}
      </span>
      {pending && <small data-pending={pending.state}>{pendingText(pending)}</small>}
    </span>
  );
}

export function useReplacedText() {
  const { t, i18n } = useTranslation('publishing');
  return ({ edition, since }: NonNullable<WorkPublication['replaced_by']>) =>
    t('sale.replaced', { edition, date: formatDate(since, i18n.language) });
}

export function usePendingText() {
  const { t, i18n } = useTranslation('publishing');
  return ({ state, publish_at }: Pick<PendingRelease, 'state' | 'publish_at'>) =>
    t(`pending.${state}`, { time: formatDateTime(publish_at, i18n.language) });
}
