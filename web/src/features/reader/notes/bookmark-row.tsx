import type { Annotation, BookPages } from '@vesalius/contract/reader';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/formats.ts';
import { chapterAt } from '../chapter-at.ts';
import { Icon } from '../icons.tsx';
import { labelOf } from '../page-labels.ts';
import classes from './notes.module.css';

/** A bookmark in the list of notes, with its page, chapter and day. */
export function BookmarkRow({
  bookmark: { note, created_at },
  data,
  onGo,
  onRemove,
}: {
  bookmark: Annotation;
  data: BookPages;
  onGo: () => void;
  onRemove: () => void;
}) {
  const { t, i18n } = useTranslation('reader');
  const label = labelOf(note.pageNumber, data.labels);
  const chapter = chapterAt(data.chapters, note.pageNumber);
  return (
    <li>
      <button type="button" className={classes.item} onClick={onGo}>
        <span className={classes.page}>{t('page.label', { label })}</span>
        <span className={classes.itemText}>
          {chapter && (
            <>
              <bdi>{chapter.title}</bdi> ·{' '}
            </>
          )}
          <time dateTime={created_at}>{formatDate(created_at, i18n.language)}</time>
        </span>
      </button>
      <button
        type="button"
        className={classes.edit}
        data-edit
        data-bookmark
        aria-label={t('bookmark.removeFrom', { label })}
        title={t('bookmark.removeFrom', { label })}
        onClick={onRemove}
      >
        <Icon name="bookmark" />
      </button>
    </li>
  );
}
