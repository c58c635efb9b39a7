import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fieldAddress } from '../../publish/field-place.ts';
import { useCheckList } from '../../publish/use-check-list.ts';
import classes from './study.module.css';

/** The words of the check of a study that nobody has decided about. */
const WAITS = /^waits for a decision/;

/** Says how many studies wait for a decision, and leads to the first one. */
export function WaitingDecisions({
  workId,
  version,
  onOpen,
}: {
  workId: string;
  version: number;
  onOpen?: () => void;
}) {
  const { t } = useTranslation('publishing');
  const { data } = useCheckList(workId, version);
  const waiting = data?.findings.filter(({ text }) => WAITS.test(text)) ?? [];
  const [first] = waiting;
  if (!first) return null;
  return (
    <p className={classes.decide} role="status">
      <strong>{t('check.studiesWait', { count: waiting.length })}</strong>{' '}
      <Link to={fieldAddress(workId, first.path)} onClick={onOpen}>
        {t('check.decide')}
      </Link>
    </p>
  );
}
