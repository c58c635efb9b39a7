import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { westernDigits } from '../../../../lib/western-digits.ts';
import classes from './captions.module.css';
import { type Cue, shifted } from './cues.ts';

/** Shifts all captions by seconds; negative values shift them earlier. */
export function ShiftForm({
  cues,
  onShift,
}: {
  cues: readonly Cue[];
  onShift: (cues: readonly Cue[], told: string) => void;
}) {
  const { t } = useTranslation('videos');
  const [text, setText] = useState('');
  const seconds = /^[+-]?\d{1,5}([.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  const shift = (event: FormEvent) => {
    event.preventDefault();
    if (!seconds) return;
    const moved = shifted(cues, seconds);
    const by = Math.round(((moved[0]?.start ?? 0) - (cues[0]?.start ?? 0)) * 1000) / 1000;
    onShift(moved, t('captions.shifted', { seconds: by }));
    setText('');
  };
  return (
    <form className={classes.shift} onSubmit={shift}>
      <TextInput
        size="xs"
        w={110}
        dir="ltr"
        inputMode="decimal"
        label={t('captions.shiftBy')}
        value={text}
        error={text !== '' && text !== '-' && Number.isNaN(seconds) && t('captions.badSeconds')}
        onChange={({ currentTarget }) => setText(westernDigits(currentTarget.value))}
      />
      <Button type="submit" size="xs" variant="default" disabled={!seconds}>
        {t('captions.shift')}
      </Button>
    </form>
  );
}
