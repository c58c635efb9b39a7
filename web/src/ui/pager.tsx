import { Link } from 'react-router';
import classes from './pager.module.css';

/** Previous and next page of a list whose page stands in the address. Nothing when there is one page only. */
export function Pager({
  page,
  pages,
  addressOf,
  words,
}: {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  words: { label: string; previous: string; next: string; position: string };
}) {
  if (pages <= 1) return null;
  const step = (target: number, label: string, path: string) =>
    target >= 1 && target <= pages ? (
      <Link className={classes.step} to={addressOf(target)} aria-label={label} preventScrollReset>
        <Arrow path={path} />
      </Link>
    ) : (
      <span className={classes.step} aria-hidden="true" data-disabled>
        <Arrow path={path} />
      </span>
    );
  return (
    <nav className={classes.pager} aria-label={words.label}>
      {step(page - 1, words.previous, 'M10 3 5 8l5 5')}
      <span>{words.position}</span>
      {step(page + 1, words.next, 'm6 3 5 5-5 5')}
    </nav>
  );
}

const Arrow = ({ path }: { path: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);
