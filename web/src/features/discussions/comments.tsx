import { Button, Textarea } from '@mantine/core';
import type { Topic } from '@vesalius/contract/discussions';
import { COMMENT_MAX_LENGTH } from '@vesalius/contract/discussions-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../lib/query-keys.ts';
import { readUnsent } from '../../lib/unsent.ts';
import { useSentId } from '../../lib/use-sent-id.ts';
import { useUnsent } from '../../lib/use-unsent.ts';
import { OWN_DIRECTION } from '../../ui/own-direction.ts';
import { useAct } from '../../ui/use-act.ts';
import { discussionsApi } from './api.ts';
import { CommentItem } from './comment-item.tsx';
import { PagePicker, type PickedPage } from './page-picker.tsx';
import classes from './topic-details.module.css';

/** Comments, oldest first, and a field for a new one. An empty comment is ignored. */
export function Comments({ programId, topic }: { programId: string; topic: Topic }) {
  const { t } = useTranslation('discussions');
  const form = `comment:${topic.id}`;
  const [unsent] = useState(() => readUnsent<{ id?: string; text: string; link: PickedPage | null }>(form));
  const [text, setText] = useState(unsent?.text ?? '');
  const [link, setLink] = useState<PickedPage | null>(unsent?.link ?? null);
  const id = useSentId({ text, link }, unsent?.id);
  useUnsent(form, text.trim() ? { id, text, link } : null);
  /** What was typed while this one was sent stays. */
  const empty = () => {
    setText((now) => (now === text ? '' : now));
    setLink((now) => (now === link ? null : now));
  };
  const send = useAct(
    (comment: { id: string; content: string; page_link: PickedPage | null }) =>
      discussionsApi.createComment({ params: { id: programId, topicId: topic.id }, body: { comment } }),
    t('details.sent'),
    { done: empty, isOnce: true, refresh: keyOf('discussions', 'topic', topic.id) },
  );
  // It arrived, and its answer was lost.
  if (!send.isPending && topic.comments.some((comment) => comment.id === id)) empty();
  return (
    <section className={classes.comments} aria-labelledby="comments-title">
      <h2 id="comments-title">{t('details.comments')}</h2>
      {topic.comments.length === 0 && <p className={classes.note}>{t('details.noComments')}</p>}
      <ul className={classes.list} aria-live="polite">
        {topic.comments.map((comment) => (
          <CommentItem key={comment.id} programId={programId} comment={comment} />
        ))}
      </ul>
      <form
        className={classes.write}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) send.mutate({ id, content: text, page_link: link });
        }}
      >
        <Textarea
          label={t('details.write')}
          placeholder={t('details.placeholder')}
          value={text}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={COMMENT_MAX_LENGTH}
          attributes={OWN_DIRECTION}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <PagePicker programId={programId} value={link} onChange={setLink} />
        <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
          {t('details.send')}
        </Button>
      </form>
    </section>
  );
}
