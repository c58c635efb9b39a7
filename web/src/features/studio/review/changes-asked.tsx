import type { WorkReviewer } from '@vesalius/contract/work-review';
import { MessageSquareWarning } from 'lucide';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { Icon } from '../../../ui/icon.tsx';
import classes from './review.module.css';

/** That a reviewer asked for changes, and which; told from an approval by its sign and its words. */
export function ChangesAsked({ request }: { request: NonNullable<WorkReviewer['changes_asked']> }) {
  const { t, i18n } = useTranslation('publishing');
  const { text, asked_at: at, is_behind: isBehind } = request;
  return (
    <>
      <p className={classes.approval} data-changes>
        <Icon icon={MessageSquareWarning} size={18} />
        <span>
          <strong>{t('asked.state')}</strong>{' '}
          <small className={classes.hint}>
            {t(isBehind ? 'approval.onSince' : 'approval.on', { time: formatDateTime(at, i18n.language) })}
          </small>
        </span>
      </p>
      <p dir="auto" className={classes.note}>
        {text}
      </p>
    </>
  );
}
