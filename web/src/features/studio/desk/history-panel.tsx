import { Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '@vesalius/contract/studio';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { ChangedText } from '../../../ui/changed-text.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { historyOptions } from '../api.ts';
import { useFieldLabel } from '../fields/field-label.ts';
import { useWorkSnapshot } from '../model/use-work.ts';
import type { WorkStore } from '../model/work-store.ts';
import { fieldTrail } from '../publish/field-place.ts';
import { reviewOptions } from '../review/api.ts';
import { EarlierApprovals } from '../review/earlier-approvals.tsx';
import { EarlierChanges } from '../review/earlier-changes.tsx';
import { Conflicts, fieldOf, fullText } from './conflicts.tsx';
import classes from './desk.module.css';

/** Who changed what, newest first, with a button to undo each change. */
export function HistoryPanel({
  workId,
  store,
  mayEdit,
  onClose,
}: {
  workId: string;
  store: WorkStore;
  mayEdit: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('studio');
  const { version, disputes, document } = useWorkSnapshot(store);
  /** The ids of the changes that undo those of the list, by the id of the undone change. */
  const [undoing, setUndoing] = useState<Readonly<Record<string, string>>>({});
  useReturnsFocus();
  const [page, setPage] = useState(1);
  const { data: review } = useQuery(reviewOptions(workId));
  const { data, isError, error, refetch } = useQuery(historyOptions(workId, page, version));
  return (
    <Drawer
      opened
      position="right"
      title={t('history.title')}
      closeButtonProps={{ 'aria-label': t('history.close') }}
      onClose={onClose}
    >
      {isError && !data ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={320} />
      ) : data.data.length === 0 ? (
        <p>{t('history.none')}</p>
      ) : (
        <>
          <ol className={classes.history}>
            {data.data.map((entry) => (
              <HistoryLine
                key={`${entry.version} ${entry.change_id}`}
                entry={entry}
                document={document}
                onUndo={
                  mayEdit
                    ? (changeId) => setUndoing({ ...undoing, [changeId]: store.undo({ changeId }) })
                    : null
                }
              >
                <Conflicts
                  store={store}
                  disputes={disputes.filter(({ changeIds }) =>
                    changeIds.includes(undoing[entry.change_id] ?? ''),
                  )}
                />
              </HistoryLine>
            ))}
          </ol>
          <div className={classes.acts}>
            <Button variant="default" size="xs" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              {t('history.newer')}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={page >= data.metadata.pages}
              onClick={() => setPage(page + 1)}
            >
              {t('history.older')}
            </Button>
          </div>
        </>
      )}
      {review && <EarlierChanges requests={review.earlier_changes_asked} />}
      {review && <EarlierApprovals approvals={review.earlier_approvals} />}
    </Drawer>
  );
}

function HistoryLine({
  entry: { change_id, op, path, files, before, after, user_name, made_at, undoes, began_from: began },
  document,
  onUndo,
  children,
}: {
  entry: HistoryEntry;
  document: Fields;
  /** Null: the user may not change the book. */
  onUndo: ((changeId: string) => void) | null;
  /** Why it could not be undone: the desk, which says so too, is behind this panel. */
  children: ReactNode;
}) {
  const { t, i18n } = useTranslation(['studio', 'publishing']);
  const labelOf = useFieldLabel();
  // What was removed since has no name any more.
  const trail = fieldTrail(document, path, labelOf);
  const field = files
    ? files.path
    : trail.length > 0
      ? trail.join(t('publishing:trail'))
      : labelOf(fieldOf(path));
  const count = files?.count ?? 1;
  return (
    <li>
      <strong>
        {began
          ? t(began.edition ? 'history.began' : 'history.beganUnknown', { edition: began.edition ?? '' })
          : t(undoes === null ? `history.${op}` : 'history.undone', { field, count })}
      </strong>
      {op !== 'move' && !files && !began && (
        <p dir="auto">
          <ChangedText before={fullText(before)} after={fullText(after)} />
        </p>
      )}
      <small>
        <bdi>{user_name ?? t('conflict.somebody')}</bdi> · {formatDateTime(made_at, i18n.language)}
      </small>
      {onUndo && op !== 'add_files' && !began && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${t('history.undo')} ${field}`}
          onClick={() => onUndo(change_id)}
        >
          {t('history.undo')}
        </Button>
      )}
      {children}
    </li>
  );
}
