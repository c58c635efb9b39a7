import { useQuery } from '@tanstack/react-query';
import type { Material } from '@vesalius/contract/lectures';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cuesQuery } from './transcript.tsx';

type Video = NonNullable<Material['video']>;

export interface Descriptions {
  /** False if this lecture has no descriptions, or the browser has no speech synthesis. */
  readonly exist: boolean;
  readonly areOn: boolean;
  toggle(): void;
}

const KEY = 'lecture-descriptions';
const remembered = () => {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
};

/**
 * The browser's voice speaks the descriptions while the lecture pauses, because they take longer than the gaps in its
 * speech.
 */
export function useDescriptions(
  player: RefObject<HTMLVideoElement | null>,
  materialId: string,
  { descriptions }: Video,
): Descriptions {
  const { i18n } = useTranslation();
  const exist = descriptions.length > 0 && typeof speechSynthesis !== 'undefined';
  const [chosen, setChosen] = useState(remembered);
  const areOn = exist && chosen;
  const track = descriptions.find(({ language }) => language === i18n.language) ?? descriptions[0] ?? null;
  const language = track?.language;
  const { data: cues } = useQuery({ ...cuesQuery(materialId, 'descriptions', track), enabled: areOn });

  useEffect(() => {
    const video = player.current;
    if (!areOn || !cues || !video) return;
    let last = video.currentTime;
    let spoken: SpeechSynthesisUtterance | null = null;
    const onTime = () => {
      const now = video.currentTime;
      const cue = video.seeking ? undefined : cues.find(({ from }) => from > last - 0.01 && from <= now);
      last = now;
      if (!cue || spoken || video.paused) return;
      const utterance = new SpeechSynthesisUtterance(cue.text);
      if (language) utterance.lang = language;
      spoken = utterance;
      const goOn = () => {
        if (spoken !== utterance) return;
        spoken = null;
        last = video.currentTime + 0.02;
        void video.play().catch(() => {});
      };
      utterance.onend = goOn;
      utterance.onerror = goOn;
      video.pause();
      speechSynthesis.speak(utterance);
    };
    // The user resumes before the voice has finished, or seeks.
    const hush = () => {
      if (!spoken) return;
      spoken = null;
      last = video.currentTime + 0.02;
      speechSynthesis.cancel();
    };
    const onSeeking = () => {
      hush();
      last = video.currentTime;
    };
    video.addEventListener('timeupdate', onTime);
    video.addEventListener('play', hush);
    video.addEventListener('seeking', onSeeking);
    return () => {
      hush();
      video.removeEventListener('timeupdate', onTime);
      video.removeEventListener('play', hush);
      video.removeEventListener('seeking', onSeeking);
    };
  }, [player, areOn, cues, language]);

  return {
    exist,
    areOn,
    toggle() {
      setChosen(!chosen);
      try {
        localStorage.setItem(KEY, chosen ? 'off' : 'on');
      } catch {
        // storage is disabled: the choice lasts until the page is left
      }
    },
  };
}
