import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../../lib/use-back-closes.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { useReader } from '../model/reader-model.ts';
import { ToolButton } from '../tool-button.tsx';
import { useIsPhone } from '../use-device.ts';
import classes from './figure-dialog.module.css';
import { CutImage, type EnlargedFigure } from './page-cut.tsx';

/** 1 = as large as the window allows. */
const ZOOMS = [1, 1.5, 2, 3, 4];

/** A figure of the text view as large as the window, and larger. */
export function FigureDialog({ figure, onClose }: { figure: EnlargedFigure; onClose: () => void }) {
  const { t } = useTranslation('reader');
  const { engine, language } = useReader('book');
  const [step, setStep] = useState(0);
  const close = useBackCloses(useIsPhone(), onClose);
  useReturnsFocus();
  const { kind, caption, ratio } = figure;
  const last = ZOOMS.length - 1;
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      title={
        <span dir="auto" lang={caption ? language : undefined}>
          {caption || t(`text.${kind}`)}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('text.enlarge.close') }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      <div className={classes.tools}>
        <ToolButton
          icon="minus"
          label={t('zoom.out')}
          aria-disabled={step === 0}
          onClick={() => setStep((before) => Math.max(0, before - 1))}
        />
        <ToolButton
          icon="plus"
          label={t('zoom.in')}
          aria-disabled={step === last}
          onClick={() => setStep((before) => Math.min(last, before + 1))}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a region that scrolls, and no section of the book */}
      <div
        role="group"
        className={classes.window}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('text.enlarge.area')}
      >
        <div
          className={classes.cut}
          style={{ '--ratio': ratio, '--zoom': ZOOMS[step] } as React.CSSProperties}
        >
          <CutImage {...figure} engine={engine} />
        </div>
      </div>
    </Modal>
  );
}
