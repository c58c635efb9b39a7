import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './section.module.css';

/** A section of a page with its heading and, optionally, a link to more. */
export function Section({
  id,
  title,
  intro,
  more,
  sunk = false,
  children,
}: {
  /** The anchor to which the header scrolls. */
  id?: string;
  title: string;
  intro?: string;
  more?: { to: string; label: string } | undefined;
  /** Uses the second background color. */
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
