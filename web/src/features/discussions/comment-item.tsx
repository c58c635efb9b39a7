import { Button, TextInput } from '@mantine/core';
import { REASON_MIN_LENGTH } from '@vesalius/contract/constants';
import type { Comment } from '@vesalius/contract/discussions';
import { HIDE_REASON_MAX_LENGTH } from '@vesalius/contract/discussions-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/formats.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { useAct } from '../../ui/use-act.ts';
import { discussionsApi } from './api.ts';
import { Confirm } from './confirm.tsx';
import { PageLink } from './page-link.tsx';
import classes from './topic-details.module.css';

/** A comment. Its author may delete it; a director may hide it with a reason, which is shown instead. */
export function CommentItem({ programId, comment }: { programId: string; comment: Comment }) {
  const { t, i18n } = useTranslation('discussions');
  const [asking, setAsking] = useState<'delete' | 'hide' | null>(null);
  const [reason, setReason] = useState('');
  const params = { id: programId, topicId: comment.commentable_id, commentId: comment.id };
  const act = useAct(
    async (what: 'delete' | 'hide' | 'show') => {
      if (what === 'delete') await discussionsApi.deleteComment({ params });
      else if (what === 'hide') await discussionsApi.hideComment({ params, body: { reason } });
      else await discussionsApi.showComment({ params });
    },
    (_answer, what) => t(`details.done.${what}`),
    {
      ended: () => setAsking(null),
      refresh: keyOf('discussions', 'topic', comment.commentable_id),
    },
  );
  const name = comment.comment_owner_name || t('formerMember');
  return (
    <li className={classes.comment} data-hidden={comment.hidden !== null || undefined}>
      {comment.comment_owner_image ? (
        <img className={classes.portrait} src={comment.comment_owner_image} alt="" />
      ) : (
        <span className={classes.portrait} aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <header>
        <strong dir="auto">{name}</strong>
        <time dateTime={comment.created_at}>{formatDateTime(comment.created_at, i18n.language)}</time>
      </header>
      <span className={classes.buttons}>
        {comment.can_hide && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={act.isPending && !asking}
            onClick={() => (comment.hidden ? act.mutate('show') : setAsking('hide'))}
          >
            {t(comment.hidden ? 'details.show' : 'details.hide')}
          </Button>
        )}
        {comment.can_delete && (
          <Button
            variant="subtle"
            color="oxblood"
            size="compact-sm"
            aria-label={t('details.delete')}
            onClick={() => setAsking('delete')}
          >
            {t('confirm')}
          </Button>
        )}
      </span>
      {comment.hidden && (
        <p className={classes.note}>{t('details.hidden', { reason: comment.hidden.reason })}</p>
      )}
      {comment.content && (
        <p className={classes.words} dir="auto">
          {comment.content}
        </p>
      )}
      {comment.page_link && (
        <p>
          <PageLink link={comment.page_link} />
        </p>
      )}
      {asking === 'delete' && (
        <Confirm
          title={t('details.confirmDelete')}
          text={t('details.confirmDeleteText')}
          action={t('confirm')}
          pending={act.isPending}
          onClose={() => setAsking(null)}
          onConfirm={() => act.mutate('delete')}
        />
      )}
      {asking === 'hide' && (
        <Confirm
          title={t('details.hideTitle')}
          action={t('details.hide')}
          pending={act.isPending}
          disabled={reason.trim().length < REASON_MIN_LENGTH}
          onClose={() => setAsking(null)}
          onConfirm={() => act.mutate('hide')}
        >
          <TextInput
            label={t('details.reason')}
            description={t('details.reasonHint', { min: REASON_MIN_LENGTH })}
            value={reason}
            maxLength={HIDE_REASON_MAX_LENGTH}
            data-autofocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </li>
  );
}
