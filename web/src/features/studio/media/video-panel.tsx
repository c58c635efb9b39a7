import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkVideo } from '@vesalius/contract/work-files';
import { entriesOf, type Fields, idOf, type Path, valueAt } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { formatDuration } from '../../../lib/formats.ts';
import { announce } from '../../../ui/announce.ts';
import { notifyError } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/states.tsx';
import { videosOptions, workFilesApi, workOptions } from '../api.ts';
import { shortId } from '../fields/field-spec.ts';
import { useForm } from '../fields/form-context.ts';
import { addEntry } from '../fields/set-field.ts';
import { CaptionsEditor } from './captions/captions-editor.tsx';
import { Tracks } from './captions/tracks.tsx';
import classes from './media.module.css';
import { VideoState } from './video-state.tsx';

/** The lecture above its fields: its conversion state, a player to set its marks, and its captions. */
export function VideoPanel({ at, lecture }: { at: Path; lecture: Fields }) {
  const { t, i18n } = useTranslation('videos');
  const { workId, document, mayEdit } = useForm();
  const [track, openTrack] = useState<Path | null>(null);
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null);
  const client = useQueryClient();
  const { data: work } = useQuery(workOptions(workId));
  const { data, error, refetch } = useQuery(videosOptions(workId));
  const act = useMutation({
    mutationFn: ({ asset, isWanted }: { asset: string; isWanted: boolean }) =>
      (isWanted ? workFilesApi.prepareWorkVideo : workFilesApi.cancelWorkVideo)({
        params: { id: workId, asset },
      }),
    onSuccess: (videos) => client.setQueryData(videosOptions(workId).queryKey, videos),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  const asset = work?.files.find(({ path }) => path === lecture.file)?.asset;
  const video = data?.videos.find((each) => each.asset === asset);
  if (!data) return null;
  const isOpen = track !== null && valueAt(document, track) !== undefined;
  return (
    <div className={classes.beside} data-captions={isOpen || undefined}>
      <section className={classes.panel} aria-label={t('label')}>
        {video && (
          <Player key={`${video.asset} ${video.state}`} {...{ video, at, lecture }} onPlayer={setPlayer} />
        )}
        {video && <VideoState video={video} />}
        {!data.converts && <p className={classes.state}>{t('notConverted')}</p>}
        {mayEdit && video && data.converts && (
          <VideoAct video={video} isBusy={act.isPending} onAct={act.mutate} />
        )}
        <Tracks at={at} lecture={lecture} opened={track} onOpen={openTrack} />
      </section>
      {isOpen && (
        <CaptionsEditor
          key={track.join('/')}
          {...{ track, player }}
          duration={video?.duration_seconds ?? null}
          onClose={() => openTrack(null)}
        />
      )}
    </div>
  );
}

function VideoAct({
  video: { asset, state, was_stopped: wasStopped },
  isBusy,
  onAct,
}: {
  video: WorkVideo;
  isBusy: boolean;
  onAct: (act: { asset: string; isWanted: boolean }) => void;
}) {
  const { t } = useTranslation('videos');
  if (state === 'ready') return null;
  const isWanted = state !== 'preparing';
  return (
    <Button
      className={classes.act ?? ''}
      variant="default"
      size="xs"
      loading={isBusy}
      onClick={() => onAct({ asset, isWanted })}
    >
      {t(wasStopped ? 'tryAgain' : isWanted ? 'again' : 'cancel')}
    </Button>
  );
}

interface PlayerProps {
  readonly video: WorkVideo;
  readonly at: Path;
  readonly lecture: Fields;
  readonly onPlayer: (player: HTMLVideoElement | null) => void;
}

function Player({ video, at, lecture, onPlayer }: PlayerProps) {
  const { t } = useTranslation('videos');
  const { document, mayEdit, change } = useForm();
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null);
  // An address with a new grant would restart the lecture.
  const [shown, setShown] = useState(video);
  if (video.state !== 'ready' && video.state !== 'unchanged') return null;
  const setMark = () => {
    const seconds = Math.floor(player?.currentTime ?? 0);
    const last = entriesOf(lecture.marks).at(-1);
    const entry = { _id: shortId(), at_seconds: seconds, title: t('markTitle') };
    change(addEntry(document, [...at, 'marks'], entry, last ? idOf(last) : null));
    announce(t('marked', { time: formatDuration(seconds) }));
  };
  return (
    <>
      <video
        ref={(element) => {
          setPlayer(element);
          onPlayer(element);
        }}
        className={classes.player}
        src={shown.url}
        {...(shown.poster_url ? { poster: shown.poster_url } : {})}
        onError={() => shown.url !== video.url && setShown(video)}
        controls
        preload="metadata"
        aria-label={t('label')}
      />
      {mayEdit && (
        <Button className={classes.act ?? ''} variant="default" size="xs" onClick={setMark}>
          {t('markHere')}
        </Button>
      )}
    </>
  );
}
