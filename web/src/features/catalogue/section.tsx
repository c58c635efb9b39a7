import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './section.module.css';

/** A part of a page with its heading, and perhaps the way to more of it. */
export function Section({
  id,
  title,
  intro,
  more,
  sunk = false,
  children,
}: {
  /** What the header scrolls to. */
  id?: string;
  title: string;
  intro?: string;
  more?: { to: string; label: string } | undefined;
  /** On the second paper tone. */
  sunk?: boolean;
  children: ReactNode;
}) {
  return (
    <section id={id} className={classes.section} data-sunk={sunk || undefined} aria-label={title}>
      <div className="page">
        <div className={classes.head}>
          <div>
            <h2 className={classes.title}>{title}</h2>
            {intro && <p className={classes.intro}>{intro}</p>}
          </div>
          {more && (
            <Link to={more.to} className={classes.more}>
              {more.label}
            </Link>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}
