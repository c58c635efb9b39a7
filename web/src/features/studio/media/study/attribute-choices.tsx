import { NativeSelect, TextInput } from '@mantine/core';
import type { StudyReport } from '@vesalius/contract/work-studies';
import { useTranslation } from 'react-i18next';
import classes from './study.module.css';

interface Props {
  readonly attributes: StudyReport['attributes'];
  /** The reason, by the attribute that stays. */
  readonly kept: ReadonlyMap<string, string>;
  readonly onChange: (kept: ReadonlyMap<string, string>) => void;
  /** Somebody wanted to record the decision: what is missing is said. */
  readonly isTried: boolean;
}

/** Attributes with a value about a person: each is removed, or stays with a reason. */
export function AttributeChoices({ attributes, kept, onChange, isTried }: Props) {
  const { t } = useTranslation('studies');
  if (attributes.length === 0) return <p>{t('noAttributes')}</p>;
  const set = (attribute: string, reason: string | null) => {
    const next = new Map(kept);
    if (reason === null) next.delete(attribute);
    else next.set(attribute, reason);
    onChange(next);
  };
  return (
    <fieldset className={classes.attributes}>
      <legend>{t('attributes', { count: attributes.length })}</legend>
      <p className={classes.hint}>{t('attributesHint')}</p>
      <ul>
        {attributes.map(({ attribute, files, may_be_kept: mayBeKept }) => {
          const reason = kept.get(attribute);
          return (
            <li key={attribute}>
              <span className={classes.attribute}>
                <bdi lang="en">{attribute}</bdi>
                <small>{t('inFiles', { count: files })}</small>
              </span>
              {mayBeKept ? (
                <NativeSelect
                  aria-label={t('choiceOf', { attribute })}
                  value={reason === undefined ? 'remove' : 'keep'}
                  data={(['remove', 'keep'] as const).map((value) => ({ value, label: t(value) }))}
                  onChange={({ currentTarget }) => set(attribute, currentTarget.value === 'keep' ? '' : null)}
                />
              ) : (
                <span>{t('alwaysRemoved')}</span>
              )}
              {reason !== undefined && (
                <TextInput
                  className={classes.reason ?? ''}
                  label={t('reason')}
                  aria-label={t('reasonOf', { attribute })}
                  withAsterisk
                  maxLength={500}
                  value={reason}
                  error={isTried && reason.trim() === '' ? t('reasonMissing') : null}
                  onChange={({ currentTarget }) => set(attribute, currentTarget.value)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
