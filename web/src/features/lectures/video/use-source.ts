import type { Material } from '@vesalius/contract/lectures';
import { type RefObject, useEffect, useState } from 'react';
import { attachStream, canAttachStreams, playsStreams } from './attach-stream.ts';

/**
 * The source of the video element: the stream with a bit rate for the bandwidth, natively or by the library, or the
 * single file. The address is undefined while the library feeds the element.
 */
export function useSource(
  player: RefObject<HTMLVideoElement | null>,
  { url, stream_url }: Pick<NonNullable<Material['video']>, 'url' | 'stream_url'>,
  hasFailed: boolean,
): string | undefined {
  // New addresses replace the current one only after it has failed, so that playing is never interrupted.
  const [file, setFile] = useState(url);
  const [stream, setStream] = useState(stream_url);
  const [isNative, setNative] = useState(false);
  useEffect(() => {
    if (!hasFailed) return;
    // The single file always works, and the same renewal of addresses applies to it.
    setStream(null);
    setFile(url);
  }, [hasFailed, url]);

  useEffect(() => {
    const video = player.current;
    if (!video || stream === null) return;
    if (playsStreams(video)) return setNative(true);
    if (!canAttachStreams()) return setStream(null);
    let detach: (() => void) | null = null;
    let isLeft = false;
    const giveUp = () => {
      if (!isLeft) setStream(null);
    };
    attachStream(video, stream, giveUp).then((detachNow) => {
      if (isLeft) detachNow();
      else detach = detachNow;
    }, giveUp);
    return () => {
      isLeft = true;
      detach?.();
    };
  }, [player, stream]);

  if (stream === null) return file;
  return isNative ? stream : undefined;
}
