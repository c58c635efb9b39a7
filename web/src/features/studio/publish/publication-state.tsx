import type { PendingRelease, WorkPublication } from '@vesalius/contract/work-releases';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import classes from './publish.module.css';

/** The publication state of a book in a word or two, and what is scheduled. */
export function PublicationState({
  publication: { state, pending },
}: {
  publication: Pick<WorkPublication, 'state'> & {
    pending: Pick<PendingRelease, 'state' | 'publish_at'> | null;
  };
}) {
  const { t } = useTranslation('studio');
  const pendingText = usePendingText();
  return (
    <span className={classes.state}>
      <span data-state={state}>{t(`state.${state}`)}</span>
      {pending && <small data-pending={pending.state}>{pendingText(pending)}</small>}
    </span>
  );
}

export function usePendingText() {
  const { t, i18n } = useTranslation('publishing');
  return ({ state, publish_at }: Pick<PendingRelease, 'state' | 'publish_at'>) =>
    t(`pending.${state}`, { time: formatDateTime(publish_at, i18n.language) });
}
