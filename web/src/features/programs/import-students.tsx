import { Button, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AssignedRow } from '@vesalius/contract/programs';
import { ASSIGN_FILE_MAX_BYTES } from '@vesalius/contract/programs-limits';
import { type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { notifyError } from '../../ui/notify.ts';
import classes from './add-students.module.css';
import { saveBlob, tryStudentsFile } from './files.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportReport } from './import-report.tsx';
import { fileComplaint } from './row-complaint.ts';
import { useImport } from './use-import.ts';

const SAMPLE = 'email,first_name,second_name\nada@example.org,Ada,Lovelace\n';

/** A CSV file: chosen or dropped, tried by the server, mended row by row, imported in parts, undone. */
export function ImportStudents({ programId }: { programId: string }) {
  const { t, i18n } = useTranslation('programs');
  const id = useId();
  const [rows, setRows] = useState<readonly AssignedRow[] | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const work = useImport(programId);
  const attempt = useMutation({
    mutationFn: (file: File) => tryStudentsFile(programId, file),
    onSuccess: (result) => setRows(result.rows),
    onError: (error) => {
      const isFile = error instanceof CallError && (error.code === 'csv_invalid' || error.status === 413);
      notifyError(t(isFile ? 'add.invalidFile' : 'add.unknown'));
      const said = error instanceof CallError ? error.fields.users_file : undefined;
      setComplaint(said ? fileComplaint(said, i18n.language) : null);
    },
  });
  const choose = (file: File | undefined): void => {
    if (!file) return;
    setComplaint(null);
    // The server says the same; the file need not travel for it.
    const tooLarge = file.size > ASSIGN_FILE_MAX_BYTES;
    if (/\.csv$/i.test(file.name) && !tooLarge) {
      attempt.mutate(file);
      return;
    }
    notifyError(t('add.invalidFile'));
    if (tooLarge) setComplaint(t('add.tooLarge'));
  };
  const startAgain = () => {
    setRows(null);
    work.forget();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };

  if (work.progress && (work.progress.state === 'finished' || work.progress.state === 'undone'))
    return (
      <ImportReport
        programId={programId}
        progress={work.progress}
        skipped={(rows?.length ?? 0) - work.progress.added}
        onUndo={work.undo}
        onAgain={startAgain}
      />
    );
  if (rows)
    return (
      <ImportPreview programId={programId} rows={rows} onRows={setRows} work={work} onAgain={startAgain} />
    );
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
          <span role="status">{t('add.checking')}</span>
        </>
      ) : (
        <>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <label htmlFor={id}>{t('add.choose')}</label>
          <span>{t('add.drop')}</span>
          {complaint && (
            <Text role="alert" c="var(--mantine-color-error)" maw="52ch">
              {complaint}
            </Text>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => saveBlob(new Blob([SAMPLE], { type: 'text/csv' }), 'students.csv')}
          >
            {t('add.sample')}
          </Button>
        </>
      )}
    </div>
  );
}
