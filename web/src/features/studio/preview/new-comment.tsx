import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/formats.ts';
import { CommentForm } from './comment-form.tsx';
import classes from './comments.module.css';
import type { SeenPlace } from './frame-place.ts';
import { usePageNames } from './use-page-names.ts';

/** The draft key of a new comment; all others belong to answers. */
const NEW = 'new';
/** A playing lecture stays the same place, and so does a page when other words are selected. */
const nameOf = (place: SeenPlace) => `${place.kind} ${place.kind === 'page' ? place.page : place.id}`;

/** While the user writes, the comment stays about what was open at the start: a lecture may continue to play. */
export function NewComment({
  workId,
  place: seen,
  drafts,
}: {
  workId: string;
  place: SeenPlace | null;
  drafts: Map<string, string>;
}) {
  const { t } = useTranslation('publishing');
  const pageNameOf = usePageNames(workId);
  const [held, setHeld] = useState<SeenPlace | null>(null);
  const place = held ?? seen;
  if (!place) return null;
  const { label, hint, about } = formOf();
  return (
    <div title={place.kind === 'page' ? pageNameOf(place.page).inFile : undefined}>
      {place.kind === 'page' && place.quote && (
        <blockquote className={classes.quote} dir="auto">
          {place.quote.text}
        </blockquote>
      )}
      <CommentForm
        workId={workId}
        about={about}
        label={label}
        drafts={drafts}
        draftKey={NEW}
        onBegin={() => setHeld(place)}
        onRest={() => setHeld(null)}
      />
      {held && seen && nameOf(held) !== nameOf(seen) ? (
        <p className={classes.hint} role="status">
          {t('comments.elsewhere')}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setHeld(seen)}>
            {t('comments.bringHere')}
          </Button>
        </p>
      ) : (
        hint && <p className={classes.hint}>{hint}</p>
      )}
    </div>
  );

  function formOf() {
    if (place?.kind === 'lecture') {
      const { id, second, title } = place;
      const label = t('comments.onLecture', { time: formatDuration(second), title });
      return { label, hint: null, about: { lecture: { id, second } } };
    }
    if (place?.kind === 'question')
      return {
        label: t('comments.onQuestion', { title: place.title }),
        hint: null,
        about: { question_id: place.id },
      };
    const { page, quote } = place as Extract<SeenPlace, { kind: 'page' }>;
    const name = { page: pageNameOf(page).label };
    if (quote) return { label: t('comments.onPhrase', name), hint: null, about: { page, quote } };
    return { label: t('comments.onPage', name), hint: t('comments.selectHint'), about: { page } };
  }
}
