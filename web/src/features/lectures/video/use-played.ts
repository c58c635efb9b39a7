import type { MaterialProgress } from '@vesalius/contract/lectures';
import { type RefObject, useEffect, useRef } from 'react';
import { CallError } from '../../../lib/api-client.ts';
import type { ProgressReport } from '../api.ts';
import { createPlayedRecorder } from './played-recorder.ts';

/**
 * Reports what is played: at the start, every ten seconds, on pause, and when the page is left. A failed report is sent
 * with the next one; what the server refuses is dropped. `onPlayed` hears how many seconds were played in this visit.
 */
export function usePlayed(
  player: RefObject<HTMLVideoElement | null>,
  report: ((report: ProgressReport) => Promise<MaterialProgress>) | null,
  onPlayed?: (seconds: number) => void,
): void {
  const latest = useRef(report);
  latest.current = report;
  const tell = useRef(onPlayed);
  tell.current = onPlayed;
  const isOn = report !== null;

  useEffect(() => {
    const video = player.current;
    if (!video || !isOn) return;
    const recorder = createPlayedRecorder();
    let sending = false;
    let isMoving = false;

    const send = async () => {
      if (sending) return;
      sending = true;
      const played = recorder.take();
      try {
        await latest.current?.({ played, position_seconds: Math.max(0, video.currentTime) });
      } catch (error) {
        const isLost = !(error instanceof CallError) || error.status === 0 || error.status >= 500;
        if (isLost) recorder.giveBack(played);
      }
      sending = false;
    };
    const onTime = () => {
      if (!isMoving || video.seeking) return;
      recorder.playing(video.currentTime, video.playbackRate);
      tell.current?.(recorder.total());
      if (recorder.isDue()) void send();
    };
    const onPlaying = () => {
      // The first report starts the server's clock.
      if (!isMoving) void send();
      isMoving = true;
      recorder.playing(video.currentTime, video.playbackRate);
    };
    const onStop = () => {
      // Records the last quarter of a second, for which no `timeupdate` fires.
      if (isMoving && !video.seeking) recorder.playing(video.currentTime, video.playbackRate);
      isMoving = false;
      recorder.interrupted();
      void send();
    };
    const onSeek = () => recorder.interrupted();
    const onHide = () => {
      if (document.visibilityState === 'hidden' && isMoving) void send();
    };

    video.addEventListener('playing', onPlaying);
    video.addEventListener('timeupdate', onTime);
    video.addEventListener('pause', onStop);
    video.addEventListener('ended', onStop);
    video.addEventListener('seeking', onSeek);
    video.addEventListener('waiting', onSeek);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      if (isMoving) onStop();
      video.removeEventListener('playing', onPlaying);
      video.removeEventListener('timeupdate', onTime);
      video.removeEventListener('pause', onStop);
      video.removeEventListener('ended', onStop);
      video.removeEventListener('seeking', onSeek);
      video.removeEventListener('waiting', onSeek);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [player, isOn]);
}
