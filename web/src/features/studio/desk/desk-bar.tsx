import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkPerson } from '@vesalius/contract/studio';
import { Files, History, MessageSquare, Redo2, Trash2, Undo2 } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FilesPanel } from '../files/files-panel.tsx';
import { useFilesOfUndo } from '../files/use-file-removals.ts';
import { SaveLine } from '../model/save-line.tsx';
import type { WorkSnapshot } from '../model/work-snapshot.ts';
import type { WorkStore } from '../model/work-store.ts';
import { PublishTools } from '../publish/publish-tools.tsx';
import { reviewOptions } from '../review/api.ts';
import { DeleteDraft } from '../works/delete-draft.tsx';
import { BarTools } from './bar-tools.tsx';
import classes from './desk.module.css';
import { HistoryPanel } from './history-panel.tsx';

/** The book, its saving state, the other users, undo and redo. */
export function DeskBar({
  workId,
  store,
  snapshot,
  mayEdit,
  people: assigned,
  page,
}: {
  workId: string;
  store: WorkStore;
  snapshot: WorkSnapshot;
  mayEdit: boolean;
  /** Who makes and reviews the book. */
  people: readonly WorkPerson[];
  /** The open page; null: the book has none. */
  page: number | null;
}) {
  const { t } = useTranslation(['studio', 'publishing']);
  const bar = useRef<HTMLElement>(null);
  const open = useQuery(reviewOptions(workId)).data?.number_of_open_comments ?? 0;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [areFilesOpen, setFilesOpen] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const isStaff = useSession()?.role === 'staff';
  const { document, saving, people, canUndo, canRedo, version } = snapshot;
  const isDraft = isStaff && snapshot.publication.state === 'draft';
  useFilesOfUndo(workId, snapshot.filesVersion);
  useUndoKeys(store, { mayEdit, canUndo, canRedo });
  const title = typeof document.title === 'string' ? document.title : t('works.untitled');
  return (
    <header ref={bar} className={classes.bar}>
      <Link to={paths.studio.to()}>{t('desk.allBooks')}</Link>
      <h1>
        <bdi>{title}</bdi> {typeof document.edition === 'string' && <small>{document.edition}</small>}
      </h1>
      {people.length > 0 && (
        <p className={classes.here}>
          {t('desk.here', { names: people.map(({ name }) => name).join(t('comma')) })}
        </p>
      )}
      {mayEdit && (
        <>
          <span className={classes.saving}>
            <SaveLine saving={saving} />
          </span>
          <Step icon={Undo2} label={t('desk.undo')} disabled={!canUndo} onClick={() => store.undo()} />
          <Step
            icon={Redo2}
            label={t('desk.redo')}
            disabled={!canRedo}
            onClick={() => store.undo({ redo: true })}
          />
        </>
      )}
      <BarTools
        bar={bar}
        tools={[
          {
            ...{ name: 'review', icon: MessageSquare, to: paths.studioReview.to(workId) },
            label:
              open > 0 ? t('publishing:review.titleCount', { count: open }) : t('publishing:review.title'),
          },
          { name: 'files', icon: Files, label: t('files.title'), run: () => setFilesOpen(true) },
          { name: 'history', icon: History, label: t('history.title'), run: () => setHistoryOpen(true) },
          ...(isDraft
            ? [
                {
                  ...{ name: 'delete', icon: Trash2, label: t('deletion.label') },
                  run: () => setDeleting(true),
                },
              ]
            : []),
        ]}
      />
      <PublishTools {...{ workId, snapshot, mayEdit, page }} />
      {areFilesOpen && (
        <FilesPanel {...{ workId, document, mayEdit, version, store }} onClose={() => setFilesOpen(false)} />
      )}
      {isDeleting && (
        <DeleteDraft {...{ workId, document }} people={assigned} onClose={() => setDeleting(false)} />
      )}
      {isHistoryOpen && (
        <HistoryPanel {...{ workId, store, mayEdit }} onClose={() => setHistoryOpen(false)} />
      )}
    </header>
  );
}

const Step = (props: { icon: typeof Undo2; label: string; disabled: boolean; onClick: () => void }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={40}
    aria-label={props.label}
    // The focus stays on a step that was the last one.
    data-disabled={props.disabled || undefined}
    aria-disabled={props.disabled}
    onClick={() => props.disabled || props.onClick()}
  >
    <Icon icon={props.icon} />
  </ActionIcon>
);

/** Works in fields too: typing is in the same undo history. */
function useUndoKeys(
  store: WorkStore,
  { mayEdit, canUndo, canRedo }: { mayEdit: boolean; canUndo: boolean; canRedo: boolean },
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!mayEdit || !(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y'))
        return;
      const redo = key === 'y' || event.shiftKey;
      event.preventDefault();
      if (redo ? canRedo : canUndo) store.undo({ redo });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store, mayEdit, canUndo, canRedo]);
}
