import { CERTIFICATE_CANVAS } from '@vesalius/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './certificate-preview.module.css';
import { renderDiploma } from './diploma/save-diploma.ts';
import type { DiplomaWords } from './diploma/words.ts';

/** The certificate as it is printed, drawn sharply for the available width. */
export function CertificatePreview({ words }: { words: DiplomaWords }) {
  const { t } = useTranslation('certificates');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  const content = JSON.stringify(words);
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    let current = true;
    const shown = target.clientWidth || CERTIFICATE_CANVAS.width;
    const scale = Math.min(CERTIFICATE_CANVAS.scale, (shown * devicePixelRatio) / CERTIFICATE_CANVAS.width);
    renderDiploma(target, JSON.parse(content) as DiplomaWords, Math.max(0.5, scale)).then(
      () => current && setState('drawn'),
      () => current && setState('failed'),
    );
    return () => {
      current = false;
    };
  }, [content]);
  return (
    <div className={classes.sheet}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('modal.preview', { name: words.name, title: words.title, number: words.number })}
        data-drawn={state === 'drawn' || undefined}
      />
      {state !== 'drawn' && (
        <div className={classes.state} role="status">
          {state === 'failed' ? t('modal.drawFailed', { number: words.number }) : t('modal.drawing')}
        </div>
      )}
    </div>
  );
}
