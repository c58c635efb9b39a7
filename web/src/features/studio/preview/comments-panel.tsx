import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../ui/states.tsx';
import { CommentThread } from './comment-thread.tsx';
import classes from './comments.module.css';
import { type CommentFilter, commentCountsOptions, commentsOptions } from './comments-api.ts';
import type { SeenPlace } from './frame-place.ts';
import { NewComment } from './new-comment.tsx';

const FILTERS = ['page', 'open', 'settled'] as const;
type Filter = (typeof FILTERS)[number];

interface CommentsPanelProps {
  readonly workId: string;
  /** The place that the frame shows; null: nothing to comment on. */
  readonly place: SeenPlace | null;
  readonly goTo: (thread: WorkComment) => void;
  /** Whether pages are shown beside it. */
  readonly hasPages?: boolean;
  readonly above?: ReactNode;
}

/** The comments on the book, and a form for a comment on what is open. */
export function CommentsPanel({ workId, place, goTo, hasPages = true, above }: CommentsPanelProps) {
  const { t } = useTranslation('publishing');
  const [filter, setFilter] = useState<Filter>('open');
  const [drafts] = useState(() => new Map<string, string>());
  const asked = filterOf(filter, place);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...commentsOptions(workId, asked ?? {}),
    enabled: asked !== null,
  });
  const { data: counts } = useQuery(commentCountsOptions(workId));
  const comments = data?.pages.flatMap((part) => part.comments) ?? [];
  const threads = comments.filter(({ answers }) => answers === null);
  const labelOf = (value: Filter) => {
    const count = value === 'page' ? 0 : (counts?.[value] ?? 0);
    const name = t(`comments.filters.${value}`);
    return count > 0 ? t('comments.filterCount', { name, count }) : name;
  };
  return (
    <aside className={classes.panel} aria-label={t('comments.title')}>
      {above}
      <h2>{t('comments.title')}</h2>
      {hasPages && <NewComment workId={workId} place={place} drafts={drafts} />}
      <SegmentedControl
        fullWidth
        size="sm"
        aria-label={t('comments.filter')}
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={FILTERS.filter((value) => value !== 'page' || hasPages).map((value) => ({
          value,
          label: labelOf(value),
        }))}
      />
      {error && !data ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : asked && !data ? (
        <Skeleton h={160} />
      ) : threads.length === 0 ? (
        <p className={classes.none}>{t(`comments.none.${filter}`)}</p>
      ) : (
        <ul className={classes.threads}>
          {threads.map((thread) => (
            <CommentThread
              key={thread.id}
              workId={workId}
              thread={thread}
              answers={comments.filter(({ answers }) => answers === thread.id)}
              drafts={drafts}
              goTo={goTo}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('comments.more')}
        </Button>
      )}
    </aside>
  );
}

const filterOf = (filter: Filter, place: SeenPlace | null): CommentFilter | null => {
  if (filter !== 'page') return { state: filter };
  if (place?.kind === 'lecture') return { lecture_id: place.id };
  if (place?.kind === 'question') return { question_id: place.id };
  return place && { page: place.page };
};
