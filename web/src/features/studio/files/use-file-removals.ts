import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { newId } from '../../../lib/new-id.ts';
import { keysUnder } from '../../../lib/query-keys.ts';
import { announce } from '../../../ui/announce.ts';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';
import { videosOptions, workFilesApi, workOptions } from '../api.ts';
import { removalsOptions } from './api.ts';
import type { ListedFile } from './list-files.ts';

/** Removing files of a work, and putting them back. */
export function useFileRemovals(workId: string) {
  const { t, i18n } = useTranslation('studio');
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries(workOptions(workId)),
      client.invalidateQueries(videosOptions(workId)),
      client.invalidateQueries({ queryKey: keysUnder('studio', 'checkList', workId) }),
    ]);
  const onError = async (error: Error) => notifyError(await errorText(error, i18n.language));
  const restore = useMutation({
    mutationFn: (removalId: string) => workFilesApi.restoreWorkFiles({ params: { id: workId, removalId } }),
    onSuccess: async ({ removals }) => {
      client.setQueryData(removalsOptions(workId).queryKey, { removals });
      await refresh();
      announce(t('files.restored'));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ path, uses }: ListedFile) =>
      workFilesApi.removeWorkFiles({
        params: { id: workId },
        body: { id: newId(), path, even_if_used: uses.length > 0 },
      }),
    onSuccess: async (answer, { name }) => {
      client.setQueryData(removalsOptions(workId).queryKey, answer);
      await refresh();
      const [newest] = answer.removals;
      notifySuccess(
        t('files.removed', { name }),
        newest && { label: t('files.undo'), run: () => restore.mutate(newest.id) },
      );
    },
    onError,
  });
  return { remove, restore };
}
