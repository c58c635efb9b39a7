import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/formats.ts';
import { FailedState } from '../../../ui/states.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentThread } from './comment-thread.tsx';
import classes from './comments.module.css';
import { commentsOptions } from './comments-api.ts';
import type { SeenPlace } from './frame-place.ts';

const FILTERS = ['page', 'open', 'settled'] as const;
type Filter = (typeof FILTERS)[number];

interface CommentsPanelProps {
  readonly workId: string;
  /** That the frame shows; null: nothing that can be commented on. */
  readonly place: SeenPlace | null;
  readonly goTo: (thread: WorkComment) => void;
  /** Whether pages are shown beside it. */
  readonly hasPages?: boolean;
  readonly above?: ReactNode;
}

/** What was said of the book, and what there is to say of what is open. */
export function CommentsPanel({ workId, place, goTo, hasPages = true, above }: CommentsPanelProps) {
  const { t } = useTranslation('publishing');
  const { data, error, refetch } = useQuery(commentsOptions(workId));
  const [filter, setFilter] = useState<Filter>('open');
  const threads = (data?.comments ?? []).filter(({ answers }) => answers === null);
  const shown = threads.filter((each) => isShown(each, filter, place));
  return (
    <aside className={classes.panel} aria-label={t('comments.title')}>
      {above}
      <h2>{t('comments.title')}</h2>
      {hasPages && <NewComment workId={workId} place={place} />}
      <SegmentedControl
        fullWidth
        size="sm"
        aria-label={t('comments.filter')}
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={FILTERS.filter((value) => value !== 'page' || hasPages).map((value) => ({
          value,
          label: t(`comments.filters.${value}`),
        }))}
      />
      {error && !data ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={160} />
      ) : shown.length === 0 ? (
        <p className={classes.none}>{t(`comments.none.${filter}`)}</p>
      ) : (
        <ul className={classes.threads}>
          {shown.map((thread) => (
            <CommentThread
              key={thread.id}
              workId={workId}
              thread={thread}
              answers={data.comments.filter(({ answers }) => answers === thread.id)}
              goTo={goTo}
            />
          ))}
        </ul>
      )}
    </aside>
  );
}

/** While somebody writes, it stays about what was open when they began: a lecture may go on playing. */
function NewComment({ workId, place: seen }: { workId: string; place: SeenPlace | null }) {
  const { t } = useTranslation('publishing');
  const [held, setHeld] = useState<SeenPlace | null>(null);
  const place = held ?? seen;
  if (!place) return null;
  const { label, hint, about } = formOf();
  return (
    <div>
      {place.kind === 'page' && place.quote && (
        <blockquote className={classes.quote} dir="auto">
          {place.quote.text}
        </blockquote>
      )}
      <CommentForm
        workId={workId}
        about={about}
        label={label}
        onBegin={() => setHeld(place)}
        onRest={() => setHeld(null)}
      />
      {hint && <p className={classes.hint}>{hint}</p>}
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
    if (quote) return { label: t('comments.onPhrase', { page }), hint: null, about: { page, quote } };
    return { label: t('comments.onPage', { page }), hint: t('comments.selectHint'), about: { page } };
  }
}

function isShown(thread: WorkComment, filter: Filter, place: SeenPlace | null): boolean {
  if (filter !== 'page') return (thread.settled_at !== null) === (filter === 'settled');
  if (place?.kind === 'lecture') return thread.lecture?.id === place.id;
  if (place?.kind === 'question') return thread.question?.id === place.id;
  return place !== null && thread.page === place.page;
}
