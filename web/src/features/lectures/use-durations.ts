import type { MaterialSummary } from '@vesalius/contract/lectures';
import { useEffect, useState } from 'react';

/** From the specification: more at once would take bandwidth from the video that is being watched. */
const AT_ONCE = 2;

/** Loads a video's metadata for its duration; null if the file has none. */
function readDuration(url: string, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const done = (seconds: number | null) => {
      video.removeAttribute('src');
      resolve(seconds);
    };
    video.preload = 'metadata';
    video.muted = true;
    video.onloadedmetadata = () => done(Number.isFinite(video.duration) ? video.duration : null);
    video.onerror = () => done(null);
    signal.addEventListener('abort', () => done(null));
    video.src = url;
  });
}

/**
 * The durations of lectures by id. The import has measured most of them; the others are read from the files, two at a
 * time.
 */
export function useDurations(
  materials: readonly MaterialSummary[],
  read: typeof readDuration = readDuration,
): ReadonlyMap<string, number> {
  const [durations, setDurations] = useState<ReadonlyMap<string, number>>(new Map());
  const wanted = materials
    .filter(
      ({ material_type: kind, duration_seconds: known, url }) => kind === 'video' && known === null && url[0],
    )
    .map(({ id, url }) => `${id} ${url[0]}`)
    .join('\n');

  useEffect(() => {
    const queue = wanted === '' ? [] : wanted.split('\n');
    const stop = new AbortController();
    const work = async () => {
      for (let line = queue.shift(); line !== undefined && !stop.signal.aborted; line = queue.shift()) {
        const [id = '', url = ''] = line.split(' ');
        const seconds = await read(url, stop.signal);
        if (seconds !== null && !stop.signal.aborted)
          setDurations((before) => new Map(before).set(id, seconds));
      }
    };
    for (let at = 0; at < AT_ONCE; at += 1) void work();
    return () => stop.abort();
  }, [wanted, read]);

  return new Map([
    ...durations,
    ...materials.flatMap(({ id, duration_seconds: known }) => (known === null ? [] : [[id, known] as const])),
  ]);
}
