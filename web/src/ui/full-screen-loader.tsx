import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from './announce.ts';
import classes from './full-screen-loader.module.css';

/** A loader for a shorter wait would only flash (milliseconds). */
const APPEARS_AFTER_MS = 350;

/** Covers the page while it cannot be used. Appears only if the wait is long enough to be noticed. */
export function FullScreenLoader({ active, text }: { active: boolean; text?: string }) {
  const { t } = useTranslation('shell');
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!active) return setVisible(false);
    const timer = setTimeout(() => setVisible(true), APPEARS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [active]);
  const words = text ?? t('loading');
  useEffect(() => {
    if (visible) announce(words);
  }, [visible, words]);
  if (!visible) return null;
  return (
    <div className={classes.cover}>
      <span className={classes.ring} />
      <p className={text ? undefined : 'visually-hidden'}>{words}</p>
    </div>
  );
}
