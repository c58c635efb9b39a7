import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { reviewOptions } from './api.ts';
import { dueSentences } from './due-sentences.ts';
import { PaperSkeleton } from './paper.tsx';
import { Practice } from './practice.tsx';
import { type Item, type PageLink, ReviewSitting } from './review-sitting.tsx';

/** A review session: due questions one after the other, each with its result and a link to its page. */
export function ReviewSession({ pageLink, whenDone }: { pageLink: PageLink; whenDone?: ReactNode }) {
  const { t, i18n } = useTranslation('assessments');
  const { data: review, error, refetch } = useQuery({ ...reviewOptions(), staleTime: 0 });
  // What was due at the start stays, because answers change what is due.
  const [sitting, setSitting] = useState<readonly Item[] | null>(null);
  const [practice, setPractice] = useState<readonly Item[] | null>(null);
  const [hasPracticed, setPracticed] = useState(false);
  if (error && !review) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!review) return <PaperSkeleton label={t('review.title')} />;
  if (practice)
    return (
      <ReviewSitting
        items={practice}
        pageLink={pageLink}
        takesFocus
        onEnd={() => {
          setPractice(null);
          setPracticed(true);
        }}
      />
    );
  const items = sitting ?? [...review.due.map((due) => ({ due })), ...review.cards.map((card) => ({ card }))];
  if (items.length === 0)
    return (
      <>
        {review.next_due_at ? (
          <EmptyState
            title={t(isToday(review.last_reviewed_at) ? 'review.done' : 'review.nothingDue')}
            hint={t('review.doneHint', { date: formatDate(review.next_due_at, i18n.language) })}
            action={whenDone}
          />
        ) : (
          <EmptyState title={t('review.none')} hint={t('review.noneHint')} />
        )}
        <Practice takesFocus={hasPracticed} onBegin={setPractice} />
      </>
    );
  return (
    <>
      <Text c="dimmed" mb="lg">
        {t('review.intro')} {dueSentences(review, t)}
      </Text>
      <ReviewSitting
        items={items}
        pageLink={pageLink}
        onBegin={() => setSitting(items)}
        onEnd={() => {
          setSitting(null);
          void refetch();
        }}
      />
    </>
  );
}

const isToday = (time: string | null): boolean =>
  time !== null && new Date(time).toDateString() === new Date().toDateString();
