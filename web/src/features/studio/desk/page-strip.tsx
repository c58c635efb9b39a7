import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { commentCountsOptions } from '../preview/comments-api.ts';
import { selectionOf, useDesk } from './desk-context.ts';
import { beginDrag, readDrop, takesDrop } from './drag.ts';
import type { Chapter, Mark } from './marks.ts';
import { pagePicture } from './page-files.ts';
import { scrollWithin } from './scroll-within.ts';
import classes from './strip.module.css';

/** The number of pages that a step with Shift moves. */
const LONG_STEP = 10;

/**
 * The pages with their things. Borders of chapters and marks are moved by dragging, or with Alt and the arrow keys. Tab stops
 * at the open page alone; the arrow keys lead from there to all others.
 */
export function PageStrip() {
  const { t } = useTranslation('studio');
  const { workId, pageCount, page, chapters } = useDesk();
  const { data } = useQuery(commentCountsOptions(workId));
  const comments = new Map(data?.pages.map((each) => [each.page, each.open]));
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the strip is above the field that may have the focus.
    const shown = strip.current?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (strip.current && shown) scrollWithin(strip.current, shown);
  }, [page]);
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  return (
    <nav ref={strip} className={classes.strip} aria-label={t('strip.label')} onKeyDown={moveFocus}>
      <p className="visually-hidden" id="strip-keys">
        {t('strip.keys')}
      </p>
      <ol>
        {pages.map((each) => (
          <StripPage
            key={each}
            page={each}
            isOpen={each === page}
            begins={chapters.filter(({ first }) => first === each)}
            comments={comments.get(each) ?? 0}
          />
        ))}
      </ol>
    </nav>
  );
}

/** Arrow keys move to the next thing, Page Up and Page Down by pages, Home and End to the ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const pageOf = (stop: HTMLElement) => Number(stop.closest<HTMLElement>('[data-page]')?.dataset.page);
  const here = pageOf(stops[at] as HTMLElement);
  const byKey: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => stops[at + 1],
    ArrowUp: () => stops[at - 1],
    PageDown: () => stops.find((stop) => pageOf(stop) >= here + LONG_STEP) ?? stops.at(-1),
    PageUp: () => stops.find((stop) => pageOf(stop) >= here - LONG_STEP),
    Home: () => stops[0],
    End: () => stops.at(-1),
  };
  const next = byKey[event.key];
  if (!next) return;
  event.preventDefault();
  next()?.focus();
}

interface StripPageProps {
  readonly page: number;
  readonly isOpen: boolean;
  readonly begins: readonly Chapter[];
  /** The number of open comments. */
  readonly comments: number;
}

function StripPage({ page, isOpen, begins, comments }: StripPageProps) {
  const { t } = useTranslation(['studio', 'publishing']);
  const desk = useDesk();
  const [isOver, setOver] = useState(false);
  const { pages, labelOf, marks, choosePage } = desk;
  const picture = pagePicture(pages, page, 'thumb.webp');
  const [width, height] = pages.sizes[page - 1] ?? [3, 4];
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!desk.mayEdit || !takesDrop(event)) return;
    event.preventDefault();
    dropOn(desk, page, event);
  };
  return (
    <li
      className={classes.page}
      data-page={page}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!desk.mayEdit || !takesDrop(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {begins.map((chapter) => (
        <ChapterMark key={chapter.id} chapter={chapter} page={page} isOpen={isOpen} />
      ))}
      <button
        type="button"
        className={classes.thumb}
        tabIndex={isOpen ? 0 : -1}
        aria-current={isOpen ? 'page' : undefined}
        aria-label={t('strip.page', { label: labelOf(page) })}
        onClick={() => choosePage(page)}
      >
        {picture ? (
          <img src={picture} alt="" loading="lazy" style={{ aspectRatio: `${width} / ${height}` }} />
        ) : (
          <span className={classes.blank} />
        )}
        <span aria-hidden="true">{labelOf(page)}</span>
      </button>
      {comments > 0 && (
        <Link
          className={classes.said}
          tabIndex={isOpen ? 0 : -1}
          to={paths.studioPreview.to(desk.workId, page)}
        >
          {t('publishing:comments.count', { count: comments })}
        </Link>
      )}
      {marks.some((mark) => mark.page === page) && (
        <ul className={classes.marks} aria-label={t('strip.marks', { label: labelOf(page) })}>
          {marks
            .filter((mark) => mark.page === page)
            .map((mark) => (
              <li key={mark.id}>
                <MarkButton mark={mark} page={page} isOpen={isOpen} />
              </li>
            ))}
        </ul>
      )}
    </li>
  );
}

