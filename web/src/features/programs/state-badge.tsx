import type { StudentState } from '@vesalius/contract/programs-limits';
import { useTranslation } from 'react-i18next';
import classes from './state-badge.module.css';

/** A word with an icon of its own, so that color is not needed to distinguish states. */
export function StateBadge({ state }: { state: StudentState }) {
  const { t } = useTranslation('programs');
  return (
    <span className={classes.badge} data-state={state}>
      <span className={classes.mark} aria-hidden="true">
        {MARK[state]}
      </span>
      {t(`states.${state}`)}
    </span>
  );
}

const MARK: Readonly<Record<StudentState, string>> = {
  invited: '✉\uFE0E',
  on_track: '●',
  behind: '▲',
  not_started: '○',
  completed: '✓',
};
