import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { useReader } from '../model/reader-model.ts';
import classes from './listening.module.css';
import { MAX_PRONUNCIATIONS, MAX_TERM_LENGTH } from './pronunciation.ts';
import { chosenVoice, RATES, SLEEPS, withVoice } from './settings.ts';

/** Voice, speed, sleep timer and pronunciations. A choice holds from the next sentence on. */
export function ListeningDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('listening');
  const { language } = useReader('book');
  const { settings, sleep, voices, choose } = useReader('listening');
  useReturnsFocus();
  return (
    <Modal opened onClose={onClose} title={t('settings')} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={classes.settings}>
        <NativeSelect
          label={t('voice')}
          value={chosenVoice(voices, settings, language)?.id}
          data={voices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) =>
            choose({ settings: withVoice(settings, language, currentTarget.value) })
          }
        />
        <NativeSelect
          label={t('rate')}
          value={String(settings.rate)}
          data={RATES.map((rate) => ({
            value: String(rate),
            label: t('times', { rate: formatNumber(rate, i18n.language) }),
          }))}
          onChange={({ currentTarget }) =>
            choose({ settings: { ...settings, rate: Number(currentTarget.value) } })
          }
        />
        <NativeSelect
          label={t('sleep')}
          value={String(sleep)}
          data={SLEEPS.map((each) => ({
            value: String(each),
            label: typeof each === 'number' ? t('afterMinutes', { count: each }) : t(`sleeps.${each}`),
          }))}
          onChange={({ currentTarget }) =>
            choose({ sleep: SLEEPS.find((each) => String(each) === currentTarget.value) ?? 'off' })
          }
        />
        <Pronunciations />
      </div>
    </Modal>
  );
}

function Pronunciations() {
  const { t } = useTranslation('listening');
  const { language } = useReader('book');
  const { dictionary, choose } = useReader('listening');
  const [term, setTerm] = useState('');
  const [sounds, setSounds] = useState('');
  const isFull = dictionary.length >= MAX_PRONUNCIATIONS;
  const others = (of: string) =>
    dictionary.filter((entry) => entry.term.toLowerCase() !== of.trim().toLowerCase());
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (term.trim() === '' || sounds.trim() === '' || isFull) return;
    choose({ dictionary: [...others(term), { term: term.trim(), sounds: sounds.trim() }] });
    setTerm('');
    setSounds('');
  };
  return (
    <section aria-label={t('pronunciations')}>
      <h3>{t('pronunciations')}</h3>
      <p>{t('pronunciationsHint')}</p>
      {dictionary.length > 0 && (
        <ul className={classes.terms}>
          {dictionary.map((entry) => (
            <li key={entry.term}>
              <span lang={language}>
                <bdi>{entry.term}</bdi>: <bdi>{entry.sounds}</bdi>
              </span>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('removeTerm', { term: entry.term })}
                onClick={() => choose({ dictionary: others(entry.term) })}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={classes.newTerm} onSubmit={add}>
        <TextInput
          label={t('term')}
          value={term}
          maxLength={MAX_TERM_LENGTH}
          attributes={OWN_DIRECTION}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
        />
        <TextInput
          label={t('sounds')}
          value={sounds}
          maxLength={MAX_TERM_LENGTH}
          attributes={OWN_DIRECTION}
          onChange={({ currentTarget }) => setSounds(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={isFull}>
          {t('add')}
        </Button>
      </form>
      {isFull && <p>{t('full', { count: MAX_PRONUNCIATIONS })}</p>}
    </section>
  );
}
