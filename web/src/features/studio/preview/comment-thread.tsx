import { Button } from '@mantine/core';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentPlace } from './comment-place.tsx';
import classes from './comments.module.css';
import { commentsApi, useCommentAct } from './comments-api.ts';
import { RemoveComment } from './remove-comment.tsx';

interface CommentThreadProps {
  readonly workId: string;
  readonly thread: WorkComment;
  readonly answers: readonly WorkComment[];
  /** The unsent answers. */
  readonly drafts: Map<string, string>;
  readonly goTo: (thread: WorkComment) => void;
}

/** A comment, its answers, and its actions. */
export function CommentThread({ workId, thread, answers, drafts, goTo }: CommentThreadProps) {
  const { t } = useTranslation('publishing');
  const [isAnswering, setAnswering] = useState(drafts.has(thread.id));
  // The focus follows what the user did, and stays where it is when the panel opens.
  const [hasActed, setActed] = useState(false);
  const { settled_at: settledAt, settled_by: settledBy } = thread;
  const act = useCommentAct(workId);
  const at = { params: { id: workId, commentId: thread.id } };
  return (
    <li className={classes.thread}>
      <CommentPlace workId={workId} thread={thread} goTo={goTo} />
      <Said workId={workId} comment={thread} answers={answers.length} />
      {answers.length > 0 && (
        <ul className={classes.answers}>
          {answers.map((each) => (
            <li key={each.id}>
              <Said workId={workId} comment={each} />
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
          drafts={drafts}
          draftKey={thread.id}
          startsFocused={hasActed}
          onDone={() => setAnswering(false)}
        />
      ) : (
        <div className={classes.acts}>
          <Button
            size="compact-sm"
            variant="subtle"
            autoFocus={hasActed}
            onClick={() => {
              setActed(true);
              setAnswering(true);
            }}
          >
            {t('comments.answer')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={act.isPending}
            onClick={() =>
              act.mutate(() =>
                settledAt ? commentsApi.reopenWorkComment(at) : commentsApi.settleWorkComment(at),
              )
            }
          >
            {t(settledAt ? 'comments.reopen' : 'comments.settle')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Said({ workId, comment, answers = 0 }: { workId: string; comment: WorkComment; answers?: number }) {
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
      {comment.may_remove && <RemoveComment workId={workId} comment={comment} answers={answers} />}
    </>
  );
}
