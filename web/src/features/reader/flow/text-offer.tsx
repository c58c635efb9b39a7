import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import buttons from '../../../ui/buttons.module.css';
import { PIXELS_A_POINT } from '../layout/page-layout.ts';
import { useReader } from '../model/reader-model.ts';
import classes from './text-tools.module.css';

/** Type smaller than this on the screen is hard to read (pixels, height of the letters' boxes). */
const SMALL_TYPE = 13;
const ANSWERED_KEY = 'text-view-offer';

function wasAnswered(): boolean {
  try {
    return localStorage.getItem(ANSWERED_KEY) !== null;
  } catch {
    // Without storage it would be asked on each visit.
    return true;
  }
}

/** On a phone, offers the text view once, at the first page with small print. */
export const TextOffer = memo(function TextOffer() {
  const { t } = useTranslation('reader');
  const { view, change, isPhone } = useReader('view');
  const { engine, sizes } = useReader('book');
  const { isShown } = useReader('host');
  const scale = useReader('scale');
  const { page } = useReader('settled');
  const [isSmall, setSmall] = useState(false);
  const [isAnswered, setAnswered] = useState(wasAnswered);
  const mayOffer = isPhone && isShown && view.mode === 'pages' && !isAnswered && !isSmall;
  useEffect(() => {
    if (!mayOffer) return;
    const gone = new AbortController();
    engine.text(page, gone.signal).then(
      ({ words }) => {
        const heights = words.map((word) => word[3]).sort((a, b) => a - b);
        const usual = (heights[heights.length >> 1] ?? 1) * (sizes[page - 1]?.height ?? 0);
        if (!gone.signal.aborted && words.length > 0 && usual * scale * PIXELS_A_POINT < SMALL_TYPE)
          setSmall(true);
      },
      () => {
        // without the text there is nothing to offer
      },
    );
    return () => gone.abort();
  }, [mayOffer, engine, sizes, page, scale]);
  if (!isPhone || !isSmall || isAnswered || view.mode === 'text') return null;
  const answer = (mode: 'pages' | 'text') => {
    setAnswered(true);
    try {
      localStorage.setItem(ANSWERED_KEY, mode);
    } catch {
      // storage is off
    }
    change({ mode });
  };
  return (
    <aside className={classes.offer} aria-label={t('text.offer')} data-bar>
      <p>{t('text.offerHint')}</p>
      <button type="button" className={`${buttons.primary} ${buttons.small}`} onClick={() => answer('text')}>
        {t('text.accept')}
      </button>
      <button
        type="button"
        className={`${buttons.secondary} ${buttons.small}`}
        onClick={() => answer('pages')}
      >
        {t('text.decline')}
      </button>
    </aside>
  );
});
