import type { PageText } from '@vesalius/contract/reader-text';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from '../model/reader-model.ts';
import { Ribbon } from '../notes/ribbon.tsx';
import { useHighlightLabel } from '../notes/use-highlight-label.ts';
import { labelOf } from '../page-labels.ts';
import { PageView } from '../page-view.tsx';
import { layerTexts } from '../text/layer-texts.ts';
import classes from './flow.module.css';
import { FlowBlocks } from './flow-blocks.tsx';
import { flowMarks } from './flow-marks.ts';
import { NoteButton, PageWordsContext } from './flow-words.tsx';
import { useFlowPage } from './use-flow-page.ts';

/** Until a page has been measured (pixels). */
const ASSUMED_HEIGHT = 900;
const MAX_IMAGE_WIDTH = 920;

/** A page of the text view; empty, with the height that it had, while it is far from the window. */
export const TextPage = memo(function TextPage({
  page,
  isMounted,
  isNext,
  width,
  layers,
}: {
  page: number;
  isMounted: boolean;
  /** Beside the mounted pages: Tab comes here, and the focus mounts the page. */
  isNext: boolean;
  /** The width of the window for the image of a page (pixels). */
  width: number;
  layers: (page: number, text: PageText | null) => ReactNode;
}) {
  const { t } = useTranslation('reader');
  const { labels, language, licensee } = useReader('book');
  const label = labelOf(page, labels);
  const section = useRef<HTMLDivElement | null>(null);
  const height = useRef(ASSUMED_HEIGHT);
  useLayoutEffect(() => {
    const element = section.current;
    if (!isMounted || !element) return;
    const measure = () => {
      height.current = element.offsetHeight || ASSUMED_HEIGHT;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isMounted]);
  return (
    <div
      ref={section}
      className={classes.page}
      data-flow-page={page}
      style={isMounted ? undefined : { height: height.current, overflow: 'hidden' }}
    >
      <div className={classes.border} data-whole="with next">
        <span>{t('page.label', { label })}</span>
        {licensee && (
          <span className={classes.licence} aria-hidden="true" dir="auto">
            {t('page.licence', { name: licensee })}
          </span>
        )}
        {isMounted && <Ribbon page={page} view="text" />}
      </div>
      {(isMounted || isNext) && (
        <Content
          page={page}
          isMounted={isMounted}
          label={label}
          language={language}
          width={width}
          layers={layers}
        />
      )}
    </div>
  );
});

function Content({
  page,
  isMounted,
  label,
  language,
  width,
  layers,
}: {
  page: number;
  isMounted: boolean;
  label: string;
  language: string;
  width: number;
  layers: (page: number, text: PageText | null) => ReactNode;
}) {
  const { t, i18n } = useTranslation('reader');
  const { engine, sizes } = useReader('book');
  const { last_page: lastPage } = useReader('data').access;
  const { resting } = useReader('pages');
  const { isTurned } = useReader('view');
  const markDrawn = useReader('markDrawn');
  const { annotations, edit } = useReader('notes');
  const { terms } = useReader('search');
  const shownHit = useReader('hits').shown;
  const { caret } = useReader('noteTools').choosing;
  const highlightLabel = useHighlightLabel();
  const loaded = useFlowPage(engine, page, isMounted, label, lastPage);
  const hit = shownHit?.page === page ? shownHit : null;
  const ownAnnotations = annotations.onPage(page);
  const caretWord = caret?.page === page ? caret.word : null;
  const words = useMemo(
    () =>
      loaded && {
        text: loaded.text,
        marks: flowMarks(loaded.text, {
          annotations: ownAnnotations,
          terms,
          shown: hit,
          caret: caretWord,
        }),
        label: highlightLabel,
        onOpen: edit,
        onHitShown: (passage: HTMLElement) => hit?.onShown(passage),
      },
    [loaded, ownAnnotations, terms, hit, caretWord, highlightLabel, edit],
  );
  useEffect(() => {
    if (loaded) markDrawn();
  }, [loaded, markDrawn]);
  if (!loaded || !words)
    return (
      <Part waits={isMounted ? 'loading' : 'next'}>
        <p className={classes.loading}>{t('text.loading', { label })}</p>
      </Part>
    );
  const { flow, text } = loaded;
  if (flow.shownAs === 'image') {
    const size = sizes[page - 1]!;
    const imageWidth = Math.min(width, MAX_IMAGE_WIDTH);
    const imageHeight = (imageWidth * size.height) / size.width;
    return (
      <Part>
        <p className={classes.reason} lang={i18n.language} dir="auto">
          {t(`text.${flow.reason}`)}
        </p>
        <div className={classes.imageWindow} data-whole tabIndex={isTurned ? 0 : undefined}>
          <div className={classes.image} style={{ width: imageWidth, height: imageHeight }}>
            <PageView
              placed={{ page, left: 0, top: 0, width: imageWidth, height: imageHeight }}
              rotation={0}
              resting={resting}
              dark={false}
              hit={hit}
            >
              {layers}
            </PageView>
          </div>
        </div>
      </Part>
    );
  }
  return (
    <Part>
      <section
        className={classes.content}
        data-page={page}
        aria-label={t('page.label', { label })}
        lang={language}
      >
        <PageWordsContext value={words}>
          {words.marks.ofPage.length > 0 && (
            <div className={classes.pageNotes}>
              {words.marks.ofPage.map((annotation) => (
                <NoteButton key={annotation.id} annotation={annotation} page={words} />
              ))}
            </div>
          )}
          <div
            data-flow-text
            ref={(layer) => {
              if (layer) layerTexts.set(layer, text);
            }}
          >
            <FlowBlocks blocks={flow.blocks} text={text} engine={engine} page={page} />
          </div>
        </PageWordsContext>
      </section>
    </Part>
  );
}

/**
 * A page that loads, or that is the next to be mounted, can be focused: without that, Tab would leave the text before
 * the buttons and tables of the page are there. The focus stays when it has loaded, and Tab goes on from there.
 */
function Part({ waits, children }: { waits?: 'loading' | 'next'; children: ReactNode }) {
  return (
    <div className={classes.part} tabIndex={waits ? 0 : -1} aria-busy={waits === 'loading' || undefined}>
      {children}
    </div>
  );
}
