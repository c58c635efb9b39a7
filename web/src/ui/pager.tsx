import { ChevronLeft, ChevronRight, type IconNode } from 'lucide';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import classes from './pager.module.css';

/**
 * Links to the previous and next page of a list whose page number is in the address. Renders nothing for a single page.
 */
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
  const step = (target: number, label: string, icon: IconNode) =>
    target >= 1 && target <= pages ? (
      <Link className={classes.step} to={addressOf(target)} aria-label={label} preventScrollReset>
        <Icon icon={icon} />
      </Link>
    ) : (
      <span className={classes.step} aria-hidden="true" data-disabled>
        <Icon icon={icon} />
      </span>
    );
  return (
    <nav className={classes.pager} aria-label={words.label}>
      {step(page - 1, words.previous, ChevronLeft)}
      <span>{words.position}</span>
      {step(page + 1, words.next, ChevronRight)}
    </nav>
  );
}
