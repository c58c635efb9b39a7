import { Button, Textarea, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../../ui/announce.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { OWN_DIRECTION } from '../../../../ui/own-direction.ts';
import classes from './captions.module.css';
import {
  type Cue,
  type CueProblem,
  joinWithNext,
  readTime,
  splitCue,
  withNewCue,
  writeTime,
} from './cues.ts';

/** Steps of the arrow keys in a time field; the long one with Shift (seconds). */
const TIME_STEPS = { short: 0.1, long: 1 };

interface CueFormProps {
  readonly cue: Cue;
  readonly cues: readonly Cue[];
  readonly problems: readonly CueProblem[];
  readonly language: string;
  readonly player: HTMLVideoElement | null;
  readonly onChange: (change: Partial<Omit<Cue, 'id'>>) => void;
  readonly onWrite: (cues: readonly Cue[], told?: string) => void;
  readonly onSelect: (id: string | null) => void;
  readonly onNone: () => void;
}

/** One caption with its times and text. */
export function CueForm(props: CueFormProps) {
  const { cue, cues, problems, language, player, onChange, onWrite, onSelect } = props;
  const { t } = useTranslation('videos');
  const words = useRef<HTMLTextAreaElement>(null);
  const index = cues.findIndex(({ id }) => id === cue.id);
  const next = cues[index + 1];
  useEffect(() => {
    const field = words.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const setNow = (name: 'start' | 'end') => {
    if (!player) return;
    const seconds = Math.round(player.currentTime * 1000) / 1000;
    onChange({ [name]: seconds });
    announce(t(`captions.set.${name}`, { time: writeTime(seconds) }));
  };
  const split = () => {
    const caret = words.current?.selectionStart ?? 0;
    const made = splitCue(cues, cue.id, { caret, seconds: player?.currentTime ?? null });
    onWrite(made.cues, t('captions.didSplit'));
    onSelect(made.id);
  };
  const join = () => {
    onWrite(joinWithNext(cues, cue.id), t('captions.didJoin'));
    // On the last caption the button becomes disabled.
    words.current?.focus();
  };
  const addAfter = () => {
    const made = withNewCue(cues, cue.end);
    onWrite(made.cues);
    onSelect(made.id);
  };
  const remove = () => {
    onWrite(
      cues.filter(({ id }) => id !== cue.id),
      t('captions.deleted', { time: writeTime(cue.start) }),
    );
    const neighbor = next ?? cues[index - 1];
    onSelect(neighbor?.id ?? null);
    if (!neighbor) props.onNone();
  };
  const play = () => void (player?.paused ? player.play() : player?.pause());
  const onKey = (event: KeyboardEvent) => {
    const act = actOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  function actOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): (() => void) | undefined {
    if (key === 'Escape') return () => onSelect(null);
    if (altKey && key === 'ArrowDown') return () => onSelect(next?.id ?? cue.id);
    if (altKey && key === 'ArrowUp') return () => onSelect(cues[index - 1]?.id ?? cue.id);
    if (!ctrlKey && !metaKey) return undefined;
    if (key === 'Enter') return addAfter;
    const byKey = { b: () => setNow('start'), e: () => setNow('end'), k: play };
    return player ? byKey[key.toLowerCase() as keyof typeof byKey] : undefined;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields and buttons within
    <div className={classes.form} onKeyDown={onKey}>
      <div className={classes.times}>
        <TimeField
          label={t('captions.beginTime')}
          seconds={cue.start}
          onTime={(start) => onChange({ start })}
        />
        {player && (
          <Button
            size="xs"
            variant="default"
            onClick={() => setNow('start')}
            aria-label={t('captions.beginNow')}
          >
            {t('captions.now')}
          </Button>
        )}
        <TimeField label={t('captions.endTime')} seconds={cue.end} onTime={(end) => onChange({ end })} />
        {player && (
          <Button size="xs" variant="default" onClick={() => setNow('end')} aria-label={t('captions.endNow')}>
            {t('captions.now')}
          </Button>
        )}
      </div>
      <Textarea
        ref={words}
        label={t('captions.words')}
        attributes={OWN_DIRECTION}
        lang={language}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={cue.text}
        aria-describedby={problems.length > 0 ? `problems-${cue.id}` : undefined}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      {problems.length > 0 && (
        <div id={`problems-${cue.id}`}>
          {problems.map((problem) => (
            <span key={problem} className={classes.problem}>
              <Icon icon={TriangleAlert} size={14} />
              {t(`captions.problem.${problem}`)}
            </span>
          ))}
        </div>
      )}
      <div className={classes.tools}>
        <Button size="xs" variant="default" onClick={addAfter}>
          {t('captions.addAfter')}
        </Button>
        <Button size="xs" variant="default" disabled={cue.text.trim() === ''} onClick={split}>
          {t('captions.split')}
        </Button>
        <Button size="xs" variant="default" disabled={!next} onClick={join}>
          {t('captions.join')}
        </Button>
        <Button size="xs" variant="subtle" color="oxblood" onClick={remove}>
          {t('captions.delete')}
        </Button>
      </div>
    </div>
  );
}

/** Applied when the field loses the focus, or with Enter; arrow keys apply at once. */
function TimeField({
  label,
  seconds,
  onTime,
}: {
  label: string;
  seconds: number;
  onTime: (seconds: number) => void;
}) {
  const { t } = useTranslation('videos');
  const [text, setText] = useState<string | null>(null);
  const isWrong = text !== null && readTime(text) === null;
  const take = () => {
    const time = text === null ? null : readTime(text);
    if (time !== null && time !== seconds) onTime(time);
    if (time !== null) setText(null);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey) return;
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) take();
    const sign = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    const from = text === null ? seconds : (readTime(text) ?? seconds);
    const step = event.shiftKey ? TIME_STEPS.long : TIME_STEPS.short;
    onTime(Math.max(0, Math.round((from + sign * step) * 1000) / 1000));
    setText(null);
  };
  return (
    <TextInput
      size="xs"
      w={104}
      dir="ltr"
      label={label}
      value={text ?? writeTime(seconds)}
      error={isWrong && t('captions.badTime')}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={onKey}
      onBlur={take}
    />
  );
}
