import { Progress } from '@mantine/core';
import type { WorkVideo } from '@vesalius/contract/work-files';
import { useTranslation } from 'react-i18next';
import classes from './media.module.css';

/** The progress of a conversion, its result, or why it failed. */
export function VideoState({ video }: { video: WorkVideo }) {
  const { t, i18n } = useTranslation('videos');
  const percent = Math.floor(video.done * 100);
  if (video.state === 'preparing')
    return (
      <div className={classes.state}>
        <span>{t(`step.${video.step ?? 'waiting'}`)}</span>
        <Progress.Root size="sm">
          <Progress.Section value={percent} aria-label={t('progress')} />
        </Progress.Root>
      </div>
    );
  return (
    <div className={classes.state} role="status">
      <p>{sentence()}</p>
      {video.notes.map((note) => (
        <p key={note}>{t('note', { note })}</p>
      ))}
    </div>
  );

  function sentence(): string {
    if (video.state === 'ready') {
      if (video.sizes.length === 0) return t('state.readySound');
      const sizes = video.sizes.map((lines) => t('lines', { lines }));
      return t('state.ready', { sizes: new Intl.ListFormat(i18n.language).format(sizes) });
    }
    if (video.was_stopped) return t('state.stopped');
    if (video.state === 'failed')
      return video.problem ? t('state.failed', { problem: video.problem }) : t('state.failedHere');
    return t(video.state === 'canceled' ? 'state.canceled' : 'state.unchanged');
  }
}
