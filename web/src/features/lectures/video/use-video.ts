import { type RefObject, useEffect, useState } from 'react';

export interface VideoState {
  readonly isPlaying: boolean;
  readonly isWaiting: boolean;
  readonly hasFailed: boolean;
  /** The file is damaged at this position. */
  readonly isDamaged: boolean;
  readonly position: number;
  /** 0 until the metadata is loaded. */
  readonly duration: number;
  /** The end of the buffered range at the current position. */
  readonly buffered: number;
  readonly volume: number;
  readonly isMuted: boolean;
  readonly speed: number;
}

/** https://html.spec.whatwg.org/#mediaerror */
const MEDIA_ERR_DECODE = 3;

const INITIAL: VideoState = {
  isPlaying: false,
  isWaiting: false,
  hasFailed: false,
  isDamaged: false,
  position: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  isMuted: false,
  speed: 1,
};

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'progress',
  'volumechange',
  'ratechange',
  'error',
  'emptied',
] as const;

/** The state of the video element, as it changes. The element itself stays the source of truth. */
export function useVideo(player: RefObject<HTMLVideoElement | null>): VideoState {
  const [state, setState] = useState(INITIAL);
  useEffect(() => {
    const video = player.current;
    if (!video) return;
    const read = () => setState(stateOf(video));
    for (const name of EVENTS) video.addEventListener(name, read);
    read();
    return () => {
      for (const name of EVENTS) video.removeEventListener(name, read);
    };
  }, [player]);
  return state;
}

function stateOf(video: HTMLVideoElement): VideoState {
  return {
    isPlaying: !video.paused && !video.ended,
    isWaiting: !video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    hasFailed: Boolean(video.error),
    isDamaged: video.error?.code === MEDIA_ERR_DECODE,
    position: video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    buffered: bufferedFrom(video),
    volume: video.volume,
    isMuted: video.muted,
    speed: video.playbackRate,
  };
}

function bufferedFrom({ buffered, currentTime }: HTMLVideoElement): number {
  for (let at = 0; at < (buffered?.length ?? 0); at += 1)
    if (buffered.start(at) <= currentTime && currentTime <= buffered.end(at)) return buffered.end(at);
  return currentTime;
}
