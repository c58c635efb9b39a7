import { useEffect, useState } from 'react';
import { type Cue, cueAt } from './cues.ts';

/** The id of the caption at the lecture's position; null: none. */
export function useCurrentCue(player: HTMLVideoElement | null, cues: readonly Cue[] | null): string | null {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!player) return;
    const follow = () => setSeconds(player.currentTime);
    for (const event of ['timeupdate', 'seeking'] as const) player.addEventListener(event, follow);
    return () => {
      for (const event of ['timeupdate', 'seeking'] as const) player.removeEventListener(event, follow);
    };
  }, [player]);
  return player && cues ? (cueAt(cues, seconds)?.id ?? null) : null;
}
