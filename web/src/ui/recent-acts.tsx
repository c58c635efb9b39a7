import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './recent-acts.module.css';

export interface RecentAct {
  readonly id: string;
  readonly what: ReactNode;
  readonly when: ReactNode;
  /** Names the action for screen readers: every row has the same visible label. */
  readonly undoLabel: string;
  readonly isUndoing?: boolean;
  /** Null = it was undone. */
  readonly onUndo: (() => void) | null;
}

/** Actions of the last day by any user of the list. Each can be undone, also after the page was left. */
export function RecentActs({
  title,
  hint,
  acts,
}: {
  title: string;
  hint?: string;
  acts: readonly RecentAct[];
}) {
  const { t } = useTranslation('imports');
  const titleId = useId();
  if (acts.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={classes.recent}>
      <h2 id={titleId}>{title}</h2>
      {hint && <p>{hint}</p>}
      <ul>
        {acts.map(({ id, what, when, undoLabel, isUndoing = false, onUndo }) => (
          <li key={id}>
            <span>
              {what}
              <small>{when}</small>
            </span>
            {onUndo && (
              <Button
                variant="default"
                size="compact-md"
                aria-label={undoLabel}
                loading={isUndoing}
                onClick={onUndo}
              >
                {t('undoShort')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
