import type { BookCard as Book } from '@vesalius/contract/catalogue';
import { Placeholder } from '../../ui/placeholder.tsx';
import { BookCard } from './book-card.tsx';
import classes from './book-grid.module.css';

/** A grid of cards, as many per row as fit. */
export function BookGrid({
  books,
  eager = 0,
  level = 3,
}: {
  books: readonly Book[];
  /** How many covers load eagerly. */
  eager?: number;
  level?: 2 | 3;
}) {
  return (
    <ul className={classes.grid}>
      {books.map((book, index) => (
        <li key={book.id}>
          <BookCard book={book} eager={index < eager} level={level} />
        </li>
      ))}
    </ul>
  );
}

/** One row that scrolls sideways. */
export function BookRow({ books, eager = 0 }: { books: readonly Book[]; eager?: number }) {
  return (
    <ul className={classes.row}>
      {books.map((book, index) => (
        <li key={book.id}>
          <BookCard book={book} eager={index < eager} />
        </li>
      ))}
    </ul>
  );
}

/** A placeholder: covers, two lines of title, one of author. */
export function BookGridSkeleton({ count, row = false }: { count: number; row?: boolean }) {
  return (
    <Placeholder>
      <ul className={row ? classes.row : classes.grid}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all the same, never reordered
          <li key={index}>
            <div className={classes.skeleton}>
              <span className={classes.skeletonCover} />
              <span className={classes.skeletonFacts}>
                <span className={classes.skeletonLine} />
                <span className={classes.skeletonLine} style={{ width: '60%' }} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Placeholder>
  );
}
