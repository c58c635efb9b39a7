import { Button } from '@mantine/core';
import type { WorkReview, WorkReviewer } from '@vesalius/contract/work-review';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { reviewApi, useReviewAct } from './api.ts';
import { ApprovalState } from './approval-state.tsx';
import { ChangesAsked } from './changes-asked.tsx';
import { useDueText } from './due-text.ts';
import classes from './review.module.css';
import { WhoNames } from './who-names.tsx';

/** The open review, and the progress of each reviewer. */
export function Reviewers({ workId, review: data }: { workId: string; review: WorkReview }) {
  const { t, i18n } = useTranslation('publishing');
  const dueText = useDueText();
  const [isEnding, setEnding] = useState(false);
  const end = useReviewAct(
    workId,
    () => reviewApi.endReview({ params: { id: workId } }).finally(() => setEnding(false)),
    t('review.ended'),
  );
  const { review, people, may_ask: mayAsk, ended_at: endedAt } = data;
  return (
    <>
      {review ? (
        <div className={classes.open}>
          <p>
            <strong>{dueText(review)}</strong>
          </p>
          {review.asked_by && (
            <p className={classes.hint}>
              {t('review.askedBy', {
                name: review.asked_by,
                time: formatDateTime(review.asked_at, i18n.language),
              })}
            </p>
          )}
          {review.note && (
            <p dir="auto" className={classes.note}>
              {review.note}
            </p>
          )}
          {mayAsk && (
            <Button variant="default" size="sm" onClick={() => setEnding(true)}>
              {t('review.end')}
            </Button>
          )}
        </div>
      ) : (
        <p className={classes.hint}>
          {t('review.none')}
          {endedAt && ` ${t('review.lastEnded', { time: formatDateTime(endedAt, i18n.language) })}`}
        </p>
      )}
      {people.length === 0 ? (
        <p>
          {t('review.nobody')} <WhoNames workId={workId} />
        </p>
      ) : (
        <ul className={classes.people}>
          {people.map((person) => (
            <li key={`${person.role} ${person.user_id ?? person.email ?? person.name}`}>
              <Person workId={workId} person={person} mayAsk={mayAsk && review !== null} />
            </li>
          ))}
        </ul>
      )}
      {isEnding && (
        <ConfirmDialog
          title={t('review.endTitle')}
          confirm={t('review.end')}
          isPending={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setEnding(false)}
        >
          {t('review.endText')}
        </ConfirmDialog>
      )}
    </>
  );
}

function Person({ workId, person, mayAsk }: { workId: string; person: WorkReviewer; mayAsk: boolean }) {
  const { t, i18n } = useTranslation('publishing');
  const { role, name, email, user_id: userId, asked_at: askedAt } = person;
  const remove = useReviewAct(
    workId,
    () => reviewApi.removeReviewer({ params: { id: workId, userId: userId ?? '' } }),
    t('review.removed'),
  );
  return (
    <>
      <p>
        <bdi>{name ?? email ?? t('review.withoutAccount')}</bdi>{' '}
        <small className={classes.hint}>{t(`review.roles.${role}`)}</small>
      </p>
      {person.can_be_asked && person.approval && (
        <ApprovalState givenAt={person.approval.given_at} counts={person.approval.counts} />
      )}
      {person.changes_asked && <ChangesAsked request={person.changes_asked} />}
      <p className={classes.hint}>{state()}</p>
      {mayAsk && askedAt && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={remove.isPending}
          aria-label={t('review.removeOf', { name: name ?? '' })}
          onClick={() => remove.mutate()}
        >
          {t('review.remove')}
        </Button>
      )}
    </>
  );

  function state(): string {
    if (!person.can_be_asked) return t(userId ? 'review.cannot' : 'review.noAccount');
    const { looked_at: lookedAt, number_of_comments: count } = person;
    const comments = count > 0 ? [t('review.commented', { count })] : [];
    if (!askedAt) return [t('review.notAsked'), ...comments].join(t('review.separator'));
    const looked = lookedAt
      ? t('review.looked', { time: formatDateTime(lookedAt, i18n.language) })
      : t('review.notLooked');
    return [looked, ...comments].join(t('review.separator'));
  }
}
