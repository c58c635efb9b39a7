import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WorkReview, WorkReviewEndpoints } from '@vesalius/contract/work-review';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { useTranslation } from 'react-i18next';
import { clientFor } from '../../../lib/api-client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';

export const reviewApi = clientFor<WorkReviewEndpoints>(workReviewCalls);

/** The polling interval for the review (milliseconds). */
const REVIEW_POLL_MS = 10_000;

export const reviewOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'review', id),
    queryFn: ({ signal }) => reviewApi.getWorkReview({ params: { id }, signal }),
    refetchInterval: REVIEW_POLL_MS,
  });

/** Every action returns the updated review. `told`: the message about it. */
export function useReviewAct<Input = void>(
  workId: string,
  act: (input: Input) => Promise<WorkReview>,
  told: string,
  /** Handles errors of form fields. */
  complain?: (error: unknown) => boolean,
) {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  const { queryKey } = reviewOptions(workId);
  return useMutation({
    mutationFn: act,
    onSuccess: (review) => {
      client.setQueryData(queryKey, review);
      notifySuccess(told);
    },
    onError: async (error) => {
      if (complain?.(error)) return;
      notifyError(await errorText(error, i18n.language));
      void client.invalidateQueries({ queryKey });
    },
  });
}
