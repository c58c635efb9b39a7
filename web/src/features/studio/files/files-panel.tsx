import { Button, Drawer, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FileRemoval } from '@vesalius/contract/work-files';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { File, Folder } from 'lucide';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatSize } from '../../../lib/format-size.ts';
import { formatDateTime } from '../../../lib/formats.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { workOptions } from '../api.ts';
import { useFieldLabel } from '../fields/field-label.ts';
import { WaitingDecisions } from '../media/study/waiting-decisions.tsx';
import type { WorkStore } from '../model/work-store.ts';
import { fieldAddress, fieldTrail } from '../publish/field-place.ts';
import { removalsOptions } from './api.ts';
import classes from './files.module.css';
import { type ListedFile, listFiles } from './list-files.ts';
import { useFileRemovals } from './use-file-removals.ts';

interface FilesPanelProps {
  readonly workId: string;
  readonly document: Fields;
  readonly mayEdit: boolean;
  readonly version: number;
  readonly store: Pick<WorkStore, 'undo' | 'takeSteps'>;
  readonly onClose: () => void;
}

/** The files of the work with the fields that use them, and what was removed. */
export function FilesPanel({ workId, document, mayEdit, version, store, onClose }: FilesPanelProps) {
  const { t } = useTranslation('studio');
  useReturnsFocus();
  const [term, setTerm] = useState('');
  const { data: work, error, refetch } = useQuery(workOptions(workId));
  const { data: removed } = useQuery(removalsOptions(workId));
  const { remove, restore } = useFileRemovals(workId, store);
  const listed = work && listFiles(document, work.files);
  const wanted = term.trim().toLowerCase();
  const shown = listed?.filter(
    ({ name, path }) => name.toLowerCase().includes(wanted) || path.toLowerCase().includes(wanted),
  );
  return (
    <Drawer
      opened
      size="lg"
      position="right"
      title={t('files.title')}
      closeButtonProps={{ 'aria-label': t('files.close') }}
      onClose={onClose}
    >
      {mayEdit && <WaitingDecisions {...{ workId, version, onOpen: onClose }} />}
      {error && !work && <FailedState error={error} onRetry={() => void refetch()} />}
      {!error && !shown && <Skeleton h={320} />}
      {listed && listed.length > MANY_FILES && (
        <TextInput
          type="search"
          label={t('files.search')}
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
        />
      )}
      {listed?.length === 0 && <p>{t('files.none')}</p>}
      <p role="status" className={classes.facts}>
        {wanted && shown?.length === 0 && t('files.noMatch', { term: term.trim() })}
      </p>
      {shown && (
        <ul className={classes.files} aria-label={t('files.title')}>
          {shown.map((file) => (
            <FileLine
              key={file.path}
              {...{ workId, document, file, onOpen: onClose }}
              isRemoving={remove.isPending && remove.variables.path === file.path}
              onRemove={mayEdit ? () => !remove.isPending && remove.mutate(file) : null}
            />
          ))}
        </ul>
      )}
      {removed && removed.removals.length > 0 && (
        <section aria-labelledby="removed-files">
          <h3 id="removed-files" className={classes.heading}>
            {t('files.removedTitle')}
          </h3>
          <p className={classes.facts}>{t('files.kept')}</p>
          <ul className={classes.files}>
            {removed.removals.map((removal) => (
              <RemovalLine
                key={removal.id}
                removal={removal}
                onRestore={mayEdit ? () => restore.mutate(removal.id) : null}
              />
            ))}
          </ul>
        </section>
      )}
    </Drawer>
  );
}

/** From so many on, files are found by name. */
const MANY_FILES = 12;

interface FileLineProps {
  readonly workId: string;
  readonly document: Fields;
  readonly file: ListedFile;
  readonly onOpen: () => void;
  /** Null: the user may not change the book. */
  readonly onRemove: (() => void) | null;
  /** Until it is removed it cannot be removed again. */
  readonly isRemoving: boolean;
}

