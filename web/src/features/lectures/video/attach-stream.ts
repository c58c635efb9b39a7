const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** Seconds that are loaded before anybody presses play, and from then on. */
const BUFFER_SECONDS = { before: 1, playing: 30 };

/** Safari, every browser of iPhones, and Chrome: no script of ours comes between. */
export const playsStreams = (video: HTMLVideoElement): boolean => video.canPlayType(PLAYLIST_TYPE) !== '';

/** Whether the library could play one where the browser cannot. */
export const canAttachStreams = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;

/**
 * Plays a stream in a browser that knows none. Its library is loaded now and never earlier. `onFailed` is told once, when
 * nothing more will come; what it answers detaches.
 */
export async function attachStream(
  video: HTMLVideoElement,
  url: string,
  onFailed: () => void,
): Promise<() => void> {
  const { default: Hls } = await import('hls.js/light');
  if (!Hls.isSupported()) throw new Error('no stream can be attached here');
  const hls = new Hls({
    // Its worker would repack other containers; ours are played as they come.
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
