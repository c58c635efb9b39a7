import { TriangleAlert } from 'lucide';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icon.tsx';
import classes from './captions.module.css';
import { CueForm } from './cue-form.tsx';
import { type Cue, type CueProblem, inOrder, withCue, writeTime } from './cues.ts';

export interface CueListProps {
  readonly cues: readonly Cue[];
  readonly wrong: ReadonlyMap<string, readonly CueProblem[]>;
  readonly selected: string | null;
  readonly playing: string | null;
  readonly language: string;
  readonly player: HTMLVideoElement | null;
  readonly mayEdit: boolean;
  readonly onSelect: (id: string | null) => void;
  readonly onWrite: (cues: readonly Cue[], told?: string) => void;
  /** Called when the last caption was deleted. */
  readonly onNone: () => void;
}

/** Captions in order of time; the open one can be edited. Arrow keys move between them. */
export function CueList(props: CueListProps) {
  const { cues, wrong, selected, playing, language, player, mayEdit, onSelect, onWrite } = props;
  const { t } = useTranslation('videos');
  const list = useRef<HTMLOListElement>(null);
  // The lecture plays on while another one is written.
  useEffect(() => {
    if (!playing || list.current?.contains(document.activeElement)) return;
    list.current?.querySelector(`[data-cue="${playing}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [playing]);
  const open = (cue: Cue) => {
    if (player) player.currentTime = cue.start;
    if (mayEdit) onSelect(cue.id);
  };
  const step = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = cues[index + by];
    if (by === 0 || !next) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-cue="${next.id}"] button`)?.focus();
  };
  const entered = selected ?? playing ?? cues[0]?.id;
  return (
    <>
      <p className="visually-hidden" id="captions-keys">
        {t('captions.keys')}
      </p>
      <ol className={classes.cues} ref={list} aria-describedby="captions-keys">
        {cues.map((cue, index) => (
          <li
            key={cue.id}
            className={classes.cue}
            data-cue={cue.id}
            data-playing={cue.id === playing || undefined}
            aria-current={cue.id === playing ? 'time' : undefined}
          >
            {cue.id === selected && mayEdit ? (
              <CueForm
                {...{ cue, cues, language, player, onSelect }}
                problems={wrong.get(cue.id) ?? []}
                onWrite={onWrite}
                onChange={(change) => {
                  const changed = withCue(cues, cue.id, change);
                  onWrite('start' in change ? inOrder(changed) : changed);
                }}
                onNone={props.onNone}
              />
            ) : (
              <button
                type="button"
                className={classes.row}
                tabIndex={cue.id === entered ? 0 : -1}
                onClick={() => open(cue)}
                onKeyDown={(event) => step(event, index)}
              >
                <span className={classes.time}>{writeTime(cue.start)}</span>
                <span dir="auto" lang={language} className={classes.words}>
                  {cue.text || <em>{t('captions.noWords')}</em>}
                </span>
                {wrong.get(cue.id)?.map((problem) => (
                  <span key={problem} className={classes.problem}>
                    <Icon icon={TriangleAlert} size={14} />
                    {t(`captions.problem.${problem}`)}
                  </span>
                ))}
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
