import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../product/marks.tsx';
import classes from './paper-pages.module.css';
import type { QuestionPages } from './use-question-pages.ts';

/** One page of questions with its heading and links to the pages before and after it. A short test has neither. */
export function PaperPages({
  pages: { box, heading, page, pages, from, to, turnTo },
  count,
  children,
}: {
  pages: QuestionPages;
  /** The number of all questions. */
  count: number;
  children: ReactNode;
}) {
  const { t } = useTranslation('assessments');
  if (pages === 1)
    return (
      <div ref={box} className={classes.questions}>
        {children}
      </div>
    );
  const step = (target: number, label: string, side: 'previous' | 'next') => (
    <Button
      type="button"
      variant="default"
      className={classes.step}
      data-side={side}
      disabled={target < 0 || target >= pages}
      leftSection={side === 'previous' && <Mark name="forward" size={16} />}
      rightSection={side === 'next' && <Mark name="forward" size={16} />}
      onClick={() => turnTo(target)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {t('pages.questions', { from: from + 1, to, count })}
      </h2>
      <div ref={box} className={classes.questions}>
        {children}
      </div>
      <nav className={classes.steps} aria-label={t('pages.label')}>
        {step(page - 1, t('pages.previous'), 'previous')}
        <span>{t('pages.position', { page: page + 1, pages })}</span>
        {step(page + 1, t('pages.next'), 'next')}
      </nav>
    </>
  );
}
