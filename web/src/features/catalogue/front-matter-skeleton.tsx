import { useTranslation } from 'react-i18next';
import classes from './front-matter-skeleton.module.css';

/** The shape of the pages that come. */
export function FrontMatterSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.pages} role="status" aria-label={t('loading')}>
      <span />
      <span />
    </div>
  );
}
