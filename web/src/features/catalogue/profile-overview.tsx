import type { BookDetail } from '@vesalius/contract/catalogue';
import type { SupplementaryGroup } from '@vesalius/contract/lectures';
import { useTranslation } from 'react-i18next';
import { BookAccessibility } from './book-accessibility.tsx';
import { BookFacts } from './book-facts.tsx';
import { BookSamples } from './book-samples.tsx';
import { ChapterList } from './chapter-list.tsx';
import classes from './profile-overview.module.css';

/** Brief, objectives, samples and chapters, with the facts beside them. */
export function ProfileOverview({
  book,
  materials,
}: {
  book: BookDetail;
  /** The materials of the pages; null while they load. */
  materials: readonly SupplementaryGroup[] | null;
}) {
  const { t } = useTranslation('catalogue');
  return (
    <div className={classes.columns}>
      <div className={classes.text}>
        <div className={classes.brief} dir="auto">
          {paragraphs(book.brief).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {book.learning_objectives.length > 0 && (
          <section aria-labelledby="objectives">
            <h2 id="objectives">{t('overview.objectives')}</h2>
            <ul className={classes.objectives} dir="auto">
              {book.learning_objectives.map((objective) => (
                <li key={objective}>{objective}</li>
              ))}
            </ul>
          </section>
        )}
        <BookSamples samples={book.book_samples} title={book.title} />
        <section aria-labelledby="book-content">
          <h2 id="book-content">{t('overview.content')}</h2>
          <ChapterList book={book} materials={materials} />
        </section>
        <BookAccessibility book={book} />
      </div>
      <BookFacts book={book} />
    </div>
  );
}

const paragraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
