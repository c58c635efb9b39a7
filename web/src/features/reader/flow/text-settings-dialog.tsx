import { Button, Modal } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { useReader } from '../model/reader-model.ts';
import { TEXT_CHOICES, type TextSettings } from './text-settings.ts';
import classes from './text-tools.module.css';

type ChoiceName = keyof typeof TEXT_CHOICES;
const NAMES = Object.keys(TEXT_CHOICES) as ChoiceName[];

/** Size, typeface, spacing and colors of the text view. The text changes at once. */
export function TextSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('reader');
  const { view, change, isTurned } = useReader('view');
  const { zoomIn, zoomOut } = useReader('commands');
  useReturnsFocus();
  const choose = (part: Partial<TextSettings>) => change({ text: { ...view.text, ...part } });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('text.settings')}
      closeButtonProps={{ 'aria-label': t('notes.close') }}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      <div className={classes.settings}>
        <fieldset className={classes.choice}>
          <legend>{t('text.size')}</legend>
          <div>
            <Button variant="default" onClick={zoomOut}>
              {t('text.smaller')}
            </Button>
            <Button variant="default" onClick={zoomIn}>
              {t('text.larger')}
            </Button>
            <output>{t('text.percent', { percent: view.text.size })}</output>
          </div>
        </fieldset>
        {NAMES.map((name) => (
          <Choice
            key={name}
            name={name}
            value={view.text[name]}
            onChoose={(value) => choose({ [name]: value })}
          >
            {name === 'movement' && (
              <p className={classes.hint} role="status">
                {view.text.movement === 'turn' && !isTurned && t('text.tooLow')}
              </p>
            )}
          </Choice>
        ))}
        <label>
          <input
            type="checkbox"
            checked={view.text.justified}
            onChange={(event) => choose({ justified: event.currentTarget.checked })}
          />{' '}
          {t('text.justified')}
        </label>
      </div>
    </Modal>
  );
}

function Choice({
  name,
  value,
  onChoose,
  children,
}: {
  name: ChoiceName;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('reader');
  const group = useId();
  return (
    <fieldset className={classes.choice}>
      <legend>{t(`text.${name}.label`)}</legend>
      <div>
        {TEXT_CHOICES[name].map((each) => (
          <label key={each}>
            <input type="radio" name={group} checked={each === value} onChange={() => onChoose(each)} />
            {t(`text.${name}.${each}` as 'text.face.serif')}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