function FileLine({ workId, document, file, onOpen, onRemove, isRemoving }: FileLineProps) {
  const { t, i18n } = useTranslation(['studio', 'publishing']);
  const labelOf = useFieldLabel();
  const [isAsking, setAsking] = useState(false);
  const { name, files, bytes, address, uses } = file;
  const size = formatSize(bytes, i18n.language);
  return (
    <li className={classes.file}>
      {address ? <img src={address} alt="" loading="lazy" /> : <Blank files={files} />}
      <div className={classes.about}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        <small className={classes.facts}>
          {files > 1 ? t('files.folder', { count: files, number: files, size }) : size}
          {uses.length === 0 && ` · ${t('files.unused')}`}
        </small>
        {uses.length > 0 && (
          <ul className={classes.uses} aria-label={t('files.usedBy', { name })}>
            {uses.map((path) => (
              <li key={path.join('/')}>
                <Link to={fieldAddress(workId, path)} onClick={onOpen}>
                  <bdi>{fieldTrail(document, path, labelOf).join(t('publishing:trail'))}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {isAsking && (
          <AskRemoval
            {...{ name, uses: uses.length, isRemoving, onRemove }}
            onKeep={() => setAsking(false)}
          />
        )}
      </div>
      {onRemove && !isAsking && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('file.removeOne', { name })}
          loading={isRemoving}
          onClick={() => (uses.length > 0 ? setAsking(true) : onRemove())}
        >
          {t('file.remove')}
        </Button>
      )}
    </li>
  );
}

/** Asks before a file is removed that fields use. */
function AskRemoval({
  name,
  uses,
  isRemoving,
  onRemove,
  onKeep,
}: Pick<FileLineProps, 'isRemoving' | 'onRemove'> & { name: string; uses: number; onKeep: () => void }) {
  const { t } = useTranslation('studio');
  useReturnsFocus();
  return (
    <div
      role="alertdialog"
      aria-label={t('files.ask', { name })}
      className={classes.ask}
      onKeyDown={({ key }) => key === 'Escape' && onKeep()}
    >
      <p>{t('files.used', { count: uses, number: uses })}</p>
      <div className={classes.acts}>
        <ActButton
          size="xs"
          color="oxblood"
          loading={isRemoving}
          onClick={onRemove ?? undefined}
          {...ESCAPE_STAYS}
        >
          {t('files.removeUsed')}
        </ActButton>
        <Button size="xs" variant="default" autoFocus onClick={onKeep} {...ESCAPE_STAYS}>
          {t('files.keep')}
        </Button>
      </div>
    </div>
  );
}

/** Escape does not close the panel around it. */
const ESCAPE_STAYS = { 'data-mantine-stop-propagation': true };

function RemovalLine({ removal, onRestore }: { removal: FileRemoval; onRestore: (() => void) | null }) {
  const { t, i18n } = useTranslation('studio');
  const { path, files, bytes, removed_at, removed_by } = removal;
  const size = formatSize(bytes, i18n.language);
  return (
    <li className={classes.file}>
      <Blank files={files} />
      <div className={classes.about}>
        <span className={classes.name}>
          <bdi>{path}</bdi>
        </span>
        <small className={classes.facts}>
          {files > 1 ? t('files.folder', { count: files, number: files, size }) : size} ·{' '}
          <bdi>{removed_by ?? t('conflict.somebody')}</bdi> · {formatDateTime(removed_at, i18n.language)}
        </small>
      </div>
      {onRestore && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('files.restoreOne', { name: path })}
          onClick={onRestore}
        >
          {t('files.restore')}
        </Button>
      )}
    </li>
  );
}

/** In the place of a picture. */
const Blank = ({ files }: { files: number }) => (
  <span className={classes.blank}>
    <Icon icon={files > 1 ? Folder : File} />
  </span>
);
