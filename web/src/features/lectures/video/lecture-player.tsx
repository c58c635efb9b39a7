import { Button } from '@mantine/core';
import type { LectureMark, Material, MaterialProgress } from '@vesalius/contract/lectures';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/formats.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useRetries } from '../../../lib/use-retries.ts';
import type { ProgressReport } from '../api.ts';
import classes from './lecture-player.module.css';
import { PlayerControls } from './player-controls.tsx';
import { icons } from './player-icons.tsx';
import { toggleFullScreen } from './player-screen.ts';
import { useCaptions } from './use-captions.ts';
import { useDescriptions } from './use-descriptions.ts';
import { useIdle } from './use-idle.ts';
import { useLanguageName } from './use-language-name.ts';
import { usePlayed } from './use-played.ts';
import { useSource } from './use-source.ts';
import { useVideo } from './use-video.ts';

export interface LecturePlayerProps {
  readonly materialId: string;
  readonly title: string;
  readonly video: NonNullable<Material['video']>;
  readonly marks: readonly LectureMark[];
  /** Start here instead of at the stored position. */
  readonly startAt: number | null;
  /** Null: nothing is recorded. */
  readonly onReport: ((report: ProgressReport) => Promise<MaterialProgress>) | null;
  /** Called when the file failed to load and new addresses are needed. */
  readonly onExpired: () => void;
  /** For links that jump within the lecture. */
  readonly player: RefObject<HTMLVideoElement | null>;
  readonly onPosition?: (seconds: number) => void;
  /** How many seconds of the video were played in this visit. */
  readonly onPlayed?: (seconds: number) => void;
}

/** A stored position closer to either end than this starts from the beginning (seconds). */
const NOT_WORTH_RESUMING = 5;
const JUMP_SECONDS = 10;

/** A lecture. The browser's video element plays it; the controls are ours, in the reader's language. */
export function LecturePlayer(props: LecturePlayerProps) {
  const { materialId, title, video, marks, startAt, onReport, onExpired, player, onPosition, onPlayed } =
    props;
  const { t } = useTranslation('lectures');
  const isOnline = useOnline();
  const box = useRef<HTMLElement>(null);
  const state = useVideo(player);
  const captions = useCaptions(player, video.captions);
  const descriptions = useDescriptions(player, materialId, video);
  const nameOf = useLanguageName();
  const isIdle = useIdle(box, state.isPlaying);
  usePlayed(player, onReport, onPlayed);
  useEffect(() => onPosition?.(state.position), [onPosition, state.position]);

  const src = useSource(player, video, state.hasFailed);

  const retry = () => {
    onExpired();
    player.current?.load();
  };
  // A damaged file stays damaged: retry once, because a decoder may fail by chance.
  useRetries(state.hasFailed, retry, state.isDamaged ? 1 : undefined);

  const [begin] = useState(() => startAt ?? video.position_seconds);
  const [isResumed, setResumed] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  // With new addresses, playing continues from the last position.
  const place = useRef(begin);
  const onMetadata = () => {
    const element = player.current;
    if (!element) return;
    const worth = place.current > NOT_WORTH_RESUMING && place.current < element.duration - NOT_WORTH_RESUMING;
    if (worth || startAt !== null) element.currentTime = place.current;
    if (worth && startAt === null && !hasBegun) setResumed(true);
    if (hasBegun) void element.play().catch(() => {});
  };
  useEffect(() => {
    if (state.position > 0 && !state.hasFailed) place.current = state.position;
  }, [state.position, state.hasFailed]);

  const skipDamage = () => {
    place.current += JUMP_SECONDS;
    retry();
  };

  const toggle = () => {
    const element = player.current;
    if (!element) return;
    if (element.paused) void element.play().catch(() => {});
    else element.pause();
  };
  /** The big button disappears with the first frame, so the video takes the focus and the keys. */
  const begins = () => {
    toggle();
    player.current?.focus({ preventScroll: true });
  };
  const jump = (seconds: number) => {
    const element = player.current;
    if (element)
      element.currentTime = Math.min(element.duration || 0, Math.max(0, element.currentTime + seconds));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target as HTMLElement;
    if (on.tagName === 'SELECT' || (on.tagName === 'INPUT' && event.key.startsWith('Arrow'))) return;
    const isButton = on.tagName === 'BUTTON';
    const actions: Record<string, () => void> = {
      ...(isButton ? {} : { ' ': toggle }),
      k: toggle,
      ArrowLeft: () => jump(-JUMP_SECONDS),
      ArrowRight: () => jump(JUMP_SECONDS),
      f: () => toggleFullScreen(box.current, player.current),
      m: () => {
        if (player.current) player.current.muted = !player.current.muted;
      },
      c: captions.toggle,
      ...(descriptions.exist ? { d: descriptions.toggle } : {}),
    };
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const failure = state.isDamaged ? 'damaged' : isOnline ? 'failed' : 'unreached';
  return (
    <section
      ref={box}
      className={classes.player}
      dir="ltr"
      aria-label={t('video.label', { title })}
      data-idle={isIdle}
      onKeyDown={onKey}
    >
      <video
        ref={player}
        className={classes.video}
        style={video.width && video.height ? { aspectRatio: `${video.width} / ${video.height}` } : {}}
        {...(src ? { src } : {})}
        {...(video.poster_url ? { poster: video.poster_url } : {})}
        preload="metadata"
        playsInline
        tabIndex={0}
        aria-label={title}
        onClick={toggle}
        onLoadedMetadata={onMetadata}
        onPlay={() => {
          setBegun(true);
          setResumed(false);
        }}
      >
        {video.captions.map(({ language, url }) => (
          <track key={language} kind="captions" srcLang={language} label={nameOf(language)} src={url} />
        ))}
      </video>
      {state.isWaiting && hasBegun && !state.hasFailed && <div className={classes.waiting} />}
      {!hasBegun && !state.hasFailed && (
        <button type="button" className={classes.big} aria-label={t('video.play')} onClick={begins}>
          {icons.play}
        </button>
      )}
      {isResumed && (
        <div className={classes.notice} dir="auto">
          {t('video.resumed', { time: formatDuration(place.current) })}
          <button
            type="button"
            className={classes.link}
            onClick={() => {
              place.current = 0;
              if (player.current) player.current.currentTime = 0;
              setResumed(false);
            }}
          >
            {t('video.fromStart')}
          </button>
        </div>
      )}
      <PlayerControls
        player={player}
        state={state}
        marks={marks}
        captions={captions}
        descriptions={descriptions}
        onToggle={toggle}
        onJump={jump}
        onFullScreen={() => toggleFullScreen(box.current, player.current)}
      />
      {state.hasFailed && (
        <div className={classes.failed} role="alert" dir="auto">
          <p>{t(`video.${failure}`)}</p>
          <p>{t(`video.${failure}Hint`)}</p>
          {failure === 'damaged' && (
            <Button variant="default" onClick={skipDamage}>
              {t('video.skip')}
            </Button>
          )}
          <Button variant="default" onClick={retry}>
            {t('video.tryAgain')}
          </Button>
        </div>
      )}
    </section>
  );
}
