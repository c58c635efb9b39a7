import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkReview } from '@vesalius/contract/work-review';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/session.ts';
import { previewOptions } from '../preview/api.ts';
import { reviewApi, reviewOptions, useReviewAct } from './api.ts';
import { ApprovalState } from './approval-state.tsx';
import { ChangesBox } from './changes-box.tsx';
import { useDueText } from './due-text.ts';
import classes from './review.module.css';

interface ApprovalBoxProps {
  readonly workId: string;
  /** The preview that is shown; null: it does not show the current working copy. */
  readonly shown: { readonly version: number; readonly madeAt: string } | null;
}

/** Beside the preview: the request to the reviewer, and the approval of the version that is shown. */
export function ApprovalBox({ workId, shown }: ApprovalBoxProps) {
  const { t } = useTranslation('publishing');
  const dueText = useDueText();
  const userId = useSession()?.userId;
  const { data } = useQuery(reviewOptions(workId));
  if (!data) return null;
  const own = data.people.find(({ user_id: id, can_be_asked: isAble }) => id === userId && isAble);
  const { review } = data;
  const isAsked = review && own?.asked_at;
  if (!isAsked && !data.may_approve && data.approvals.needed === 0) return null;
  return (
    <section className={classes.box} aria-label={t('approval.title')}>
      {isAsked && (
        <>
          <p>
            <strong>{dueText(review)}</strong>
          </p>
          {review.note && (
            <p dir="auto" className={classes.note}>
              {review.note}
            </p>
          )}
        </>
      )}
      <p className={classes.hint}>{approvalsText(t, data)}</p>
      {data.may_approve && (
        <>
          <OwnApproval workId={workId} data={data} own={own?.approval ?? null} shown={shown} />
          <ChangesBox
            {...{ workId, version: shown?.version ?? data.version, own: own?.changes_asked ?? null }}
          />
        </>
      )}
    </section>
  );
}

type T = ReturnType<typeof useTranslation<'publishing'>>['t'];
export const approvalsText = (t: T, { approvals: { needed, given } }: Pick<WorkReview, 'approvals'>) =>
  needed > 0 ? t('approval.of', { given, needed }) : t('approval.given', { given });

function OwnApproval({
  workId,
  data,
  own,
  shown,
}: ApprovalBoxProps & { data: WorkReview; own: WorkReview['people'][number]['approval'] }) {
  const { t } = useTranslation('publishing');
  const client = useQueryClient();
  const params = { id: workId };
  const approve = useReviewAct(
    workId,
    () =>
      reviewApi.approveWork({
        params,
        body: { version: shown?.version ?? 0, preview_made_at: shown?.madeAt },
      }),
    t('approval.done'),
    () => {
      // A file was added since: the page then says that the preview is outdated.
      void client.invalidateQueries({ queryKey: previewOptions(workId).queryKey });
      return false;
    },
  );
  const withdraw = useReviewAct(
    workId,
    () => reviewApi.withdrawApproval({ params }),
    t('approval.withdrawn'),
  );
  if (own?.counts)
    return (
      <>
        <div role="status">
          <ApprovalState givenAt={own.given_at} counts />
          <p className={classes.hint}>{t('approval.own')}</p>
        </div>
        <Button variant="default" size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('approval.withdraw')}
        </Button>
      </>
    );
  const isBehind = shown?.version !== data.version;
  return (
    <>
      {own && (
        <div role="status">
          <ApprovalState givenAt={own.given_at} counts={false} />
          <p className={classes.hint}>{t('approval.void')}</p>
        </div>
      )}
      {isBehind && <p className={classes.hint}>{t('approval.behind')}</p>}
      <Button size="sm" disabled={isBehind} loading={approve.isPending} onClick={() => approve.mutate()}>
        {t('approval.approve')}
      </Button>
    </>
  );
}
