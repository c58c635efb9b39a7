import { NativeSelect } from '@mantine/core';
import type { PeopleFile } from '@vesalius/contract/people-import';
import { FILE_COLUMNS, type FileColumn, missingColumns } from '@vesalius/contract/people-import-limits';
import { useTranslation } from 'react-i18next';
import type { ColumnChoices } from './import-client.ts';
import classes from './people-import.module.css';

/** How the file was read, and the meaning of its columns: guessed, and editable. */
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
  const isComplete = missingColumns(mapping).length === 0;
  return (
    <fieldset className={classes.mapping}>
      <legend>{t('columns.title')}</legend>
      <p className={classes.hint} role={isComplete ? undefined : 'alert'}>
        {isComplete
          ? t(readAs === 'Windows-1252' ? 'columns.checkNames' : 'columns.readAs', { encoding: readAs })
          : t('columns.incomplete')}
        {mapping.full_name !== null && ` ${t('columns.divided')}`}
      </p>
      <div className={classes.selects}>
        {FILE_COLUMNS.map((field) => (
          <NativeSelect
            key={field}
            label={t(`fields.${field}`)}
            disabled={disabled}
            value={mapping[field] ?? ''}
            onChange={(event) => {
              onChange(withColumn(mapping, field, Number(event.currentTarget.value) || null));
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

/** A column has one meaning, and a name is in one column or in two: a new choice clears the conflicting ones. */
function withColumn(mapping: ColumnChoices, field: FileColumn, column: number | null): ColumnChoices {
  const kept = (other: FileColumn) => (mapping[other] === column ? null : mapping[other]);
  const whole = field === 'full_name' && column !== null;
  const part = (field === 'first_name' || field === 'second_name') && column !== null;
  return {
    email: kept('email'),
    first_name: whole ? null : kept('first_name'),
    second_name: whole ? null : kept('second_name'),
    full_name: part ? null : kept('full_name'),
    [field]: column,
  };
}
