import { Button } from '@mantine/core';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentPlace } from './comment-place.tsx';
import classes from './comments.module.css';
import { commentsApi, useCommentAct } from './comments-api.ts';

interface CommentThreadProps {
  readonly workId: string;
  readonly thread: WorkComment;
  readonly answers: readonly WorkComment[];
  readonly goTo: (thread: WorkComment) => void;
}

/** A comment, its answers, and what can be done with them. */
export function CommentThread({ workId, thread, answers, goTo }: CommentThreadProps) {
  const { t } = useTranslation('publishing');
  const [isAnswering, setAnswering] = useState(false);
  const { settled_at: settledAt, settled_by: settledBy } = thread;
  const act = useCommentAct(workId);
  const at = (id: string) => ({ params: { id: workId, commentId: id } });
  const [removing, setRemoving] = useState<WorkComment | null>(null);
  const remove = (comment: WorkComment) => () => setRemoving(comment);
  return (
    <li className={classes.thread}>
      <CommentPlace thread={thread} goTo={goTo} />
      <Said comment={thread} onRemove={answers.every((each) => each.is_own) ? remove(thread) : null} />
      {answers.length > 0 && (
        <ul className={classes.answers}>
          {answers.map((each) => (
            <li key={each.id}>
              <Said comment={each} onRemove={remove(each)} />
            </li>
          ))}
        </ul>
      )}
      {settledAt && (
        <p className={classes.by}>{t('comments.settledBy', { name: settledBy ?? t('comments.somebody') })}</p>
      )}
      {isAnswering ? (
        <CommentForm
          workId={workId}
          about={{ answers: thread.id }}
          label={t('comments.answer')}
          onDone={() => setAnswering(false)}
        />
      ) : (
        <div className={classes.acts}>
          <Button size="compact-sm" variant="subtle" onClick={() => setAnswering(true)}>
            {t('comments.answer')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() =>
              act.mutate(() =>
                settledAt
                  ? commentsApi.reopenWorkComment(at(thread.id))
                  : commentsApi.settleWorkComment(at(thread.id)),
              )
            }
          >
            {t(settledAt ? 'comments.reopen' : 'comments.settle')}
          </Button>
        </div>
      )}
      {removing && (
        <ConfirmDialog
          title={t('comments.removeTitle')}
          confirm={t('comments.remove')}
          isPending={act.isPending}
          onConfirm={() =>
            act.mutate(() => commentsApi.removeWorkComment(at(removing.id)), {
              onSettled: () => setRemoving(null),
            })
          }
          onClose={() => setRemoving(null)}
        >
          <p dir="auto">{removing.text}</p>
          {removing === thread && answers.length > 0 && <p>{t('comments.removeAnswers')}</p>}
        </ConfirmDialog>
      )}
    </li>
  );
}

function Said({ comment, onRemove }: { comment: WorkComment; onRemove: (() => void) | null }) {
  const { t, i18n } = useTranslation('publishing');
  return (
    <>
      <p className={classes.by}>
        <bdi>{comment.user_name ?? t('comments.somebody')}</bdi>
        {' · '}
        {formatDateTime(comment.made_at, i18n.language)}
      </p>
      <p className={classes.text} dir="auto">
        {comment.text}
      </p>
      {comment.is_own && onRemove && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onRemove}>
          {t('comments.remove')}
        </Button>
      )}
    </>
  );
}
