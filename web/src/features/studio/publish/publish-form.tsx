import { Alert, Button, Radio, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WorkReleases } from '@vesalius/contract/work-releases';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api-client.ts';
import { formatDate } from '../../../lib/formats.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { FailedState } from '../../../ui/states.tsx';
import type { WorkSnapshot } from '../model/work-snapshot.ts';
import { reviewOptions } from '../review/api.ts';
import { comparisonOptions, releasesApi, saleEffectsOptions } from './api.ts';
import { offsetName, timeZone, toInput } from './local-time.ts';
import { areChangesAsked, isReviewUnfinished, OpenRequests, OpenReview } from './open-review.tsx';
import classes from './publish.module.css';
import { ReplacedEdition } from './sale-effects.tsx';
import { useCheckList } from './use-check-list.ts';
import { isSameForReaders } from './what-changes.tsx';

/** Combines the version of the working copy and the release that readers see. */
export const stampOf = ({ version, publication }: Pick<WorkSnapshot, 'version' | 'publication'>): string =>
  `${version} ${publication.revision}`;

/** Publishes the working copy as it is on the screen, now or at a time. */
export function PublishForm({
  workId,
  snapshot,
  refresh,
  onScheduled,
}: {
  workId: string;
  snapshot: WorkSnapshot;
  refresh: () => Promise<unknown>;
  onScheduled: () => void;
}) {
  const { t, i18n } = useTranslation('publishing');
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [time, setTime] = useState('');
  const [note, setNote] = useState('');
  const { version, saving, publication } = snapshot;
  const { data: checked } = useCheckList(workId, version);
  const day = releaseDayToCome(snapshot);
  const { data: comparison } = useQuery(comparisonOptions(workId, {}, stampOf(snapshot)));
  /** Until it was compared, publishing is possible: what waits for a request must not stop a release. */
  const isSame = comparison?.version === version && isSameForReaders(comparison);
  const reasonId = useId();
  const effects = useQuery(saleEffectsOptions(workId, stampOf(snapshot)));
  const { data: review, isPending: isReviewPending } = useQuery(reviewOptions(workId));
  const isUnfinished = review !== undefined && isReviewUnfinished(review);
  const isOpposed = review !== undefined && areChangesAsked(review);
  /** What is asked first: replacing an earlier edition is permanent, and publishing ends a review and requests for changes. */
  const [isAsking, setAsking] = useState(false);
  const publishAt = when === 'later' && time ? new Date(time) : null;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (): Promise<WorkReleases> => {
      const body = { version, note, over: publication.revision ?? 0 };
      const params = { id: workId };
      return publishAt
        ? releasesApi.scheduleRelease({ params, body: { ...body, publish_at: publishAt.toISOString() } })
        : releasesApi.publishWork({ params, body });
    },
    // Without a time a second press schedules nothing: it would replace the release, and its note.
    onSuccess: () => {
      setNote('');
      setTime('');
    },
    // Refetches the findings, and adds the new release to the list.
    onSettled: async (_, failure) => {
      setAsking(false);
      await refresh();
      if (!failure && publishAt) onScheduled();
    },
  });
  const replaced = effects.data?.replaced;
  const isReady =
    checked?.can_publish === true &&
    checked.version === version &&
    effects.data !== undefined &&
    !isSame &&
    !isReviewPending &&
    saving.state === 'saved' &&
    publication.pending?.state !== 'publishing' &&
    (when === 'now' || publishAt !== null);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || isPending) return;
        if (replaced || isUnfinished || isOpposed) setAsking(true);
        else mutate();
      }}
    >
      <Radio.Group
        label={t('form.when')}
        value={when}
        onChange={(value) => {
          reset();
          setWhen(value === 'later' ? 'later' : 'now');
        }}
      >
        <div className={classes.choices}>
          <Radio
            value="now"
            label={day ? t('form.onReleaseDay', { day: formatDate(day, i18n.language) }) : t('form.now')}
          />
          <Radio value="later" label={t('form.later')} />
        </div>
      </Radio.Group>
      {when === 'later' && (
        <TextInput
          type="datetime-local"
          label={t('form.time')}
          description={t('form.zone', {
            zone: timeZone(),
            offset: offsetName(publishAt ?? new Date(), i18n.language),
          })}
          value={time}
          min={toInput(new Date(Date.now() + 60_000))}
          error={error instanceof CallError ? error.fields?.publish_at : undefined}
          onChange={({ currentTarget }) => {
            reset();
            setTime(currentTarget.value);
          }}
        />
      )}
      <Textarea
        label={t('form.note')}
        description={t('form.noteHint')}
        attributes={OWN_DIRECTION}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <PublishFailure error={error} />
      {publication.pending && publication.pending.state !== 'publishing' && (
        <p className={classes.hint}>{t('form.replaces')}</p>
      )}
      {publication.replaced_by ? (
        <p className={classes.hint}>{t('form.replaced')}</p>
      ) : (
        publication.withdrawn_at && <p className={classes.hint}>{t('form.withdrawn')}</p>
      )}
      {effects.error && !effects.data && (
        <FailedState error={effects.error} onRetry={() => void effects.refetch()} />
      )}
      {review && <OpenRequests work={review} />}
      {review && <OpenReview work={review} />}
      {isSame && (
        <p id={reasonId} className={classes.hint}>
          {t('changes.none')}
        </p>
      )}
      {/* With a reason it stays in the order of the Tab key, so that the reason is read. */}
      <Button
        type="submit"
        disabled={!isReady && !isSame}
        {...(isSame && { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonId })}
        loading={isPending}
        className={classes.act}
      >
        {t(when === 'now' && !day ? 'form.publish' : 'form.schedule')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={
            replaced ? t('effects.title', replaced) : t(isOpposed ? 'openRequests.title' : 'openReview.title')
          }
          confirm={t(when === 'now' && !day ? 'form.publish' : 'form.schedule')}
          isPending={isPending}
          onConfirm={() => {
            if (isReady) mutate();
          }}
          onClose={() => setAsking(false)}
        >
          {replaced && <ReplacedEdition replaced={replaced} />}
          {isOpposed && <OpenRequests work={review} />}
          {isUnfinished && <OpenReview work={review} />}
        </ConfirmDialog>
      )}
    </form>
  );
}

/** A book that readers do not see yet is published on its release date (in UTC) at the earliest. */
function releaseDayToCome({ document, publication }: WorkSnapshot): string | null {
  const { release_date: day } = document;
  const isShown = publication.revision !== null && publication.state !== 'scheduled';
  return typeof day === 'string' && day > new Date().toISOString().slice(0, 10) && !isShown ? day : null;
}

const MEANWHILE = ['edited_meanwhile', 'published_meanwhile'];
/** A conflict with another user is not shown as a failure: the changes were refetched. */
export function PublishFailure({ error }: { error: Error | null }) {
  const { t } = useTranslation('publishing');
  const text = useErrorText(error ?? undefined);
  if (!error) return null;
  const code = error instanceof CallError ? error.code : '';
  return (
    <Alert role="alert" color={MEANWHILE.includes(code) ? 'yellow' : 'red'}>
      {code === 'edited_meanwhile'
        ? t('form.edited')
        : code === 'published_meanwhile'
          ? t('form.published')
          : text}
    </Alert>
  );
}
