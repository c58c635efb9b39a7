import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { useReader } from './model/reader-model.ts';
import { labelOf } from './page-labels.ts';
import classes from './print.module.css';

/** Our command waits for the sharp image; the browser's own command prints what is loaded. */
export function usePrint() {
  const [wanted, setWanted] = useState(false);
  const start = useCallback(() => setWanted(true), []);
  const done = useCallback(() => setWanted(false), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      start();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [start]);
  return useMemo(() => ({ wanted, start, done }), [wanted, start, done]);
}

/**
 * The only part of the viewer that is printed: the current page, with the licensee and the date. The complete book
 * cannot be printed.
 */
export const PrintSheet = memo(function PrintSheet() {
  const { t, i18n } = useTranslation('reader');
  const image = useRef<HTMLImageElement | null>(null);
  const data = useReader('data');
  const { engine } = useReader('book');
  const { page } = useReader('place');
  const { wanted, done } = useReader('overlays').print;

  useEffect(
    function printWhenSharp() {
      const element = image.current;
      if (!wanted || !element) return;
      let gone = false;
      // A hidden image would never load lazily.
      element.loading = 'eager';
      element.src = engine.pictureUrl(page, '2x');
      void element
        .decode()
        .catch(() => {
          element.src = engine.pictureUrl(page, '1x');
        })
        .then(() => {
          if (!gone) window.print();
          done();
        });
      return () => {
        gone = true;
      };
    },
    [wanted, done, engine, page],
  );

  const facts = {
    name: data.reader_name ?? '',
    date: formatDate(new Date().toISOString(), i18n.language),
    page: labelOf(page, data.labels),
    title: data.book.title,
  };
  return createPortal(
    <div className={classes.sheet} aria-hidden="true">
      <img ref={image} src={engine.pictureUrl(page, '1x')} alt="" loading="lazy" />
      <p>{data.access.granted && data.reader_name ? t('print.mark', facts) : t('print.preview', facts)}</p>
    </div>,
    document.body,
  );
});
