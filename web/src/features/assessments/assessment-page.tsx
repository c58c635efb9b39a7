import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Mark } from '../../product/marks.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import classes from './assessment-page.module.css';

/** The layout of all test pages: a link back, the kind of test, and its content in the width of a book page. */
export function AssessmentPage({
  title,
  eyebrow,
  back,
  backLabel,
  actions,
  wide = false,
  children,
}: {
  title: string;
  /** The kind of test, above its title. */
  eyebrow?: string | undefined;
  /** None where a navigation stands beside the page. */
  back?: string | undefined;
  backLabel?: string | undefined;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle>{title}</PageTitle>
      <div className={wide ? undefined : classes.narrow}>
        {back && (
          <Link to={back} className={classes.back}>
            <Mark name="forward" size={16} />
            {backLabel}
          </Link>
        )}
        <div className={classes.head}>
          <div>
            {eyebrow && <span className={classes.eyebrow}>{eyebrow}</span>}
            <Title order={1} size="h2" className={classes.title}>
              <bdi>{title}</bdi>
            </Title>
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {children}
      </div>
    </div>
  );
}
