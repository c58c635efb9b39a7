import { ActionIcon, Progress, Text } from '@mantine/core';
import { Pause, Play, X } from 'lucide';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../lib/format-size.ts';
import { formatWait } from '../lib/formats.ts';
import { secondsLeft, type UploadView } from '../lib/upload-view.ts';
import { useErrorText } from '../lib/use-error-text.ts';
import { announce } from './announce.ts';
import { Icon } from './icon.tsx';
import classes from './upload-list.module.css';

interface Acts {
  readonly onPause: (id: string) => void;
  readonly onResume: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

/** Uploads with their progress and actions. */
export function UploadList({ uploads, ...acts }: { uploads: readonly UploadView[] } & Acts) {
  const { t } = useTranslation('uploads');
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('label')}>
      {uploads.map((upload) => (
        <UploadItem key={upload.id} upload={upload} {...acts} />
      ))}
    </ul>
  );
}

const PAUSABLE = new Set<UploadView['state']>(['waiting', 'uploading', 'offline']);

function UploadItem({ upload, onPause, onResume, onRemove }: { upload: UploadView } & Acts) {
  const { t } = useTranslation('uploads');
  const { id, name, bytes, sentBytes, state, needsFile, error } = upload;
  const reason = useErrorText(state === 'refused' || state === 'paused' ? (error ?? undefined) : undefined);
  const stateText = needsFile ? t('needsFile') : t(`state.${state}`);
  useAnnounced(t('announced', { name, state: stateText }), state);
  const isDone = state === 'done';
  return (
    <li className={classes.item}>
      <Text component="span" fw={600} className={classes.name} dir="auto">
        {name}
      </Text>
      <div className={classes.acts}>
        {PAUSABLE.has(state) && <Act icon={Pause} label={t('pause', { name })} onClick={() => onPause(id)} />}
        {state === 'paused' && !needsFile && (
          <Act icon={Play} label={t('resume', { name })} onClick={() => onResume(id)} />
        )}
        <Act
          icon={X}
          label={isDone || state === 'refused' ? t('remove', { name }) : t('cancel', { name })}
          onClick={() => onRemove(id)}
        />
      </div>
      {!isDone && state !== 'refused' && !needsFile && (
        <Progress.Root size="sm" className={classes.bar}>
          <Progress.Section
            value={((sentBytes ?? 0) / bytes) * 100}
            aria-label={t('progress', { name })}
            {...(state === 'checking' ? { striped: true, animated: true } : {})}
          />
        </Progress.Root>
      )}
      <Text component="p" size="sm" c={state === 'refused' ? undefined : 'dimmed'} className={classes.facts}>
        {stateText}
        {!isDone && <Facts upload={upload} />}
      </Text>
      {reason && (
        <Text component="p" size="sm" className={classes.facts}>
          {reason}
        </Text>
      )}
    </li>
  );
}

function Facts({ upload }: { upload: UploadView }) {
  const { t, i18n } = useTranslation('uploads');
  const { bytes, sentBytes, bytesPerSecond } = upload;
  const size = (value: number) => formatSize(value, i18n.language);
  const left = secondsLeft(upload);
  const facts = [
    sentBytes === null ? size(bytes) : t('bytes', { sent: size(sentBytes), total: size(bytes) }),
    ...(bytesPerSecond === null ? [] : [t('speed', { speed: size(bytesPerSecond) })]),
    ...(left === null ? [] : [t('left', { time: formatWait(left, i18n.language) })]),
  ];
  return facts.map((fact) => (
    <span key={fact} className={classes.fact}>
      {fact}
    </span>
  ));
}

const Act = ({ icon, label, onClick }: { icon: typeof X; label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} onClick={onClick}>
    <Icon icon={icon} />
  </ActionIcon>
);

/** Announces a change of state, but not of progress. */
function useAnnounced(text: string, state: UploadView['state']): void {
  const said = useRef(state);
  useEffect(() => {
    if (said.current === state) return;
    said.current = state;
    announce(text);
  }, [state, text]);
}
