import type { Annotation, BookPages } from '@vesalius/contract/reader';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { Icon } from '../icons.tsx';
import { copyOwn } from '../own-copy.ts';
import { labelOf } from '../page-labels.ts';
import { isBookmark } from './bookmark.ts';
import { BookmarkRow } from './bookmark-row.tsx';
import { exportedNotes } from './export-notes.ts';
import classes from './notes.module.css';
import type { Annotations } from './use-annotations.ts';

/** What a row offers for cards. Undefined if this user has none. */
interface Cards {
  count(id: string): number;
  make(annotation: Annotation): void;
  /** Opens the newest card of the highlight or note. */
  open(id: string): void;
}

export const NoteExports = lazyPart(() => import('./note-exports.tsx'));

const FILTERS = ['all', 'onlyNotes', 'bookmarks'] as const;
type Filter = (typeof FILTERS)[number];
const isShown = (filter: Filter, each: Annotation): boolean =>
  filter === 'all' || (filter === 'bookmarks' ? isBookmark(each) : each.note.text !== '');

export function NotesPanel({
  data,
  annotations,
  onGo,
  onEdit,
  onUnmark,
  cards,
  onChooseWords,
  onPageNote,
}: {
  data: BookPages;
  annotations: Annotations;
  onGo: (annotation: Annotation) => void;
  onEdit: (annotation: Annotation) => void;
  /** Removes the bookmark of a page. */
  onUnmark: ((page: number) => void) | undefined;
  cards: Cards | undefined;
  /** Null if this user cannot have notes. */
  onChooseWords: (() => void) | null;
  onPageNote: (() => void) | null;
}) {
  const { t } = useTranslation('reader');
  const [filter, setFilter] = useState<Filter>('all');
  const shown = annotations.all.filter((each) => isShown(filter, each));
  const placed = shown.filter((each) => !each.orphaned);
  const orphans = shown.filter((each) => each.orphaned);
  const own = annotations.all.filter((each) => each.is_own);
  const adding = onChooseWords && onPageNote && (
    <div className={classes.filters}>
      <button type="button" onClick={onPageNote}>
        {t('keys.pageNote')}
      </button>
      <button type="button" onClick={onChooseWords}>
        {t('keys.chooseWords')}
      </button>
    </div>
  );
  if (annotations.error && annotations.all.length === 0)
    return <FailedState title={t('notes.missing')} error={annotations.error} onRetry={annotations.retry} />;
  if (annotations.all.length === 0)
    return (
      <div className={classes.empty}>
        <p>{t('notes.emptyTitle')}</p>
        <p>
          {t(
            data.access.annotates
              ? 'notes.emptyHint'
              : data.access.granted
                ? 'notes.readOnlyHint'
                : 'notes.lockedHint',
          )}
        </p>
        {adding}
      </div>
    );
  return (
    <div className={classes.panel}>
      {adding}
      <div className={classes.filters}>
        {FILTERS.map((each) => (
          <button key={each} type="button" aria-pressed={filter === each} onClick={() => setFilter(each)}>
            {t(`notes.${each}`)}
          </button>
        ))}
      </div>
      {filter === 'bookmarks' && shown.length === 0 && <p className={classes.hint}>{t('bookmark.none')}</p>}
      <NoteList
        data={data}
        annotations={placed}
        onGo={onGo}
        onEdit={onEdit}
        onUnmark={onUnmark}
        cards={cards}
      />
      {orphans.length > 0 && (
        <section>
          <h3 className={classes.orphans}>{t('notes.orphans')}</h3>
          <p className={classes.hint}>{t('notes.orphanHint')}</p>
          <NoteList
            data={data}
            annotations={orphans}
            onGo={onGo}
            onEdit={onEdit}
            onUnmark={onUnmark}
            cards={cards}
          />
        </section>
      )}
      {own.length > 0 && (
        <Suspense>
          <NoteExports
            title={data.book.title}
            notes={exportedNotes(data.book, own, (page) => labelOf(page, data.labels))}
          />
        </Suspense>
      )}
    </div>
  );
}

function NoteList({
  data,
  annotations,
  onGo,
  onEdit,
  onUnmark,
  cards,
}: {
  data: BookPages;
  annotations: readonly Annotation[];
  onGo: (annotation: Annotation) => void;
  onEdit: (annotation: Annotation) => void;
  onUnmark: ((page: number) => void) | undefined;
  cards: Cards | undefined;
}) {
  const { t } = useTranslation('reader');
  const list = useRef<HTMLUListElement>(null);
  /** The row whose note is open in the editor. If it is deleted there, the focus moves to the next row. */
  const opened = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const row = opened.current;
    if (!row || annotations.some(({ id }) => id === row.id)) return;
    opened.current = null;
    const next = list.current?.children[Math.min(row.index, annotations.length - 1)];
    next?.querySelector<HTMLElement>('[data-edit]')?.focus();
  }, [annotations]);
  return (
    <ul ref={list} className={classes.list}>
      {annotations.map((annotation, index) => {
        const { note, color, is_own, author_name } = annotation;
        const page = labelOf(note.pageNumber, data.labels);
        if (isBookmark(annotation))
          return (
            <BookmarkRow
              key={annotation.id}
              bookmark={annotation}
              data={data}
              onGo={() => onGo(annotation)}
              onRemove={() => {
                opened.current = { id: annotation.id, index };
                onUnmark?.(note.pageNumber);
              }}
            />
          );
        const count = cards?.count(annotation.id) ?? 0;
        return (
          <li key={annotation.id}>
            <button type="button" className={classes.item} onClick={() => onGo(annotation)}>
              <span className={classes.page}>{t('page.label', { label: page })}</span>
              {note.quote && (
                <span className={classes.itemQuote} data-color={color} dir="auto">
                  {note.quote}
                </span>
              )}
              {note.text && (
                <span className={classes.itemText} dir="auto">
                  {note.text}
                </span>
              )}
              {!is_own && <span className={classes.by}>{t('notes.by', { name: author_name })}</span>}
              {count > 0 && <span className={classes.cardCount}>{t('notes.hasCards', { count })}</span>}
            </button>
            {is_own && note.text && <CopyNote text={note.text} page={page} />}
            {is_own && cards && (
              <button
                type="button"
                className={classes.edit}
                aria-label={t(count > 0 ? 'notes.openCardOf' : 'notes.makeCardOf', { page })}
                title={t(count > 0 ? 'notes.openCard' : 'notes.makeCard')}
                onClick={() => (count > 0 ? cards.open(annotation.id) : cards.make(annotation))}
              >
                <Icon name="card" />
              </button>
            )}
            {is_own && (
              <button
                type="button"
                className={classes.edit}
                data-edit
                onClick={() => {
                  opened.current = { id: annotation.id, index };
                  onEdit(annotation);
                }}
                aria-label={t('notes.edit', { page })}
              >
                …
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** How long the confirmation is shown (milliseconds). */
const COPIED_MS = 2000;

/** Copies the text of a note. The quoted passage belongs to the book and is not copied. */
function CopyNote({ text, page }: { text: string; page: string }) {
  const { t } = useTranslation('reader');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className={classes.edit}
      aria-label={t(copied ? 'notes.copied' : 'notes.copy', { page })}
      title={t(copied ? 'notes.copied' : 'notes.copy', { page })}
      onClick={() => copyOwn(text).then(setCopied)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
