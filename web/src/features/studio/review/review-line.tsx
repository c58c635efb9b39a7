import type { WorkRow } from '@vesalius/contract/studio';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useDueText } from './due-text.ts';
import classes from './review.module.css';

/** In the list of works: the open review, and the open comments. */
export function ReviewLine({ work }: { work: WorkRow }) {
  const { t } = useTranslation('publishing');
  const dueText = useDueText();
  const { id, review, number_of_open_comments: open } = work;
  if (!review && open === 0) return null;
  const people = review?.people ?? [];
  const namesOf = (wanted: (person: (typeof people)[number]) => boolean) =>
    people
      .filter(wanted)
      .map(({ name }) => name)
      .join(t('comma'));
  const [commented, looked, waiting] = [
    namesOf((each) => each.has_commented),
    namesOf((each) => each.has_looked && !each.has_commented),
    namesOf((each) => !each.has_looked && !each.has_commented),
  ];
  return (
    <div className={classes.listed}>
      {review && <Link to={paths.studioReview.to(id)}>{dueText(review)}</Link>}
      {commented && <span>{t('review.list.commented', { names: commented })}</span>}
      {looked && <span>{t('review.list.looked', { names: looked })}</span>}
      {waiting && <span>{t('review.list.waiting', { names: waiting })}</span>}
      {open > 0 && <Link to={paths.studioReview.to(id)}>{t('review.list.comments', { count: open })}</Link>}
    </div>
  );
}
