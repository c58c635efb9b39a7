import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf, pageOfInput, placeText } from './page-labels.ts';
import classes from './reader.module.css';
import { ToolButton } from './tool-button.tsx';

/** Previous page, current page, next page. Typed text is read as a label first, then as a number. */
export function PageField({
  page,
  labels,
  numberOfPages,
  fieldRef,
  onGo,
  onStep,
  onLeave,
}: {
  page: number;
  labels: readonly string[] | null;
  numberOfPages: number;
  fieldRef?: RefObject<HTMLInputElement | null>;
  onGo: (page: number) => void;
  onStep: (direction: 1 | -1) => void;
  /** Called after Enter or Escape to move the focus. */
  onLeave?: () => void;
}) {
  const { t } = useTranslation('reader');
  const label = labelOf(page, labels);
  const [typed, setTyped] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);

  useEffect(() => {
    if (!unknown) return;
    const timer = setTimeout(() => setUnknown(null), 4000);
    return () => clearTimeout(timer);
  }, [unknown]);

  const submit = () => {
    if (typed === null) return;
    const found = pageOfInput(typed, labels, numberOfPages);
    setUnknown(found || typed.trim() === '' ? null : typed);
    setTyped(null);
    if (!found) return;
    onGo(found);
    onLeave?.();
  };

  return (
    <form
      className={classes.pageField}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ToolButton icon="up" label={t('page.previous')} disabled={page <= 1} onClick={() => onStep(-1)} />
      <input
        ref={fieldRef}
        data-autofocus
        className={classes.pageInput}
        aria-label={t('page.field')}
        inputMode={labels ? 'text' : 'numeric'}
        autoComplete="off"
        enterKeyHint="go"
        size={Math.max(3, label.length)}
        value={typed ?? label}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setTyped(null);
          event.currentTarget.blur();
          onLeave?.();
        }}
      />
      <span className={classes.pageCount}>{placeText(t, page, labels, numberOfPages)}</span>
      <ToolButton
        icon="down"
        label={t('page.next')}
        disabled={page >= numberOfPages}
        onClick={() => onStep(1)}
      />
      <span className={classes.fieldMessage} role="status">
        {unknown && t('page.unknown', { value: unknown })}
      </span>
    </form>
  );
}
