import type { Work } from '@vesalius/contract/studio';
import { useTranslation } from 'react-i18next';
import classes from './desk.module.css';

/** Above a desk that its user may only read: why, and who can change the book. */
export function ReadingLine({ people }: Pick<Work, 'people'>) {
  const { t } = useTranslation('studio');
  const names = people.flatMap(({ role, name }) => (role === 'producer' && name ? [name] : []));
  return (
    <p className={classes.reading} data-notice>
      {t('desk.readOnly')}{' '}
      {names.length > 0
        ? t('desk.changedBy', { names: [...new Set(names)].join(t('comma')) })
        : t('desk.changedByStaff')}
    </p>
  );
}
