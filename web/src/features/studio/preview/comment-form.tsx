import { Button, Textarea } from '@mantine/core';
import { MAX_COMMENT_LENGTH } from '@vesalius/contract/studio-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../lib/new-id.ts';
import classes from './comments.module.css';
import { commentsApi, useCommentAct } from './comments-api.ts';

interface CommentFormProps {
  readonly workId: string;
  readonly about: Omit<NewComment, 'id' | 'text'>;
  readonly label: string;
  readonly onDone?: () => void;
  /** Somebody begins to write. */
  readonly onBegin?: () => void;
  /** Nothing is being written: it is stored, or was left empty. */
  readonly onRest?: () => void;
}
type NewComment = NonNullable<Parameters<typeof commentsApi.addWorkComment>[0]>['body'];

/** The text stays until it is stored. */
export function CommentForm({ workId, about, label, onDone, onBegin, onRest }: CommentFormProps) {
  const { t } = useTranslation('publishing');
  const [text, setText] = useState('');
  /** Sent again after a lost answer, it is stored once. */
  const [id, setId] = useState(newId);
  const { mutate, isPending } = useCommentAct(workId);
  const send = () =>
    mutate(() => commentsApi.addWorkComment({ params: { id: workId }, body: { id, text, ...about } }), {
      onSuccess: () => {
        setText('');
        setId(newId());
        onRest?.();
        onDone?.();
      },
    });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') send();
      }}
    >
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_LENGTH}
        label={label}
        value={text}
        onFocus={onBegin}
        onBlur={() => text.trim() === '' && onRest?.()}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button type="submit" size="sm" loading={isPending} disabled={text.trim() === ''}>
          {t('comments.send')}
        </Button>
        {onDone && (
          <Button size="sm" variant="default" onClick={onDone}>
            {t('comments.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
