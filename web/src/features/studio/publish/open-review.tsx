import { Alert } from '@mantine/core';
import type { WorkReview } from '@vesalius/contract/work-review';
import { useTranslation } from 'react-i18next';
import { ChangesAsked } from '../review/changes-asked.tsx';
import { useDueText } from '../review/due-text.ts';
import classes from './publish.module.css';

type Asked = Pick<WorkReview, 'review' | 'people' | 'number_of_open_comments'>;

const askedIn = ({ people }: Asked) => people.filter(({ asked_at }) => asked_at !== null);
const missingIn = (work: Asked) => askedIn(work).filter(({ approval }) => !approval?.counts);

/** Whether somebody who was asked has not approved what would be published, or a comment is open. */
export const isReviewUnfinished = (work: Asked): boolean =>
  work.review !== null && (missingIn(work).length > 0 || work.number_of_open_comments > 0);

const askingIn = ({ people }: Asked) =>
  people.flatMap(({ changes_asked: request, name, role, user_id: id }) =>
    request ? [{ request, name, role, id }] : [],
  );

export const areChangesAsked = (work: Asked): boolean => askingIn(work).length > 0;

/** Who asks for changes, when and for which. Publishing ends these requests. */
export function OpenRequests({ work }: { work: Asked }) {
  const { t } = useTranslation('publishing');
  const requests = askingIn(work);
  if (requests.length === 0) return null;
  return (
    <Alert color="yellow" title={t('openRequests.label', { count: requests.length })}>
      <ul className={classes.requests}>
        {requests.map(({ request, name, role, id }) => (
          <li key={`${id} ${role}`}>
            <p>
              <bdi>{name ?? t('openReview.somebody')}</bdi> <small>{t(`review.roles.${role}`)}</small>
            </p>
            <ChangesAsked request={request} />
          </li>
        ))}
      </ul>
      <p>{t('openRequests.ends', { count: requests.length })}</p>
    </Alert>
  );
}

/** Publishing ends the review that is open: how far it is. */
export function OpenReview({ work }: { work: Asked }) {
  const { t } = useTranslation('publishing');
  const dueText = useDueText();
  const { review, number_of_open_comments } = work;
  if (!review) return null;
  const [asked, missing] = [askedIn(work).length, missingIn(work)];
  const names = missing.map(({ name }) => name ?? t('openReview.somebody'));
  return (
    <Alert color="yellow" title={dueText(review)}>
      <p>{t('openReview.approved', { given: asked - missing.length, number: asked })}</p>
      {names.length > 0 && <p>{t('openReview.missing', { names: names.join(t('comma')) })}</p>}
      {number_of_open_comments > 0 && <p>{t('openReview.comments', { number: number_of_open_comments })}</p>}
      <p>{t('openReview.ends')}</p>
    </Alert>
  );
}
