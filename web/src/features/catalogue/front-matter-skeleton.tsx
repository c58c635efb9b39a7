import { useTranslation } from 'react-i18next';
import classes from './front-matter-skeleton.module.css';

/** A placeholder for the pages. */
export function FrontMatterSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.pages} role="status" aria-label={t('loading')}>
      <span />
      <span />
    </div>
  );
}
