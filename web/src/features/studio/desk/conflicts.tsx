import { Button } from '@mantine/core';
import type { Path, Value } from '@vesalius/contract/working-copy-document';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/notify.ts';
import { useFieldLabel } from '../fields/field-label.ts';
import type { Dispute } from '../model/waiting.ts';
import type { WorkStore } from '../model/work-store.ts';
import classes from './desk.module.css';

const MAX_SHOWN = 300;
/** A value as text for users; a value with fields is shown by its title. */
export const valueText = (value: Value | undefined): string | null =>
  fullText(value)?.slice(0, MAX_SHOWN) ?? null;

export function fullText(value: Value | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.flatMap((each) => fullText(each as Value) ?? []).join('; ');
  const fields = value as Readonly<Record<string, Value>>;
  // A person has a title, too.
  const named = fields.name ?? fields.title ?? fields.question ?? fields.answer ?? fields.key;
  return typeof named === 'string' ? named : null;
}

/** The last segment of the path that is a field's name. */
export const fieldOf = (path: Path): string => path.findLast((segment) => !segment.startsWith('#')) ?? '';

/** The user's changes that were refused: the other user's value, the own value, and the choice. */
export function Conflicts({ store, disputes }: { store: WorkStore; disputes: readonly Dispute[] }) {
  const { t } = useTranslation('studio');
  const labelOf = useFieldLabel();
  const box = useRef<HTMLElement>(null);
  const count = disputes.length;
  // The box may be above the field, and on a phone outside the screen.
  useEffect(() => {
    if (count > 0) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [count]);
  if (count === 0) return null;
  const shown = (value: Value | undefined) => valueText(value) ?? t('conflict.nothing');
  return (
    <section ref={box} className={classes.conflicts} role="alert" aria-label={t('conflict.label')}>
      {disputes.map((dispute) => {
        const { id, path, mine, theirs, userName, refusal } = dispute;
        const field = labelOf(fieldOf(path));
        return (
          <article key={id}>
            <h3>
              {refusal
                ? t('conflict.refused', { field })
                : t('conflict.title', { field, name: userName ?? t('conflict.somebody') })}
            </h3>
            {refusal && <p>{refusal.message}</p>}
            <dl>
              {!refusal && (
                <>
                  <dt>{t('conflict.theirs')}</dt>
                  <dd dir="auto">{shown(theirs)}</dd>
                </>
              )}
              <dt>{t('conflict.mine')}</dt>
              <dd dir="auto">{shown(mine)}</dd>
            </dl>
            <div className={classes.acts}>
              {!refusal && (
                <Button
                  size="xs"
                  onClick={() => {
                    if (!store.keepMine(id)) notifyError(t('conflict.impossible'));
                  }}
                >
                  {t('conflict.keepMine')}
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => store.takeTheirs(id)}>
                {t(refusal ? 'conflict.dismiss' : 'conflict.takeTheirs')}
              </Button>
            </div>
          </article>
        );
      })}
    </section>
  );
}
