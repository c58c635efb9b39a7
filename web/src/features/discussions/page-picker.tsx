import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { ownProgramsOptions } from './api.ts';
import classes from './page-picker.module.css';

export interface PickedPage {
  readonly book_id: string;
  readonly page: number;
}

/** Selects a page of one of the program's books, or none. */
export function PagePicker({
  programId,
  value,
  onChange,
}: {
  programId: string;
  value: PickedPage | null;
  onChange: (page: PickedPage | null) => void;
}) {
  const { t } = useTranslation('discussions');
  const { data = [] } = useQuery(ownProgramsOptions(useSession()));
  const [isEmpty, setEmpty] = useState(false);
  const books = data.find(({ id }) => id === programId)?.books ?? [];
  if (books.length === 0) return null;
  const book = books.find(({ id }) => id === value?.book_id);
  return (
    <div className={classes.picker}>
      <NativeSelect
        className={classes.book ?? ''}
        size="sm"
        label={t('editor.link.label')}
        value={value?.book_id ?? ''}
        onChange={(event) => {
          const id = event.currentTarget.value;
          onChange(id ? { book_id: id, page: 1 } : null);
        }}
        data={[
          { value: '', label: t('editor.link.none') },
          ...books.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      {value && book && (
        <NumberInput
          size="sm"
          w={110}
          label={t('editor.link.page')}
          value={isEmpty ? '' : value.page}
          min={1}
          max={book.number_of_pages}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          onChange={(page) => {
            setEmpty(page === '');
            if (page !== '') onChange({ ...value, page: Number(page) || 1 });
          }}
          onBlur={() => setEmpty(false)}
        />
      )}
    </div>
  );
}