/** Also used by the page view. */
export function dropOn(desk: ReturnType<typeof useDesk>, page: number, event: DragEvent): void {
  const dropped = readDrop(event);
  if (!('kind' in dropped)) {
    void dropped.then((files) => desk.dropFiles(files, page));
    return;
  }
  const { kind, id } = dropped;
  const mark = kind === 'mark' ? desk.marks.find((each) => each.id === id) : undefined;
  const chapter = kind === 'chapter' ? desk.chapters.find((each) => each.id === id) : undefined;
  if (mark) desk.moveTo(mark, page);
  if (chapter) desk.moveChapter(chapter, page);
}

/** By how many pages a key moves; 0 = none. */
function stepOf({ altKey, shiftKey, key }: KeyboardEvent): number {
  if (!altKey) return 0;
  const direction = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  return direction * (shiftKey ? LONG_STEP : 1);
}

interface OnPage {
  readonly page: number;
  readonly isOpen: boolean;
}

function ChapterMark({ chapter, page, isOpen }: OnPage & { chapter: Chapter }) {
  const { t } = useTranslation('studio');
  const { mayEdit, select, selection, goTo, moveChapter } = useDesk();
  return (
    <button
      type="button"
      className={classes.chapter}
      tabIndex={isOpen ? 0 : -1}
      draggable={mayEdit}
      aria-pressed={selection.kind === 'chapter' && selection.path[1] === chapter.path[1]}
      aria-describedby="strip-keys"
      ref={useKeptFocus(`chapter ${chapter.id}`)}
      onDragStart={(event) => beginDrag(event, { kind: 'chapter', id: chapter.id })}
      onClick={() => {
        select({ kind: 'chapter', path: chapter.path });
        goTo(page);
      }}
      onKeyDown={(event) => {
        const step = mayEdit ? stepOf(event) : 0;
        if (step === 0) return;
        event.preventDefault();
        keepFocus(`chapter ${chapter.id}`);
        moveChapter(chapter, page + step);
      }}
    >
      <bdi>{chapter.title || t('strip.chapterUntitled')}</bdi>
    </button>
  );
}

function MarkButton({ mark, page, isOpen }: OnPage & { mark: Mark }) {
  const { t } = useTranslation('studio');
  const { mayEdit, select, selection, goTo, moveTo } = useDesk();
  const own = selectionOf(mark);
  const isSelected = 'path' in own && 'path' in selection && own.path.join('/') === selection.path.join('/');
  return (
    <button
      type="button"
      className={classes.mark}
      tabIndex={isOpen ? 0 : -1}
      data-kind={mark.kind}
      draggable={mayEdit}
      aria-pressed={isSelected}
      aria-describedby="strip-keys"
      ref={useKeptFocus(mark.id)}
      onDragStart={(event) => beginDrag(event, { kind: 'mark', id: mark.id })}
      onClick={() => {
        select(own);
        // Its fields are beside its page.
        goTo(page);
      }}
      onKeyDown={(event) => {
        const step = mayEdit ? stepOf(event) : 0;
        if (step === 0) return;
        event.preventDefault();
        keepFocus(mark.id);
        moveTo(mark, page + step);
      }}
    >
      <small>{t(`mark.${mark.kind}`)}</small> <bdi>{mark.title || t('strip.untitled')}</bdi>
    </button>
  );
}

/** A thing that was moved by keyboard is a new element on the other page, which must take the focus. */
let movedId: string | null = null;
const keepFocus = (id: string) => {
  movedId = id;
};
function useKeptFocus(id: string) {
  return (element: HTMLButtonElement | null) => {
    if (!element || movedId !== id) return;
    movedId = null;
    element.focus();
  };
}
