import { Group, SegmentedControl, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReviewOutcome } from '@vesalius/contract/assessments-review';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/formats.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { announce } from '../../ui/announce.ts';
import { notifyError } from '../../ui/notify.ts';
import { assessmentsApi } from './api.ts';

const EFFORTS = ['hard', 'good', 'easy'] as const;
type Effort = (typeof EFFORTS)[number];

/** When the question comes back. After a right answer, the reader rates how difficult it was. */
export function ComesBack({ outcome }: { outcome: ReviewOutcome }) {
  const { t, i18n } = useTranslation('assessments');
  const queryClient = useQueryClient();
  const labelId = useId();
  const [effort, setEffort] = useState<Effort>('good');
  const sentence = (dueAt: string) => t('review.comesBack', { date: formatDate(dueAt, i18n.language) });
  const rate = useMutation({
    // Ratings are sent one after the other, so that the last one counts.
    scope: { id: `rate ${outcome.question.id}` },
    mutationFn: (chosen: Effort) =>
      assessmentsApi.rateReview({ params: { questionId: outcome.question.id }, body: { effort: chosen } }),
    onSuccess: ({ due_at }) => {
      announce(sentence(due_at));
      return queryClient.invalidateQueries({ queryKey: keyOf('assessments', 'review') });
    },
    onError: async (error) => {
      setEffort('good');
      notifyError(await actErrorText(error, i18n.language, t('submissionError')));
    },
  });
  return (
    <Group gap="xs" style={{ flex: 1 }}>
      {outcome.correct && (
        <>
          <Text size="sm" c="dimmed" id={labelId}>
            {t('review.effort')}
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby={labelId}
            value={effort}
            onChange={(value) => {
              setEffort(value as Effort);
              rate.mutate(value as Effort);
            }}
            data={EFFORTS.map((value) => ({ value, label: t(`review.${value}`) }))}
          />
        </>
      )}
      <Text size="sm">{sentence(rate.data?.due_at ?? outcome.due_at)}</Text>
    </Group>
  );
}
