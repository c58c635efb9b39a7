import type { Work } from '@vesalius/contract/studio';
import { useTranslation } from 'react-i18next';
import { useEndedText } from '../right-ended.tsx';
import classes from './desk.module.css';

interface ReadingLineProps extends Pick<Work, 'people'> {
  /** The user could change the book until now. */
  readonly hasEnded: boolean;
}

/** Above a desk that its user may only read: why, and who can change the book. */
export function ReadingLine({ people, hasEnded }: ReadingLineProps) {
  const { t } = useTranslation('studio');
  const ended = useEndedText();
  const names = people.flatMap(({ role, name }) => (role === 'producer' && name ? [name] : []));
  return (
    <p className={classes.reading} data-notice role={hasEnded ? 'alert' : undefined}>
      {hasEnded ? ended : t('desk.readOnly')}{' '}
      {names.length > 0
        ? t('desk.changedBy', { names: [...new Set(names)].join(t('comma')) })
        : t('desk.changedByStaff')}
    </p>
  );
}
