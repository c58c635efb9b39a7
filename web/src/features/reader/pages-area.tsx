import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from './model/reader-model.ts';
import { Ribbon } from './notes/ribbon.tsx';
import { usePageLayers } from './page-layers.tsx';
import { PageView } from './page-view.tsx';
import { PreviewLock } from './preview-lock.tsx';
import classes from './reader.module.css';

const ribbonOf = (page: number) => <Ribbon page={page} view="pages" />;

/** The scroll container of the pages. */
export const PagesArea = memo(function PagesArea() {
  const { t } = useTranslation('reader');
  const { book, access } = useReader('data');
  const { ref, layout, mounted, resting } = useReader('pages');
  const { view } = useReader('view');
  const { annotations, edit, openAt } = useReader('notes');
  const hit = useReader('hits').shown;
  const layers = usePageLayers(
    annotations,
    useReader('search'),
    hit,
    edit,
    useReader('noteTools').choosing.caret,
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: highlights are also buttons of their own
    <section
      ref={ref}
      className={classes.scroller}
      data-scroller
      data-region
      id="pages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('page.area', { title: book.title })}
      onClick={openAt}
    >
      <div
        className={classes.sheet}
        style={layout ? { width: layout.width, height: layout.height } : undefined}
      >
        {layout?.pages.slice(mounted.from, mounted.to + 1).map((placed) => (
          <PageView
            key={placed.page}
            placed={placed}
            sheetWidth={layout.width}
            rotation={view.rotation}
            resting={resting}
            dark={view.dark}
            hit={placed.page === hit?.page ? hit : null}
            corner={ribbonOf}
          >
            {layers}
          </PageView>
        ))}
      </div>
      {!access.granted && <PreviewLock />}
    </section>
  );
});
