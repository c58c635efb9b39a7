import { Button, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ImportedRow, PeopleFile } from '@vesalius/contract/people-import';
import { IMPORT_FILE_MAX_BYTES } from '@vesalius/contract/people-import-limits';
import { type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { asCsv } from '../../lib/csv.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { type Freed, freedBy, NOBODY_FREED } from './freed-seats.tsx';
import { type ColumnChoices, columnQuery, type PeopleImportClient } from './import-client.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportReport } from './import-report.tsx';
import classes from './people-import.module.css';
import { useImport } from './use-import.ts';
import { useMends } from './use-mends.ts';

const SAMPLE = asCsv([
  ['email', 'first_name', 'second_name'],
  ['ada@example.org', 'Ada', 'Lovelace'],
]);

const isWorkbook = (file: File | undefined) => /\.xlsx?$/i.test(file?.name ?? '');

interface Trial {
  readonly file: PeopleFile;
  readonly rows: readonly ImportedRow[];
  readonly freed: Freed;
  readonly knownDomains: readonly string[];
}

/**
 * Imports a CSV or Excel file: select or drop it, let the server validate it, map its columns, correct its rows,
 * import, undo.
 */
export function ImportPeople({ client, listPath }: { client: PeopleImportClient; listPath: string | null }) {
  const { t, i18n } = useTranslation('imports');
  const fieldErrors = useFieldErrors();
  const id = useId();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  /** The action to continue with if the user accepts losing the corrections. */
  const [asking, setAsking] = useState<(() => void) | null>(null);
  const work = useImport(client);
  const mends = useMends(client);
  const attempt = useMutation({
    mutationFn: async ({ file, columns }: { file: File; columns: ColumnChoices | null }) => {
      const tryWith = (chosenColumns: ColumnChoices | null) =>
        client.tryFile(file, { ...columnQuery(chosenColumns), import_id: work.importId });
      const tried = await tryWith(columns);
      const known = columns === null && tried.file ? mends.columnsOf(tried.file) : null;
      return known ? tryWith(known) : tried;
    },
    onMutate: () => setComplaint(null),
    onSuccess: (answer) => {
      const { file, rows } = answer;
      if (!file) return;
      mends.mapColumns(file);
      setTrial({ file, rows, freed: freedBy(answer), knownDomains: answer.known_domains });
    },
    onError: async (error) => {
      const said = fieldErrors.fromServer(error)?.users_file;
      if (said) setComplaint(said);
      else if (error instanceof CallError && error.status === 413) setComplaint(t('tooLarge'));
      else if (error instanceof CallError && error.code !== 'internal')
        setComplaint(await errorText(error, i18n.language));
      else setComplaint(t('unknown'));
    },
  });
  const choose = (file: File | undefined): void => {
    if (!file) return;
    // The server has the same limit; checking here avoids the upload.
    if (file.size > IMPORT_FILE_MAX_BYTES) setComplaint(t('tooLarge'));
    else attempt.mutate({ file, columns: null });
  };
  const askIfMended = (act: () => void) => (mends.count > 0 ? setAsking(() => act) : act());
  const startAgain = () => {
    setTrial(null);
    work.forget();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  const chosen = attempt.variables?.file;
  const failure = complaint && (
    <Text role="alert" c="var(--mantine-color-error)" maw="52ch">
      <strong>{t(isWorkbook(chosen) ? 'invalidWorkbook' : 'invalidFile')}</strong> {complaint}
    </Text>
  );

  if (work.progress && (work.progress.state === 'finished' || work.progress.state === 'undone'))
    return (
      <ImportReport
        client={client}
        progress={work.progress}
        listPath={listPath}
        onUndo={work.undo}
        onAgain={startAgain}
      />
    );
  if (trial)
    return (
      <>
        <ColumnMapping
          file={trial.file}
          disabled={attempt.isPending || work.progress !== null}
          onChange={(columns) =>
            askIfMended(() => {
              setTrial({
                ...{ rows: [], freed: NOBODY_FREED, knownDomains: trial.knownDomains },
                file: { ...trial.file, mapping: columns },
              });
              if (chosen) attempt.mutate({ file: chosen, columns });
            })
          }
        />
        {failure}
        {attempt.isPending ? (
          <span role="status">{t('checking')}</span>
        ) : trial.rows.length > 0 ? (
          <ImportPreview
            client={client}
            rows={trial.rows}
            freed={trial.freed}
            knownDomains={trial.knownDomains}
            namesDivided={trial.file.mapping.full_name !== null}
            work={work}
            mends={mends}
            onAgain={() => askIfMended(startAgain)}
          />
        ) : (
          <Button variant="default" onClick={startAgain}>
            {t('another')}
          </Button>
        )}
        {asking && (
          <ConfirmDialog
            title={t('mends.title')}
            confirm={t('mends.drop')}
            isPending={false}
            onConfirm={() => {
              mends.forget();
              setAsking(null);
              asking();
            }}
            onClose={() => setAsking(null)}
          >
            {t('mends.text', { count: mends.count })}
          </ConfirmDialog>
        )}
      </>
    );
  const keptMends = mends.before().length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {attempt.isPending ? (
        <>
          <Loader />
          <span role="status">{t('checking')}</span>
        </>
      ) : (
        <>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <label htmlFor={id}>{t('choose')}</label>
          <span>{t('drop')}</span>
          {work.cut && (
            <Text role="status" maw="52ch">
              {t('cut', { done: work.cut.done, total: work.cut.total })}
            </Text>
          )}
          {keptMends > 0 && (
            <Text role="status" maw="52ch">
              {t('mends.kept', { count: keptMends })}
            </Text>
          )}
          {failure}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => saveFile(new Blob([SAMPLE], { type: 'text/csv' }), 'people.csv')}
          >
            {t('sample')}
          </Button>
        </>
      )}
    </div>
  );
}
