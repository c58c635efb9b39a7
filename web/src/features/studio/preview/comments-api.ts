import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WorkCommentsEndpoints } from '@vesalius/contract/work-comments';
import { workCommentsCalls } from '@vesalius/contract/work-comments-calls';
import { useTranslation } from 'react-i18next';
import { clientFor } from '../../../lib/api-client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { keyOf, keysUnder } from '../../../lib/query-keys.ts';
import { notifyError } from '../../../ui/notify.ts';

export const commentsApi = clientFor<WorkCommentsEndpoints>(workCommentsCalls);

/** The polling interval for new comments (milliseconds); the more comments are shown, the longer it is. */
const COMMENTS_POLL_MS = 10_000;

type CommentsQuery = NonNullable<Parameters<typeof commentsApi.listWorkComments>[0]>['query'];
export type CommentFilter = Omit<NonNullable<CommentsQuery>, 'from'>;

export const commentsOptions = (id: string, filter: CommentFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf('studio', 'comments', id, filter),
    queryFn: ({ pageParam, signal }) =>
      commentsApi.listWorkComments({ params: { id }, query: { ...filter, from: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => COMMENTS_POLL_MS * Math.max(1, state.data?.pages.length ?? 1),
  });

export const commentCountsOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'commentCounts', id),
    queryFn: ({ signal }) => commentsApi.countWorkComments({ params: { id }, signal }),
    refetchInterval: COMMENTS_POLL_MS,
  });

/** Fetched once: the user continues from the linked comment. */
export const linkedCommentOptions = (id: string, commentId: string | null) =>
  queryOptions({
    queryKey: keyOf('studio', 'linkedComment', id, commentId),
    queryFn: ({ signal }) =>
      commentsApi.listWorkComments({
        ...{ params: { id }, signal },
        query: { comment_id: commentId ?? undefined },
      }),
    enabled: commentId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The mutation stays pending until the lists show its result. */
export function useCommentAct(workId: string) {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keysUnder('studio', 'comments', workId) }),
      client.invalidateQueries({ queryKey: keysUnder('studio', 'commentCounts', workId) }),
      client.invalidateQueries({ queryKey: keysUnder('studio', 'review', workId) }),
    ]);
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: refresh,
    onError: async (error) => {
      notifyError(await errorText(error, i18n.language));
      void refresh();
    },
  });
}
