import type { LectureMark } from '@vesalius/contract/lectures';
import { VIDEO_MAX_SPEED } from '@vesalius/contract/lectures-played';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/formats.ts';
import classes from './lecture-player.module.css';
import { icons } from './player-icons.tsx';
import { canBeSmall, togglePictureInPicture } from './player-screen.ts';
import type { Captions } from './use-captions.ts';
import type { Descriptions } from './use-descriptions.ts';
import { useLanguageName } from './use-language-name.ts';
import type { VideoState } from './use-video.ts';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, VIDEO_MAX_SPEED];

export function PlayerControls({
  player,
  state,
  marks,
  captions,
  descriptions,
  onToggle,
  onJump,
  onFullScreen,
}: {
  player: RefObject<HTMLVideoElement | null>;
  state: VideoState;
  marks: readonly LectureMark[];
  captions: Captions;
  descriptions: Descriptions;
  onToggle: () => void;
  onJump: (seconds: number) => void;
  onFullScreen: () => void;
}) {
  const { t } = useTranslation('lectures');
  const change = (part: Partial<Pick<HTMLVideoElement, 'volume' | 'muted' | 'playbackRate'>>) => {
    if (player.current) Object.assign(player.current, part);
  };
  const nameOf = useLanguageName();

  return (
    <div className={classes.controls}>
      <SeekBar player={player} state={state} marks={marks} />
      <div className={classes.row}>
        <Control name={t(state.isPlaying ? 'video.pause' : 'video.play')} onUse={onToggle}>
          {state.isPlaying ? icons.pause : icons.play}
        </Control>
        <Control name={t('video.back')} className={classes.jump} onUse={() => onJump(-10)}>
          {icons.back}
        </Control>
        <Control name={t('video.forward')} className={classes.jump} onUse={() => onJump(10)}>
          {icons.forward}
        </Control>
        <Control name={t('video.mute')} isOn={state.isMuted} onUse={() => change({ muted: !state.isMuted })}>
          {state.isMuted || state.volume === 0 ? icons.silent : icons.sound}
        </Control>
        <input
          className={classes.volume}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={state.isMuted ? 0 : state.volume}
          aria-label={t('video.volume')}
          onChange={(event) => change({ volume: Number(event.target.value), muted: false })}
        />
        <span className={classes.time}>
          {formatDuration(state.position)} / {formatDuration(state.duration)}
        </span>
        <span className={classes.space} />
        {captions.languages.length === 1 && (
          <Control name={t('video.captions')} isOn={captions.shown !== null} onUse={captions.toggle}>
            {icons.captions}
          </Control>
        )}
        {captions.languages.length > 1 && (
          <select
            className={classes.choice}
            aria-label={t('video.captions')}
            value={captions.shown ?? ''}
            onChange={(event) => captions.show(event.target.value || null)}
          >
            <option value="">CC</option>
            {captions.languages.map((language) => (
              <option key={language} value={language}>
                {nameOf(language)}
              </option>
            ))}
          </select>
        )}
        {descriptions.exist && (
          <Control name={t('video.descriptions')} isOn={descriptions.areOn} onUse={descriptions.toggle}>
            {icons.descriptions}
          </Control>
        )}
        <select
          className={classes.choice}
          aria-label={t('video.speed')}
          value={state.speed}
          onChange={(event) => change({ playbackRate: Number(event.target.value) })}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
        {canBeSmall() && (
          <Control
            name={t('video.pictureInPicture')}
            className={classes.wide}
            onUse={() => togglePictureInPicture(player.current)}
          >
            {icons.small}
          </Control>
        )}
        <Control name={t('video.fullScreen')} onUse={onFullScreen}>
          {icons.full}
        </Control>
      </div>
    </div>
  );
}

/** The position, the buffered range, and the starts of the lecture's parts. */
function SeekBar({
  player,
  state,
  marks,
}: {
  player: RefObject<HTMLVideoElement | null>;
  state: VideoState;
  marks: readonly LectureMark[];
}) {
  const { t } = useTranslation('lectures');
  const { duration, position, buffered } = state;
  const percent = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;
  return (
    <div className={classes.seek}>
      <span className={classes.track} />
      <span className={classes.loaded} style={{ width: percent(buffered) }} />
      <span className={classes.played} style={{ width: percent(position) }} />
      {marks
        .filter(({ at_seconds: at }) => at > 0)
        .map(({ at_seconds: at }) => (
          <span key={at} className={classes.tick} style={{ left: percent(at) }} />
        ))}
      <input
        className={classes.range}
        type="range"
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(position)}
        aria-label={t('video.seek')}
        aria-valuetext={`${formatDuration(position)} / ${formatDuration(duration)}`}
        onChange={(event) => {
          if (player.current) player.current.currentTime = Number(event.target.value);
        }}
      />
    </div>
  );
}

function Control({
  name,
  isOn,
  className,
  onUse,
  children,
}: {
  name: string;
  isOn?: boolean;
  className?: string | undefined;
  onUse: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`${classes.control} ${className ?? ''}`}
      aria-label={name}
      title={name}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      onClick={onUse}
    >
      {children}
    </button>
  );
}
