import type { BookPages } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from './engine/page-engine.ts';
import type { PageSize } from './layout/page-layout.ts';
import type { PageScroller } from './layout/use-page-scroller.ts';
import { labelOf } from './page-labels.ts';
import { PageView } from './page-view.tsx';
import classes from './reader.module.css';
import type { ShownHit } from './search/use-hit-steps.ts';
import type { View } from './view.ts';

/** The window onto the pages. */
export function PagesArea({
  data,
  engine,
  sizes,
  scroller,
  view,
  hit,
  layers,
  onDrawn,
  onClick,
  children,
}: {
  data: BookPages;
  engine: PageEngine;
  sizes: readonly PageSize[];
  scroller: PageScroller;
  view: View;
  /** The chosen hit of a search; null = none is chosen. */
  hit: ShownHit | null;
  layers: (page: number, text: PageText | null) => ReactNode;
  onDrawn: () => void;
  onClick: (event: MouseEvent) => void;
  /** After the last page that can be scrolled to. */
  children: ReactNode;
}) {
  const { t } = useTranslation('reader');
  const { layout, mounted, resting } = scroller;
  const licensee = data.access.granted && data.access.records ? data.reader_name : null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: highlights are also buttons of their own
    <section
      ref={scroller.ref}
      className={classes.scroller}
      data-scroller
      id="pages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('page.area', { title: data.book.title })}
      onClick={onClick}
    >
      <div
        className={classes.sheet}
        style={layout ? { width: layout.width, height: layout.height } : undefined}
      >
        {layout?.pages.slice(mounted.from, mounted.to + 1).map((placed) => (
          <PageView
            key={placed.page}
            engine={engine}
            placed={placed}
            size={sizes[placed.page - 1]!}
            rotation={view.rotation}
            resting={resting}
            label={labelOf(placed.page, data.labels)}
            language={data.book.language}
            dark={view.dark}
            hit={placed.page === hit?.page ? hit : null}
            licensee={licensee}
            onDrawn={onDrawn}
          >
            {layers}
          </PageView>
        ))}
      </div>
      {children}
    </section>
  );
}
