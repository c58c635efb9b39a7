import { baseLanguage } from '../../../lib/language-tags.ts';
import type { Voice } from './speaker.ts';

/** How listening sounds on this device. */
export interface ListeningSettings {
  /** 1 = the usual speed of the voice. */
  readonly rate: number;
  /** The chosen voice of each language (`en`); without one, the best of the device. */
  readonly voices: Readonly<Record<string, string>>;
}

export const RATES = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** When listening ends by itself: never, at the end of the chapter, or after this time (minutes). */
export const SLEEPS = ['off', 'chapter', 5, 15, 30, 45, 60] as const;
export type Sleep = (typeof SLEEPS)[number];

const KEY = 'listening';
const FIRST: ListeningSettings = { rate: 1, voices: {} };

export function readListeningSettings(): ListeningSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<ListeningSettings>;
    return {
      rate: RATES.find((rate) => rate === kept.rate) ?? FIRST.rate,
      voices: typeof kept.voices === 'object' && kept.voices !== null ? kept.voices : FIRST.voices,
    };
  } catch {
    return FIRST;
  }
}

export function keepListeningSettings(settings: ListeningSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // storage is off: the choice lasts until the book is closed
  }
}

/** The chosen voice of the language, or else the best one. */
export const chosenVoice = (
  voices: readonly Voice[],
  { voices: chosen }: ListeningSettings,
  language: string,
): Voice | undefined => voices.find((voice) => voice.id === chosen[baseLanguage(language)]) ?? voices[0];

export const withVoice = (
  settings: ListeningSettings,
  language: string,
  voiceId: string,
): ListeningSettings => ({
  ...settings,
  voices: { ...settings.voices, [baseLanguage(language)]: voiceId },
});
