import { useTranslation } from 'react-i18next';
import classes from './offline.module.css';

/** Shown in place of lectures, tests and quizzes, which are not available offline. */
export default function NeedsConnection() {
  const { t } = useTranslation('offline');
  return (
    <div className={classes.needs}>
      <h2>{t('needs.title')}</h2>
      <p>{t('needs.hint')}</p>
    </div>
  );
}
