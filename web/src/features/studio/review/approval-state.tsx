import { CircleCheck, History } from 'lucide';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { Icon } from '../../../ui/icon.tsx';
import classes from './review.module.css';

/** Whether an approval counts, told apart by its sign, its words and its weight. */
export function ApprovalState({ givenAt, counts }: { givenAt: string; counts: boolean }) {
  const { t, i18n } = useTranslation('publishing');
  return (
    <p className={classes.approval} data-counts={counts || undefined}>
      <Icon icon={counts ? CircleCheck : History} size={18} />
      <span>
        <strong>{t(counts ? 'approval.approvedThis' : 'approval.approvedEarlier')}</strong>{' '}
        <small className={classes.hint}>
          {t(counts ? 'approval.on' : 'approval.onSince', { time: formatDateTime(givenAt, i18n.language) })}
        </small>
      </span>
    </p>
  );
}
