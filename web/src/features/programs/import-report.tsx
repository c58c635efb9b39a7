import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../lib/error-text.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import classes from './add-students.module.css';
import type { ImportProgress } from './use-import.ts';

/** What the import did, and the way back. */
export function ImportReport({
  programId,
  progress,
  skipped,
  onUndo,
  onAgain,
}: {
  programId: string;
  progress: ImportProgress;
  skipped: number;
  onUndo: () => Promise<number>;
  onAgain: () => void;
}) {
  const { t, i18n } = useTranslation('programs');
  const [undoing, setUndoing] = useState(false);
  const undo = async () => {
    setUndoing(true);
    try {
      notifySuccess(t('add.undone', { count: await onUndo() }));
    } catch (error) {
      notifyError(await errorText(error, i18n.language));
    }
    setUndoing(false);
  };
  const undone = progress.state === 'undone';
  return (
    <div className={classes.done} role="status">
      <h3>{undone ? t('add.undone', { count: progress.added }) : t('add.uploaded')}</h3>
      {!undone && <p>{t('add.imported', { count: progress.added })}</p>}
      {!undone && skipped > 0 && <p>{t('add.skipped', { count: skipped })}</p>}
      <Group>
        <Button component={Link} to={paths.students.to(programId)}>
          {t('add.toList')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('add.another')}
        </Button>
        {!undone && progress.added > 0 && (
          <Button variant="subtle" color="oxblood" loading={undoing} onClick={() => void undo()}>
            {t('add.undo')}
          </Button>
        )}
      </Group>
      {!undone && progress.added > 0 && <p>{t('add.undoHint')}</p>}
    </div>
  );
}
