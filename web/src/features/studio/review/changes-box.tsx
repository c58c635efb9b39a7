import { Button, Textarea } from '@mantine/core';
import { MAX_REVIEW_NOTE_LENGTH } from '@vesalius/contract/studio-limits';
import type { WorkReviewer } from '@vesalius/contract/work-review';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { reviewApi, useReviewAct } from './api.ts';
import { ChangesAsked } from './changes-asked.tsx';
import classes from './review.module.css';

/** Beside the approval: the reviewer says what must change, or takes it back. */
export function ChangesBox({
  workId,
  version,
  own,
}: {
  workId: string;
  /** Of the working copy that is looked at. */
  version: number;
  own: WorkReviewer['changes_asked'];
}) {
  const { t } = useTranslation('publishing');
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const params = { id: workId };
  const ask = useReviewAct(
    workId,
    () => reviewApi.askForChanges({ params, body: { version, text } }).finally(() => setOpen(false)),
    t('asked.done'),
  );
  const withdraw = useReviewAct(workId, () => reviewApi.withdrawChanges({ params }), t('asked.withdrawn'));
  if (!isOpen)
    return (
      <>
        {own && <ChangesAsked request={own} />}
        <div className={classes.acts}>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              setText(own?.text ?? '');
              setTried(false);
              setOpen(true);
            }}
          >
            {t(own ? 'asked.change' : 'asked.ask')}
          </Button>
          {own && (
            <Button variant="subtle" size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('asked.withdraw')}
            </Button>
          )}
        </div>
      </>
    );
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (text.trim() && !ask.isPending) ask.mutate();
      }}
    >
      <Textarea
        autosize
        autoFocus
        minRows={3}
        attributes={OWN_DIRECTION}
        label={t('asked.what')}
        description={t('asked.whatHint')}
        maxLength={MAX_REVIEW_NOTE_LENGTH}
        value={text}
        error={isTried && !text.trim() ? t('asked.missing') : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button type="submit" size="sm" loading={ask.isPending}>
          {t('asked.send')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setOpen(false)}>
          {t('asked.cancel')}
        </Button>
      </div>
    </form>
  );
}
