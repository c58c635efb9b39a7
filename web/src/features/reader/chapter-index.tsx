import { CHAPTERS_SHOWN } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';
import { labelOf } from './page-labels.ts';
import classes from './panel.module.css';
import type { ReaderSlots } from './slots.ts';

type Chapter = BookPages['chapters'][number];

/** The publisher's chapters; below the current one, the PDF's own headings of that chapter. */
export function ChapterIndex({
  data,
  page,
  marks,
  onGo,
}: {
  data: BookPages;
  page: number;
  marks: ReaderSlots['chapterMarks'];
  onGo: (page: number) => void;
}) {
  const { t } = useTranslation('reader');
  const current = data.chapters.findLast((chapter) => chapter.first_page <= page);
  const list = useRef<HTMLOListElement | null>(null);
  const currentId = current?.id;

  const here = data.outline.findLast((entry) => entry.page <= page);

  useEffect(
    function showWhereOneIs() {
      if (!currentId && !here) return;
      // Scrolls to the chapter and then to its heading: in a chapter longer than the panel, the heading stays visible.
      for (const mark of list.current?.querySelectorAll('[aria-current]') ?? [])
        mark.scrollIntoView({ block: 'nearest' });
    },
    [currentId, here],
  );

  if (data.chapters.length === 0 && data.outline.length === 0)
    return <p className={classes.hint}>{t('panel.noChapters')}</p>;
  const scrolls = data.chapters.length > CHAPTERS_SHOWN.viewer;
  return (
    <ol className={classes.chapters} ref={list} data-scrolls={scrolls || undefined}>
      {data.chapters.map((chapter) => {
        const isCurrent = chapter.id === currentId;
        const mark = marks?.get(chapter.id);
        const locked = chapter.first_page > data.access.last_page;
        return (
          <li key={chapter.id}>
            <button
              type="button"
              className={classes.chapter}
              aria-current={isCurrent ? 'location' : undefined}
              onClick={() => onGo(chapter.first_page)}
            >
              <span className={classes.chapterTitle} dir="auto">
                {chapter.title}
              </span>
              <span className={classes.chapterFacts}>
                {t('panel.pages', {
                  first: labelOf(chapter.first_page, data.labels),
                  last: labelOf(chapter.last_page, data.labels),
                })}
                {mark && (
                  <span className={classes.mark} data-mark={mark}>
                    <Icon name={mark === 'complete' ? 'check' : 'half'} />
                    {t(`panel.${mark}`)}
                  </span>
                )}
                {locked && (
                  <span className={classes.mark}>
                    <Icon name="lock" />
                    {t('panel.locked')}
                  </span>
                )}
              </span>
            </button>
            {isCurrent && <Headings data={data} chapter={chapter} page={page} onGo={onGo} />}
          </li>
        );
      })}
    </ol>
  );
}

/** A deeper list is harder to read than the page itself. */
const DEEPEST = 2;

function Headings({
  data,
  chapter,
  page,
  onGo,
}: {
  data: BookPages;
  chapter: Chapter;
  page: number;
  onGo: (page: number) => void;
}) {
  const headings = useMemo(() => {
    const own = data.outline.filter(
      (entry) => entry.page >= chapter.first_page && entry.page <= chapter.last_page,
    );
    // The chapter's own entry repeats the title above the list.
    const [first, second] = own;
    const isChapter = first?.page === chapter.first_page && (second ? second.depth > first.depth : true);
    const inner = isChapter ? own.slice(1) : own;
    const least = Math.min(...inner.map((entry) => entry.depth));
    return inner
      .map((entry) => ({ ...entry, depth: entry.depth - least }))
      .filter((entry) => entry.depth < DEEPEST);
  }, [data.outline, chapter]);
  const here = headings.findLast((entry) => entry.page <= page);
  if (headings.length === 0) return null;
  return (
    <ol className={classes.headings}>
      {headings.map((entry) => (
        <li key={`${entry.page} ${entry.title}`} data-depth={entry.depth}>
          <button
            type="button"
            aria-current={entry === here ? 'location' : undefined}
            onClick={() => onGo(entry.page)}
          >
            <span dir="auto">{entry.title}</span>
            <span className={classes.headingPage}>{labelOf(entry.page, data.labels)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
