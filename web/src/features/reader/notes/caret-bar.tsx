import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from '../model/reader-model.ts';
import { ToolButton } from '../tool-button.tsx';
import classes from './notes.module.css';
import type { WordChoosing } from './use-word-caret.ts';

/**
 * Has the focus while words are selected by keyboard, and explains the keys. `role="application"` passes the arrow keys
 * through, which screen readers otherwise use themselves.
 */
export function CaretBar({ choosing }: { choosing: WordChoosing }) {
  const { t } = useTranslation('reader');
  const id = useId();
  const { annotates } = useReader('data').access;
  const { bar } = choosing;
  useEffect(() => bar.current?.focus({ preventScroll: true }), [bar]);
  return (
    <div className={classes.caretBar}>
      <div
        ref={bar}
        className={classes.caretKeys}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the keys that choose words
        tabIndex={0}
        data-word-caret
        aria-label={t('caret.label')}
        aria-describedby={id}
        onKeyDown={choosing.onKeyDown}
      >
        <strong>{t('caret.label')}</strong>
        <span id={id}>{t(annotates ? 'caret.help' : 'caret.helpOfReviewers')}</span>
      </div>
      <ToolButton icon="close" label={t('caret.stop')} onClick={choosing.stop} />
    </div>
  );
}
