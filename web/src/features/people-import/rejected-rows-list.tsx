import { Button } from '@mantine/core';
import type { ImportedRow } from '@vesalius/contract/people-import';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import classes from './people-import.module.css';
import { rejectedRowsCsv } from './rejected-rows.ts';
import { useReason } from './use-reason.ts';

/** The list is a preview; the file has all rows. */
const ROWS_SHOWN = 5;

/** The rejected rows with their reasons, and all of them as a file to correct. */
export function RejectedRows({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useTranslation('imports');
  const reasonOf = useReason();
  if (rows.length === 0) return null;
  const save = () =>
    saveFile(
      new Blob([rejectedRowsCsv(rows, reasonOf)], { type: 'text/csv;charset=utf-8' }),
      'rows-left-out.csv',
    );
  return (
    <section className={classes.rejected} aria-label={t('skipped', { count: rows.length })}>
      <p>{t('skipped', { count: rows.length })}</p>
      <ul>
        {rows.slice(0, ROWS_SHOWN).map((row) => (
          <li key={row.row}>
            {t('rowNumber', { row: row.row })} · <bdi>{row.email || '–'}</bdi> · {reasonOf(row)}
          </li>
        ))}
      </ul>
      {rows.length > ROWS_SHOWN && <p>{t('moreRows', { count: rows.length - ROWS_SHOWN })}</p>}
      <Button variant="default" size="sm" onClick={save}>
        {t('saveRejected')}
      </Button>
    </section>
  );
}
