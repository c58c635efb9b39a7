import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../ui/states.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentThread } from './comment-thread.tsx';
import classes from './comments.module.css';
import { commentsOptions } from './comments-api.ts';

const FILTERS = ['page', 'open', 'settled'] as const;
type Filter = (typeof FILTERS)[number];

interface CommentsPanelProps {
  readonly workId: string;
  /** That the frame shows; null: something else than a page. */
  readonly page: number | null;
  readonly goTo: (page: number) => void;
  /** Whether pages are shown beside it. */
  readonly hasPages?: boolean;
  readonly above?: ReactNode;
}

/** What was said of the pages, and what there is to say of the one that is open. */
export function CommentsPanel({ workId, page, goTo, hasPages = true, above }: CommentsPanelProps) {
  const { t } = useTranslation('publishing');
  const { data, error, refetch } = useQuery(commentsOptions(workId));
  const [filter, setFilter] = useState<Filter>('open');
  const threads = (data?.comments ?? []).filter(({ answers }) => answers === null);
  const shown = threads.filter((each) => isShown(each, filter, page));
  return (
    <aside className={classes.panel} aria-label={t('comments.title')}>
      {above}
      <h2>{t('comments.title')}</h2>
      {page !== null && (
        <CommentForm workId={workId} about={{ page }} label={t('comments.onPage', { page })} />
      )}
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

function isShown(thread: WorkComment, filter: Filter, page: number | null): boolean {
  if (filter === 'page') return thread.page === page;
  return (thread.settled_at !== null) === (filter === 'settled');
}
