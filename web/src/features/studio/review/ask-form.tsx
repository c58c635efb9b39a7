import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { MAX_REVIEW_NOTE_LENGTH } from '@vesalius/contract/studio-limits';
import type { WorkReview } from '@vesalius/contract/work-review';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '../../../lib/field-errors.ts';
import { focusFirstError } from '../../../lib/focus-first-error.ts';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { reviewApi, useReviewAct } from './api.ts';
import classes from './review.module.css';

/** Asks people of the book for a review by mail; in an open review it changes note and day, and adds people. */
export function AskForm({ workId, review: data }: { workId: string; review: WorkReview }) {
  const { t } = useTranslation('publishing');
  const errors = useFieldErrors();
  const { review, people } = data;
  const able = people.flatMap((each) =>
    each.can_be_asked && each.user_id ? [{ ...each, id: each.user_id }] : [],
  );
  const asked = able.filter(({ asked_at: at }) => review !== null && at !== null).map(({ id }) => id);
  const [added, setAdded] = useState<readonly string[]>(review ? [] : able.map(({ id }) => id));
  const [dueOn, setDueOn] = useState(review?.due_on ?? '');
  const [note, setNote] = useState(review?.note ?? '');
  const [isTried, setTried] = useState(false);
  const chosen = [...new Set([...asked, ...added])];
  const act = useReviewAct(
    workId,
    () => reviewApi.askForReview({ params: { id: workId }, body: { people: chosen, note, due_on: dueOn } }),
    t(review ? 'review.changed' : 'review.sent'),
    (error) => Boolean(errors.fromServer(error)?.due_on),
  );
  if (able.length === 0) return <p className={classes.hint}>{t('review.nobodyAble')}</p>;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        focusFirstError(null, null, event);
        if (dueOn && chosen.length > 0 && !act.isPending) act.mutate();
      }}
    >
      <Checkbox.Group
        label={t('review.whom')}
        value={[...chosen]}
        error={isTried && chosen.length === 0 ? t('review.chooseOne') : undefined}
        onChange={(ids) => setAdded(ids.filter((id) => !asked.includes(id)))}
      >
        <div className={classes.choices}>
          {able.map(({ id, name, email, role }) => (
            <Checkbox
              key={id}
              value={id}
              disabled={asked.includes(id)}
              label={<bdi>{name ?? email}</bdi>}
              description={asked.includes(id) ? t('review.alreadyAsked') : t(`review.roles.${role}`)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        type="date"
        label={t('review.day')}
        description={t('review.dayHint')}
        value={dueOn}
        error={isTried && !dueOn ? t('review.dayMissing') : errors.fromServer(act.error)?.due_on}
        onChange={({ currentTarget }) => {
          act.reset();
          setDueOn(currentTarget.value);
        }}
      />
      <Textarea
        autosize
        minRows={2}
        attributes={OWN_DIRECTION}
        label={t('review.note')}
        description={t('review.noteHint')}
        maxLength={MAX_REVIEW_NOTE_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button type="submit" loading={act.isPending} className={classes.act}>
        {t(review ? 'review.save' : 'review.send')}
      </Button>
    </form>
  );
}
