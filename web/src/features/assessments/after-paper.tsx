import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './result.module.css';

/** What comes after a paper: what went wrong returns in the review, and the book goes on. */
export function AfterPaper({
  wrong,
  page,
  pageLink,
}: {
  /** Questions that the review will ask again. */
  wrong: number;
  /** Where the paper stands in the book. */
  page: number;
  pageLink: (page: number) => string;
}) {
  const { t } = useTranslation('assessments');
  return (
    <p className={classes.hint}>
      {wrong > 0 && `${t('result.toReview', { count: wrong })} `}
      <Anchor component={Link} to={pageLink(page)}>
        {t('result.continue', { page })}
      </Anchor>
    </p>
  );
}
