import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { FailedState } from '../../../ui/states.tsx';
import { CommentsPanel } from '../preview/comments-panel.tsx';
import { reviewOptions } from './api.ts';
import { approvalsText } from './approval-box.tsx';
import { AskForm } from './ask-form.tsx';
import { EarlierApprovals } from './earlier-approvals.tsx';
import { EarlierChanges } from './earlier-changes.tsx';
import classes from './review.module.css';
import { Reviewers } from './reviewers.tsx';

/** The reviewers of a book, their progress, and their comments. */
export function ReviewPage({ workId }: { workId: string }) {
  const { t } = useTranslation('publishing');
  const { data, error, refetch } = useQuery(reviewOptions(workId));
  const navigate = useNavigate();
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} />;
  const { review, may_ask: mayAsk } = data;
  return (
    <>
      <p className={classes.line}>
        <Link to={paths.studioWork.to(workId)}>{t('page.toDesk')}</Link>
        <Button component={Link} to={paths.studioPreview.to(workId)} variant="default" size="sm">
          {t('review.openPreview')}
        </Button>
      </p>
      <div className={classes.columns}>
        <div>
          <Part title={t('review.people')}>
            <p>{approvalsText(t, data)}</p>
            <Reviewers workId={workId} review={data} />
          </Part>
          <EarlierChanges requests={data.earlier_changes_asked} />
          <EarlierApprovals approvals={data.earlier_approvals} />
          {mayAsk && (
            <Part title={t(review ? 'review.change' : 'review.ask')}>
              <AskForm
                key={`${review?.asked_at} ${review?.due_on} ${review?.note}`}
                {...{ workId, review: data }}
              />
            </Part>
          )}
        </div>
        <CommentsPanel
          workId={workId}
          place={null}
          hasPages={false}
          goTo={({ id, page }) => void navigate(paths.studioPreview.to(workId, page ?? undefined, id))}
        />
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
