import { Button, Textarea } from '@mantine/core';
import { MAX_COMMENT_LENGTH } from '@vesalius/contract/studio-limits';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../lib/new-id.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAsksBeforeLeaving } from '../../../ui/use-asks-before-leaving.ts';
import classes from './comments.module.css';
import { commentsApi, useCommentAct } from './comments-api.ts';

interface CommentFormProps {
  readonly workId: string;
  readonly about: Omit<NewComment, 'id' | 'text'>;
  readonly label: string;
  /** Unsent texts by `draftKey`, which outlive the form. */
  readonly drafts: Map<string, string>;
  readonly draftKey: string;
  readonly onDone?: () => void;
  readonly startsFocused?: boolean;
  /** Called when the user begins to write. */
  readonly onBegin?: () => void;
  /** Called when the text is stored, or was left empty. */
  readonly onRest?: () => void;
}
type NewComment = NonNullable<Parameters<typeof commentsApi.addWorkComment>[0]>['body'];

/** The text stays until it is stored, and is discarded only after a question. */
export function CommentForm(props: CommentFormProps) {
  const { workId, about, label, drafts, draftKey, startsFocused = false, onDone, onBegin, onRest } = props;
  const { t } = useTranslation('publishing');
  const [text, setText] = useState(() => drafts.get(draftKey) ?? '');
  const write = (next: string) => {
    setText(next);
    if (next === '') drafts.delete(draftKey);
    else drafts.set(draftKey, next);
  };
  /** Repeated after a lost answer, it is stored once. */
  const [id, setId] = useState(newId);
  const { mutate, isPending } = useCommentAct(workId);
  const [isGivingUp, setGivingUp] = useState(false);
  /** Within the same tick a second press finds the button still enabled. */
  const isSending = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const hasText = text.trim() !== '';
  useAsksBeforeLeaving(hasText);
  const clear = () => {
    write('');
    setGivingUp(false);
    onRest?.();
    onDone?.();
  };
  const send = () => {
    if (!hasText || isSending.current) return;
    isSending.current = true;
    mutate(() => commentsApi.addWorkComment({ params: { id: workId }, body: { id, text, ...about } }), {
      onSuccess: () => {
        setId(newId());
        clear();
        // The button is disabled until there is another text.
        field.current?.focus();
      },
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={field}
        autoFocus={startsFocused}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_LENGTH}
        label={label}
        value={text}
        onFocus={onBegin}
        onBlur={() => !hasText && onRest?.()}
        readOnly={isPending}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button type="submit" size="sm" loading={isPending} disabled={!hasText}>
          {t('answers' in about ? 'comments.answer' : 'comments.send')}
        </Button>
        {(onDone || hasText) && (
          <Button
            size="sm"
            variant="default"
            aria-disabled={isPending}
            onClick={() => {
              if (isPending) return;
              if (hasText) setGivingUp(true);
              else clear();
            }}
          >
            {t('comments.cancel')}
          </Button>
        )}
      </div>
      {isGivingUp && (
        <ConfirmDialog
          title={t('comments.giveUpTitle')}
          confirm={t('comments.giveUp')}
          isPending={false}
          onConfirm={clear}
          onClose={() => setGivingUp(false)}
        >
          {t('comments.giveUpText')}
        </ConfirmDialog>
      )}
    </form>
  );
}
