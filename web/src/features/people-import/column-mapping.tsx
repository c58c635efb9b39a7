import { NativeSelect } from '@mantine/core';
import type { PeopleFile } from '@vesalius/contract/people-import';
import { PERSON_FIELDS } from '@vesalius/contract/people-import-limits';
import { useTranslation } from 'react-i18next';
import type { ColumnChoices } from './import-client.ts';
import classes from './people-import.module.css';

/** How the file was read, and which of its columns holds what: guessed, and open to change. */
export function ColumnMapping({
  file,
  disabled,
  onChange,
}: {
  file: PeopleFile;
  disabled: boolean;
  onChange: (columns: ColumnChoices) => void;
}) {
  const { t } = useTranslation('imports');
  const { mapping, columns, read_as: readAs } = file;
  const isComplete = PERSON_FIELDS.every((field) => mapping[field] !== null);
  return (
    <fieldset className={classes.mapping}>
      <legend>{t('columns.title')}</legend>
      <p className={classes.hint} role={isComplete ? undefined : 'alert'}>
        {isComplete
          ? t(readAs === 'Windows-1252' ? 'columns.checkNames' : 'columns.readAs', { encoding: readAs })
          : t('columns.incomplete')}
      </p>
      <div className={classes.selects}>
        {PERSON_FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={t(`fields.${field}`)}
            disabled={disabled}
            value={mapping[field] ?? ''}
            onChange={(event) => {
              const column = Number(event.currentTarget.value) || null;
              // A column is used once: where it was taken from, there is none now.
              const others = PERSON_FIELDS.map((other) => [
                other,
                mapping[other] === column ? null : mapping[other],
              ]);
              onChange({ ...(Object.fromEntries(others) as ColumnChoices), [field]: column });
            }}
            data={[
              { value: '', label: t('columns.choose') },
              ...columns.map(({ name, example }, index) => ({
                value: String(index + 1),
                label: example ? t('columns.option', { name, example }) : name,
              })),
            ]}
          />
        ))}
      </div>
    </fieldset>
  );
}
