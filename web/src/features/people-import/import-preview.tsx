import { Button, NativeSelect, Pagination, Progress, Text, TextInput } from '@mantine/core';
import type { ImportedRow } from '@vesalius/contract/people-import';
import { type PersonField, ROW_OUTCOMES, type RowOutcome } from '@vesalius/contract/people-import-limits';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { likelyAddress } from '../../lib/likely-address.ts';
import { DidYouMean } from '../../ui/did-you-mean.tsx';
import { notifyError } from '../../ui/notify.ts';
import { type Freed, FreedSeats } from './freed-seats.tsx';
import type { PeopleImportClient } from './import-client.ts';
import classes from './people-import.module.css';
import { RejectedRows } from './rejected-rows-list.tsx';
import { isGood, type useImport } from './use-import.ts';
import type { Mends } from './use-mends.ts';
import { useRows } from './use-rows.ts';

const ROWS_SHOWN = 25;

/**
 * What the server would do with each row. A row with errors is a form, which is validated on Enter and when it loses
 * the focus.
 */
export function ImportPreview({
  client,
  rows: given,
  freed: freedAtFirst,
  knownDomains,
  namesDivided,
  work: { progress, run, importId, wasUndone },
  mends,
  onAgain,
}: {
  client: PeopleImportClient;
  rows: readonly ImportedRow[];
  /** Seats of inactive members that the new ones would take. */
  freed: Freed;
  /** Those that are right for this group. */
  knownDomains: readonly string[];
  /** First and last names are guessed: each row can be corrected. */
  namesDivided: boolean;
  work: ReturnType<typeof useImport>;
  mends: Mends;
  onAgain: () => void;
}) {
  const { t, i18n } = useTranslation('imports');
  const [only, setOnly] = useState<RowOutcome | 'suspect' | ''>('');
  // The rows that matched the filter when it was set, so that a row does not disappear while it is edited.
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null);
  const [page, setPage] = useState(1);
  const [isWaiting, setIsWaiting] = useState(false);
  const tell = async (error: unknown) => notifyError(await errorText(error, i18n.language));
  const { rows, freed, change, correct, tryAgain, whenTried } = useRows(
    client,
    { rows: given, freed: freedAtFirst },
    mends,
    { importId, onFailure: (error) => void tell(error) },
  );
  const badAtFirst = useMemo(() => new Set(given.flatMap((row) => (isGood(row) ? [] : [row.row]))), [given]);
  const shown = picked ? rows.filter(({ row }) => picked.has(row)) : rows;
  const good = rows.filter(isGood).length;
  const rejected = rows.filter((row) => !isGood(row));
  const likely = new Map(
    rows.flatMap(({ row, email }) => {
      const meant = likelyAddress(email, knownDomains);
      return meant ? [[row, { email: meant }] as const] : [];
    }),
  );
  const withoutSeat = rows.filter(({ outcome }) => outcome === 'no_seat').length;
  const running = progress?.state === 'running' || isWaiting;
  const counts = ROW_OUTCOMES.map((outcome) => ({
    outcome,
    count: rows.filter((row) => row.outcome === outcome).length,
  })).filter(({ count }) => count > 0);

  // Leaving the last corrected field and pressing the button can be a single click.
  const runWhenTried = async () => {
    setIsWaiting(true);
    const said = freed.current.count;
    const tried = await whenTried().finally(() => setIsWaiting(false));
    // No seat is freed without notice: the user has to press again.
    if (freed.current.count > said) return;
    if (tried && (await run(tried)) === 'finished') mends.forget();
  };

  return (
    <div>
      <div className={classes.tools}>
        <h3>{t('preview')}</h3>
        <NativeSelect
          size="sm"
          aria-label={t('filter')}
          value={only}
          onChange={(event) => {
            const chosen = event.currentTarget.value as RowOutcome | 'suspect' | '';
            setOnly(chosen);
            setPicked(
              chosen === 'suspect'
                ? new Set(likely.keys())
                : chosen
                  ? new Set(rows.flatMap(({ row, outcome }) => (outcome === chosen ? [row] : [])))
                  : null,
            );
            setPage(1);
          }}
          data={[
            { value: '', label: `${t('filterAll')} (${rows.length})` },
            ...(likely.size > 0 ? [{ value: 'suspect', label: `${t('suspect')} (${likely.size})` }] : []),
            ...counts.map(({ outcome, count }) => ({
              value: outcome,
              label: `${t(`outcomes.${outcome}`)} (${count})`,
            })),
          ]}
        />
      </div>
      {likely.size > 1 && (
        <Button
          mb="sm"
          size="compact-sm"
          variant="default"
          disabled={running}
          onClick={() => correct(likely)}
        >
          {t('acceptMeant', { count: likely.size })}
        </Button>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            <th scope="col">{t('fields.email')}</th>
            <th scope="col">{t('fields.first_name')}</th>
            <th scope="col">{t('fields.second_name')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN).map((row) => (
            <PreviewRow
              key={row.row}
              row={row}
              knownDomains={knownDomains}
              mendable={namesDivided || badAtFirst.has(row.row)}
              disabled={running}
              onChange={(field, value) => change(row.row, { [field]: value })}
              onDone={() => tryAgain(row.row)}
              onMeant={(email) => correct(new Map([[row.row, { email }]]))}
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
          getItemProps={(number) => ({ 'aria-label': t('page', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': control })}
        />
      )}
      <Text component="div" mt="md" role="status">
        <FreedSeats freed={freed.current} />
      </Text>
      <div className={classes.foot}>
        <Button disabled={good === 0} loading={running} onClick={() => void runWhenTried()}>
          {t('import', { count: good })}
        </Button>
        <Button variant="default" disabled={running} onClick={onAgain}>
          {t('another')}
        </Button>
        {good === 0 && <Text c="dimmed">{t('nothing')}</Text>}
        {withoutSeat > 0 && <Text c="dimmed">{t('noSeatHint', { count: withoutSeat })}</Text>}
        {progress?.state === 'stopped' && (
          <Text role="alert">{t(wasUndone ? 'undoneImport' : 'stopped')}</Text>
        )}
      </div>
      {!running && <RejectedRows rows={rejected} />}
      {progress && running && (
        <>
          <Progress
            mt="md"
            value={(progress.done * 100) / Math.max(1, progress.total)}
            aria-label={t('importing', { done: progress.done, total: progress.total })}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('importing', { done: progress.done, total: progress.total })}
          </Text>
        </>
      )}
    </div>
  );
}

function PreviewRow({
  row,
  knownDomains,
  mendable,
  disabled,
  onChange,
  onDone,
  onMeant,
}: {
  row: ImportedRow;
  knownDomains: readonly string[];
  mendable: boolean;
  disabled: boolean;
  onChange: (field: PersonField, value: string) => void;
  onDone: () => void;
  onMeant: (email: string) => void;
}) {
  const { t } = useTranslation('imports');
  const errors = useFieldErrors().translate(row.fields ?? {});
  const cell = (field: PersonField) => (
    <td {...(field === 'email' ? { className: classes.email } : {})}>
      {mendable ? (
        <TextInput
          size="xs"
          aria-label={`${t(`fields.${field}`)}, ${t('row')} ${row.row}`}
          value={row[field]}
          disabled={disabled}
          error={errors[field]}
          onChange={(event) => onChange(field, event.currentTarget.value)}
          onBlur={onDone}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onDone();
          }}
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
        aria-live={mendable ? 'polite' : undefined}
        data-good={good || undefined}
        data-bad={row.outcome === 'invalid' || undefined}
      >
        {good ? '✓ ' : ''}
        {t(`outcomes.${row.outcome}`)}
        {!disabled && <DidYouMean email={row.email} knownDomains={knownDomains} onAccept={onMeant} />}
      </td>
    </tr>
  );
}
