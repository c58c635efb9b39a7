import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WorkCommentsEndpoints } from '@vesalius/contract/work-comments';
import { workCommentsCalls } from '@vesalius/contract/work-comments-calls';
import { useTranslation } from 'react-i18next';
import { clientFor } from '../../../lib/api-client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { notifyError } from '../../../ui/notify.ts';

export const commentsApi = clientFor<WorkCommentsEndpoints>(workCommentsCalls);

/** So often it is looked what others said (milliseconds). */
const COMMENTS_POLL_MS = 10_000;

export const commentsOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'comments', id),
    queryFn: ({ signal }) => commentsApi.listWorkComments({ params: { id }, signal }),
    refetchInterval: COMMENTS_POLL_MS,
  });

type Answer = Awaited<ReturnType<typeof commentsApi.listWorkComments>>;
/** Every act answers with all comments as they are then. */
export function useCommentAct(workId: string) {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: (act: () => Promise<Answer>) => act(),
    onSuccess: (comments) => client.setQueryData(commentsOptions(workId).queryKey, comments),
    onError: async (error) => {
      notifyError(await errorText(error, i18n.language));
      void client.invalidateQueries(commentsOptions(workId));
    },
  });
}
