import { Button } from '@mantine/core';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import classes from './comments.module.css';
import { commentsApi, useCommentAct } from './comments-api.ts';

/** Asks first, because a deleted comment cannot be restored. */
export function RemoveComment({
  workId,
  comment,
  answers,
}: {
  workId: string;
  comment: WorkComment;
  /** The number of answers that are deleted with it. */
  answers: number;
}) {
  const { t } = useTranslation('publishing');
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useCommentAct(workId);
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {t('comments.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('comments.removeTitle')}
          confirm={t('comments.remove')}
          isPending={isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            mutate(() => commentsApi.removeWorkComment({ params: { id: workId, commentId: comment.id } }), {
              onSuccess: () => setAsking(false),
            })
          }
        >
          <p className={classes.text} dir="auto">
            {comment.text}
          </p>
          <p>{t(answers > 0 ? 'comments.removeWithAnswers' : 'comments.removeText')}</p>
          {!comment.is_own && <p>{t('comments.removeOfOthers')}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
