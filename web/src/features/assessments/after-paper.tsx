import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './result.module.css';

/** Links after a quiz or test: wrong answers return in the review, and the book continues. */
export function AfterPaper({
  wrong,
  page,
  pageLink,
}: {
  /** The number of questions that the review will ask again. */
  wrong: number;
  /** The book page to which the quiz or test belongs. */
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
