import { Button } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announce.ts';
import { notify } from '../../ui/notify.ts';
import { fieldOf } from './desk/conflicts.tsx';
import { useFieldLabel } from './fields/field-label.ts';
import { stopOfferingKept } from './model/kept-edits.ts';
import { unsavedTexts } from './model/unsaved-texts.ts';
import type { Kept } from './model/waiting.ts';
import classes from './not-saved.module.css';

interface NotSavedProps {
  readonly workId: string;
  readonly kept: Kept;
  readonly onDiscard: () => void;
}

/** What the user wrote in a book that they cannot change any more, to copy or discard. */
export function NotSaved({ workId, kept, onDiscard }: NotSavedProps) {
  const { t } = useTranslation('studio');
  const labelOf = useFieldLabel();
  const titleId = useId();
  const count = kept.waiting.length + kept.disputes.length;
  useEffect(() => {
    if (count > 0) stopOfferingKept(workId);
  }, [workId, count]);
  if (count === 0) return null;
  const texts = unsavedTexts(kept);
  return (
    <section className={classes.notSaved} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('notSaved.title')}</h2>
      <p>{t(texts.length > 0 ? 'notSaved.hint' : 'notSaved.withoutText')}</p>
      {texts.map(({ key, path, text }) => {
        const field = labelOf(fieldOf(path));
        return (
          <article key={key}>
            <h3>{field}</h3>
            <p dir="auto">{text}</p>
            <Button
              size="xs"
              variant="default"
              aria-label={t('notSaved.copyOf', { field })}
              onClick={() => void copy(text)}
            >
              {t('notSaved.copy')}
            </Button>
          </article>
        );
      })}
      <Button size="xs" variant="default" color="oxblood" onClick={onDiscard}>
        {t('notSaved.discard')}
      </Button>
    </section>
  );

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      announce(t('notSaved.copied'));
    } catch {
      // Insecure origins have no clipboard, and browsers may refuse.
      notify('info', t('notSaved.notCopied'));
    }
  }
}
