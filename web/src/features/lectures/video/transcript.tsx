import { useQuery } from '@tanstack/react-query';
import { type Cue, readCues } from '@vesalius/contract/lecture-cues';
import type { Material } from '@vesalius/contract/lectures';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/formats.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { FailedState } from '../../../ui/states.tsx';
import { transcriptOf } from './read-cues.ts';
import classes from './transcript.module.css';
import { useLanguageName } from './use-language-name.ts';

type Video = NonNullable<Material['video']>;

/** The track of a language. Its address changes with each grant, but not its content. */
export const cuesQuery = (materialId: string, kind: 'captions' | 'descriptions', track: Track | null) => ({
  queryKey: keyOf('lectures', 'cues', materialId, kind, track?.language),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Cue[]> => {
    if (!track) return [];
    const answer = await fetch(track.url, { signal });
    if (!answer.ok) throw new Error(`track: ${answer.status}`);
    return readCues(await answer.text());
  },
  staleTime: Number.POSITIVE_INFINITY,
});
type Track = Video['captions'][number];

/** The transcript of a lecture: its captions and, if available, its descriptions. */
export function Transcript({
  materialId,
  video: { captions, descriptions },
  onSeek,
}: {
  materialId: string;
  video: Video;
  onSeek: (seconds: number) => void;
}) {
  const { t, i18n } = useTranslation('lectures');
  const nameOf = useLanguageName();
  const languages = [...new Set([...captions, ...descriptions].map(({ language }) => language))];
  const [chosen, choose] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const language =
    chosen ?? languages.find((each) => each === i18n.language) ?? languages[0] ?? i18n.language;
  const find = (tracks: readonly Track[]) => tracks.find((track) => track.language === language) ?? null;
  const said = useQuery({ ...cuesQuery(materialId, 'captions', find(captions)), enabled: isOpen });
  const seen = useQuery({ ...cuesQuery(materialId, 'descriptions', find(descriptions)), enabled: isOpen });
  if (languages.length === 0) return null;
  const retry = () => {
    void said.refetch();
    void seen.refetch();
  };
  return (
    <details className={classes.transcript} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('transcript.title')}</h2>
      </summary>
      {languages.length > 1 && (
        <select
          className={classes.language}
          aria-label={t('transcript.language')}
          value={language}
          onChange={(event) => choose(event.target.value)}
        >
          {languages.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </select>
      )}
      {((said.isError && !said.data) || (seen.isError && !seen.data)) && <FailedState onRetry={retry} />}
      <ol className={classes.paragraphs}>
        {transcriptOf(said.data ?? [], seen.data ?? []).map(({ from, text, isSeen }) => (
          <li key={`${from} ${isSeen}`}>
            <button
              type="button"
              aria-label={t('transcript.playFrom', { time: formatDuration(from) })}
              onClick={() => onSeek(from)}
            >
              <bdi>{formatDuration(from)}</bdi>
            </button>
            <p>
              {isSeen && <em>{t('transcript.seen')} </em>}
              <span lang={language} dir="auto">
                {text}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
