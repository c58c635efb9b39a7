import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../../lib/error-text.ts';
import { notifyError } from '../../ui/notify.ts';
import { ConfirmUndo } from './confirm-undo.tsx';
import { importsOptions, type PeopleImportClient } from './import-client.ts';
import { ImportUndone } from './import-undone.tsx';
import classes from './people-import.module.css';
import { RejectedRows } from './rejected-rows-list.tsx';
import type { ImportProgress } from './use-import.ts';

/** The result of the import, the rejected rows with reasons, and undo. */
export function ImportReport({
  client,
  progress,
  listPath,
  onUndo,
  onAgain,
}: {
  client: PeopleImportClient;
  progress: ImportProgress;
  /** The list of people, if it is on another page. */
  listPath: string | null;
  onUndo: () => Promise<{ removed: number; kept: number }>;
  onAgain: () => void;
}) {
  const { t, i18n } = useTranslation('imports');
  const [asking, setAsking] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const [result, setResult] = useState<{ removed: number; kept: number } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, and the list of rows with it: the result is above the window.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const undo = async () => {
    setUndoing(true);
    try {
      setResult(await onUndo());
    } catch (error) {
      notifyError(await errorText(error, i18n.language));
    }
    setUndoing(false);
    setAsking(false);
  };
  // It may have been undone in the list below, or by another user.
  const { data } = useQuery(importsOptions(client));
  const stored = data?.find(({ id }) => id === progress.importId);
  const isUndone = result !== null || Boolean(stored?.undone_at);
  const canUndo = !isUndone && progress.added > 0;
  return (
    <div className={classes.done}>
      <div role="status">
        <h3 ref={heading} tabIndex={-1} className={classes.result}>
          {result ? t('undone', { count: result.removed }) : t(isUndone ? 'undoneImport' : 'uploaded')}
        </h3>
        {stored?.undone_at && (
          <p>
            <ImportUndone undone={stored} />
          </p>
        )}
        {!isUndone && <p>{t('imported', { count: progress.added })}</p>}
        {result && result.kept > 0 && <p>{t('kept', { count: result.kept })}</p>}
      </div>
      {!isUndone && <RejectedRows rows={progress.rejected} />}
      <Group>
        {listPath && (
          <Button component={Link} to={listPath}>
            {t('toList')}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('another')}
        </Button>
        {canUndo && (
          <Button variant="subtle" color="oxblood" onClick={() => setAsking(true)}>
            {t('undo')}
          </Button>
        )}
      </Group>
      {canUndo && <p>{t('undoHint')}</p>}
      {asking && canUndo && (
        <ConfirmUndo
          added={progress.added}
          active={0}
          people={progress.people}
          isPending={undoing}
          onConfirm={() => void undo()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
