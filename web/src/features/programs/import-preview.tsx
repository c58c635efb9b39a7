import { Button, NativeSelect, Pagination, Progress, Text, TextInput } from '@mantine/core';
import type { AssignedRow } from '@vesalius/contract/programs';
import { ROW_OUTCOMES, type RowOutcome } from '@vesalius/contract/programs-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { notifyError } from '../../ui/notify.ts';
import classes from './add-students.module.css';
import { programsApi } from './api.ts';
import { rowComplaint } from './row-complaint.ts';
import { isGood, type useImport } from './use-import.ts';

const ROWS_SHOWN = 25;
type Field = 'email' | 'first_name' | 'second_name';

/** What the server would do with each row. A row to be corrected is a form; it is tried again when it is left. */
export function ImportPreview({
  programId,
  rows,
  onRows,
  work: { progress, run },
  onAgain,
}: {
  programId: string;
  rows: readonly AssignedRow[];
  onRows: (rows: readonly AssignedRow[]) => void;
  work: ReturnType<typeof useImport>;
  onAgain: () => void;
}) {
  const { t, i18n } = useTranslation('programs');
  const [only, setOnly] = useState<RowOutcome | ''>('');
  const [page, setPage] = useState(1);
  const shown = only ? rows.filter(({ outcome }) => outcome === only) : rows;
  const good = rows.filter(isGood).length;
  const running = progress?.state === 'running';
  const counts = ROW_OUTCOMES.map((outcome) => ({
    outcome,
    count: rows.filter((row) => row.outcome === outcome).length,
  })).filter(({ count }) => count > 0);

  const change = (row: number, next: Partial<AssignedRow>) =>
    onRows(rows.map((each) => (each.row === row ? { ...each, ...next } : each)));
  const tryAgain = async (row: AssignedRow) => {
    const { email, first_name, second_name } = row;
    const result = await programsApi.assignUsers({
      params: { id: programId },
      query: { dry_run: 'true' },
      body: { program: { users: [{ email, first_name, second_name }] } },
    });
    const [answer] = result.rows;
    if (!answer) return;
    const repeated = rows.some((each) => each.row !== row.row && each.email === answer.email && isGood(each));
    change(row.row, {
      ...answer,
      row: row.row,
      fields: answer.fields,
      outcome: repeated && isGood(answer) ? 'repeated' : answer.outcome,
    });
  };

  return (
    <div>
      <div className={classes.tools}>
        <h3>{t('add.preview')}</h3>
        <NativeSelect
          size="sm"
          aria-label={t('add.filter')}
          value={only}
          onChange={(event) => {
            setOnly(event.currentTarget.value as RowOutcome | '');
            setPage(1);
          }}
          data={[
            { value: '', label: `${t('add.filterAll')} (${rows.length})` },
            ...counts.map(({ outcome, count }) => ({
              value: outcome,
              label: `${t(`add.outcomes.${outcome}`)} (${count})`,
            })),
          ]}
        />
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('add.row')}</th>
            <th scope="col">{t('add.email')}</th>
            <th scope="col">{t('add.firstName')}</th>
            <th scope="col">{t('add.secondName')}</th>
            <th scope="col">{t('add.result')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN).map((row) => (
            <PreviewRow
              key={row.row}
              row={row}
              disabled={running}
              onChange={(field, value) => change(row.row, { [field]: value })}
              onLeave={() =>
                void tryAgain(row).catch(async (error) => notifyError(await errorText(error, i18n.language)))
              }
            />
          ))}
        </tbody>
      </table>
      {shown.length > ROWS_SHOWN && (
        <Pagination
          mt="md"
          size="sm"
          total={Math.ceil(shown.length / ROWS_SHOWN)}
          value={page}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': t('students.page', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': control })}
        />
      )}
      <div className={classes.foot}>
        <Button disabled={good === 0} loading={running} onClick={() => void run(rows)}>
          {t('add.import', { count: good })}
        </Button>
        <Button variant="default" disabled={running} onClick={onAgain}>
          {t('add.another')}
        </Button>
        {good === 0 && <Text c="dimmed">{t('add.nothing')}</Text>}
        {progress?.state === 'stopped' && <Text role="alert">{t('add.stopped')}</Text>}
      </div>
      {progress && running && (
        <>
          <Progress
            mt="md"
            value={(progress.done * 100) / Math.max(1, progress.total)}
            aria-label={t('add.importing', { done: progress.done, total: progress.total })}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('add.importing', { done: progress.done, total: progress.total })}
          </Text>
        </>
      )}
    </div>
  );
}

function PreviewRow({
  row,
  disabled,
  onChange,
  onLeave,
}: {
  row: AssignedRow;
  disabled: boolean;
  onChange: (field: Field, value: string) => void;
  onLeave: () => void;
}) {
  const { t, i18n } = useTranslation('programs');
  const [mending] = useState(row.outcome === 'invalid');
  const labels = { email: t('add.email'), first_name: t('add.firstName'), second_name: t('add.secondName') };
  const cell = (field: Field) => (
    <td>
      {mending ? (
        <TextInput
          size="xs"
          aria-label={`${labels[field]}, ${t('add.row')} ${row.row}`}
          value={row[field]}
          disabled={disabled}
          error={row.fields?.[field] ? rowComplaint(row.fields[field], i18n.language) : undefined}
          onChange={(event) => onChange(field, event.currentTarget.value)}
          onBlur={onLeave}
        />
      ) : (
        <bdi>{row[field]}</bdi>
      )}
    </td>
  );
  const good = isGood(row);
  return (
    <tr>
      <td className={classes.number}>{row.row}</td>
      {cell('email')}
      {cell('first_name')}
      {cell('second_name')}
      <td
        className={classes.result}
        data-good={good || undefined}
        data-bad={row.outcome === 'invalid' || undefined}
      >
        {good ? '✓ ' : ''}
        {t(`add.outcomes.${row.outcome}`)}
      </td>
    </tr>
  );
}
