const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** Seconds to buffer before playing, and while playing. */
const BUFFER_SECONDS = { before: 1, playing: 30 };

/** Safari, all iPhone browsers, and Chrome play streams natively, without our script. */
export const playsStreams = (video: HTMLVideoElement): boolean => video.canPlayType(PLAYLIST_TYPE) !== '';

/** Whether the library could play a stream in a browser that cannot. */
export const canAttachStreams = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;

/**
 * Plays a stream in a browser without native support. Loads the library now and never earlier. `onFailed` is called
 * once, when playing cannot continue. The returned function detaches the stream.
 */
export async function attachStream(
  video: HTMLVideoElement,
  url: string,
  onFailed: () => void,
): Promise<() => void> {
  const { default: Hls } = await import('hls.js/light');
  if (!Hls.isSupported()) throw new Error('this browser cannot play a stream');
  const hls = new Hls({
    // Its worker would repackage other containers; our streams need no repackaging.
    enableWorker: false,
    capLevelToPlayerSize: true,
    maxBufferLength: BUFFER_SECONDS.before,
    backBufferLength: BUFFER_SECONDS.playing,
  });
  const onPlay = () => {
    hls.config.maxBufferLength = BUFFER_SECONDS.playing;
  };
  video.addEventListener('play', onPlay, { once: true });
  if (!video.paused) onPlay();
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) onFailed();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => {
    video.removeEventListener('play', onPlay);
    hls.destroy();
  };
}
