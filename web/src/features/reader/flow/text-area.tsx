import { memo, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFromTheRight } from '../layout/reading-direction.ts';
import { useReader } from '../model/reader-model.ts';
import { usePageLayers } from '../page-layers.tsx';
import { PreviewLock } from '../preview-lock.tsx';
import classes from './flow.module.css';
import { TextPage } from './text-page.tsx';

/** The scroll container of the text view. */
export const TextArea = memo(function TextArea() {
  const { t } = useTranslation('reader');
  const { book, access } = useReader('data');
  const { ref, mounted } = useReader('pages');
  const { range } = useReader('place');
  const { view } = useReader('view');
  const { annotations, edit, openAt } = useReader('notes');
  const layers = usePageLayers(
    annotations,
    useReader('search'),
    useReader('hits').shown,
    edit,
    useReader('noteTools').choosing.caret,
  );
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  const { size, face, lineHeight, measure, spacing, paper, justified } = view.text;
  const pages = Array.from({ length: range.last - range.first + 1 }, (_none, index) => range.first + index);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: highlights are also buttons of their own
    <section
      ref={ref}
      className={classes.area}
      data-scroller
      data-face={face}
      data-line-height={lineHeight}
      data-measure={measure}
      data-spacing={spacing}
      data-paper={paper}
      data-justified={justified || undefined}
      style={{ '--text-size': size / 100 } as React.CSSProperties}
      dir={isFromTheRight(book.language) ? 'rtl' : 'ltr'}
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
            width={width}
            layers={layers}
          />
        ))}
      </div>
      {!access.granted && <PreviewLock />}
    </section>
  );
});
