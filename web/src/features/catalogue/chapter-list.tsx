import type { BookDetail } from '@vesalius/contract/catalogue';
import { CHAPTERS_SHOWN } from '@vesalius/contract/constants';
import type { SupplementaryGroup } from '@vesalius/contract/lectures';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import classes from './chapter-list.module.css';
import { ChapterMaterials } from './chapter-materials.tsx';
import { chapterState, materialsOf } from './chapter-state.ts';

/** Matches titles with their own number ("1 The Heart", "Chapter 2: Veins"), but not "12-lead ECG". */
const OWN_NUMBER =
  /^\s*(?:(?:chapter|part|unit|section|lesson|الفصل|الباب|الجزء)\s+)?\p{Nd}+(?:\.\p{Nd}+)*(?:[.:)]|\s|$)/iu;

/** The chapters with their pages and materials. More than eight scroll. */
export function ChapterList({
  book,
  materials,
}: {
  book: BookDetail;
  materials: readonly SupplementaryGroup[] | null;
}) {
  const { t } = useTranslation('catalogue');
  const scrolls = book.chapters.length > CHAPTERS_SHOWN.profile;
  const isNumbered =
    book.chapters.filter(({ title }) => OWN_NUMBER.test(title)).length * 2 > book.chapters.length;
  const region = scrolls ? { role: 'group', 'aria-labelledby': 'book-content', tabIndex: 0 } : {};
  return (
    <div className={classes.frame} data-scrolls={scrolls || undefined} {...region}>
      <ol className={classes.chapters} data-numbered={isNumbered || undefined}>
        {book.chapters.map((chapter) => {
          const own = materials ? materialsOf(chapter, materials) : [];
          const state = chapterState(own);
          return (
            <li key={chapter.id} className={classes.chapter}>
              <div className={classes.line}>
                <span className={classes.title} dir="auto">
                  {book.has_access ? (
                    <Link to={paths.bookViewer.to(book.id, chapter.first_page)}>{chapter.title}</Link>
                  ) : (
                    chapter.title
                  )}
                </span>
                {state !== 'none' && state !== 'not_started' && (
                  <span className={classes.state} data-state={state}>
                    {t(`chapter.${state}`)}
                  </span>
                )}
                <span className={classes.pages}>
                  {t('chapter.pages', { first: chapter.first_page, last: chapter.last_page })}
                </span>
              </div>
              {materials && materials.length > 0 && <ChapterMaterials bookId={book.id} materials={own} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
