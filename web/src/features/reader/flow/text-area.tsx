import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFromTheRight } from '../layout/reading-direction.ts';
import { useReader } from '../model/reader-model.ts';
import { usePageLayers } from '../page-layers.tsx';
import { PreviewLock } from '../preview-lock.tsx';
import classes from './flow.module.css';
import { TextPage } from './text-page.tsx';
import { TurnBar } from './turn-bar.tsx';
import frames from './turned.module.css';
import { useTurnGestures } from './use-turn-gestures.ts';

/** The scroll container of the text view. */
export const TextArea = memo(function TextArea() {
  const { t } = useTranslation('reader');
  const { book, access } = useReader('data');
  const { ref, mounted, scrollBy } = useReader('pages');
  const { range } = useReader('place');
  const { view, isTurned } = useReader('view');
  const { annotations, edit, openAt } = useReader('notes');
  const layers = usePageLayers(
    annotations,
    useReader('search'),
    useReader('hits').shown,
    edit,
    useReader('noteTools').choosing.caret,
  );
  const frame = useRef<HTMLDivElement | null>(null);
  const isRtl = isFromTheRight(book.language);
  useTurnGestures(frame, isTurned, isRtl, scrollBy);
  const [{ width, height }, setRoom] = useState({ width: 320, height: 0 });
  useLayoutEffect(() => {
    const slot = ref.current?.parentElement;
    if (!slot) return;
    const measure = () => setRoom({ width: slot.clientWidth, height: slot.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(slot);
    return () => observer.disconnect();
  }, [ref]);
  const { size, face, lineHeight, measure, spacing, paper, justified } = view.text;
  const pages = Array.from({ length: range.last - range.first + 1 }, (_none, index) => range.first + index);
  return (
    <div
      ref={frame}
      className={frames.frame}
      data-paper={paper}
      data-turned={isTurned || undefined}
      dir={isRtl ? 'rtl' : 'ltr'}
    >
      <div className={frames.slot}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: highlights are also buttons of their own */}
        <section
          ref={ref}
          className={classes.area}
          data-scroller
          data-region
          data-face={face}
          data-line-height={lineHeight}
          data-measure={measure}
          data-spacing={spacing}
          data-turned={isTurned || undefined}
          data-justified={justified || undefined}
          style={{ '--text-size': size / 100, '--screen-height': `${height}px` } as React.CSSProperties}
          dir={isRtl ? 'rtl' : 'ltr'}
          id="pages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('page.area', { title: book.title })}
          onClick={openAt}
        >
          <div>
            {pages.map((page) => (
              <TextPage
                key={page}
                page={page}
                isMounted={page >= mounted.from && page <= mounted.to}
                isNext={page === mounted.to + 1 || (mounted.focused === true && page === mounted.from - 1)}
                width={width}
                layers={layers}
              />
            ))}
          </div>
          {!access.granted && <PreviewLock />}
        </section>
      </div>
      {isTurned && <TurnBar />}
    </div>
  );
});
