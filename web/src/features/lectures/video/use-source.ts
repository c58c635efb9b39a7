import type { Material } from '@vesalius/contract/lectures';
import { type RefObject, useEffect, useState } from 'react';
import { attachStream, canAttachStreams, playsStreams } from './attach-stream.ts';

/**
 * What the element plays: the stream in the size that the line carries, by itself or with the library's help, or the one
 * file. The address is undefined while the library feeds the element.
 */
export function useSource(
  player: RefObject<HTMLVideoElement | null>,
  { url, stream_url }: Pick<NonNullable<Material['video']>, 'url' | 'stream_url'>,
  hasFailed: boolean,
): string | undefined {
  // New addresses replace the ones in use only when these have failed: playing is never interrupted by them.
  const [file, setFile] = useState(url);
  const [stream, setStream] = useState(stream_url);
  const [isNative, setNative] = useState(false);
  useEffect(() => {
    if (!hasFailed) return;
    // The one file is the way that always works, and the same renewal of addresses serves it.
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
