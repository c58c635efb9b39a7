import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface Captions {
  readonly languages: readonly string[];
  /** Null: off. */
  readonly shown: string | null;
  readonly show: (language: string | null) => void;
  readonly toggle: () => void;
}

const KEY = 'lecture-captions';
const remembered = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};
const remember = (language: string | null) => {
  try {
    localStorage.setItem(KEY, language ?? 'off');
  } catch {
    // storage is disabled: the choice lasts until the page is left
  }
};

/** Which captions are shown: off at first, later the last choice. */
export function useCaptions(
  player: RefObject<HTMLVideoElement | null>,
  captions: readonly { readonly language: string }[],
): Captions {
  const { i18n } = useTranslation();
  const languages = captions.map(({ language }) => language);
  const [chosen, setChosen] = useState<string | null>(remembered);
  const shown = chosen !== null && languages.includes(chosen) ? chosen : null;

  useEffect(() => {
    for (const track of player.current?.textTracks ?? [])
      track.mode = track.language === shown ? 'showing' : 'disabled';
  }, [player, shown]);

  const show = (language: string | null) => {
    setChosen(language);
    remember(language);
  };
  const first = languages.includes(i18n.language) ? i18n.language : (languages[0] ?? null);
  return { languages, shown, show, toggle: () => show(shown ? null : first) };
}
