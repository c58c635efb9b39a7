import { useTranslation } from 'react-i18next';
import classes from './profile-skeleton.module.css';

/** A placeholder for a profile: a cover, a title, numbers. */
export function ProfileSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.band} role="status" aria-label={t('loading')}>
      <div className={`page ${classes.inner}`} aria-hidden="true">
        <span className={classes.cover} />
        <span className={classes.lines}>
          <span style={{ width: '18%' }} />
          <span style={{ width: '78%', height: 48 }} />
          <span style={{ width: '44%' }} />
          <span style={{ width: '60%', height: 56, marginTop: 24 }} />
          <span style={{ width: '36%', height: 46, marginTop: 16 }} />
        </span>
      </div>
    </div>
  );
}
