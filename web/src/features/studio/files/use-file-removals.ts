import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { newId } from '../../../lib/new-id.ts';
import { keysUnder } from '../../../lib/query-keys.ts';
import { announce } from '../../../ui/announce.ts';
import { dismissToast, notifyError, notifySuccess } from '../../../ui/notify.ts';
import { videosOptions, workFilesApi, workOptions } from '../api.ts';
import type { WorkStore } from '../model/work-store.ts';
import { removalsOptions } from './api.ts';
import type { ListedFile } from './list-files.ts';

/** Reads again what depends on the files of a work. */
function useRefresh(workId: string) {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries(workOptions(workId)),
        client.invalidateQueries(videosOptions(workId)),
        client.invalidateQueries({ queryKey: keysUnder('studio', 'checkList', workId) }),
        client.invalidateQueries({ queryKey: keysUnder('studio', 'history', workId) }),
      ]),
    [client, workId],
  );
}

/** The message about the last removal: it goes as soon as that was undone in another way. */
let removalToast: number | undefined;
const dismissRemovalToast = () => removalToast !== undefined && dismissToast(removalToast);

/** Undoing a removal puts the files back. */
export function useFilesOfUndo(workId: string, filesVersion: number): void {
  const client = useQueryClient();
  const refresh = useRefresh(workId);
  useEffect(() => {
    if (filesVersion === 0) return;
    dismissRemovalToast();
    void client.invalidateQueries(removalsOptions(workId));
    void refresh();
  }, [client, workId, filesVersion, refresh]);
}

/** Removing files of a work, and putting them back. Undoing the last change does the same. */
export function useFileRemovals(workId: string, store: Pick<WorkStore, 'undo' | 'takeSteps'>) {
  const { t, i18n } = useTranslation('studio');
  const client = useQueryClient();
  const refresh = useRefresh(workId);
  const onError = async (error: Error) => notifyError(await errorText(error, i18n.language));
  const restore = useMutation({
    mutationFn: (removalId: string) => workFilesApi.restoreWorkFiles({ params: { id: workId, removalId } }),
    onSuccess: async ({ removals, steps }) => {
      dismissRemovalToast();
      store.takeSteps(steps);
      client.setQueryData(removalsOptions(workId).queryKey, { removals });
      await refresh();
      announce(t('files.restored'));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: async ({ path, uses }: ListedFile) => {
      const id = newId();
      const body = { id, path, even_if_used: uses.length > 0 };
      return { id, ...(await workFilesApi.removeWorkFiles({ params: { id: workId }, body })) };
    },
    onSuccess: async ({ id, removals, steps }, { name }) => {
      client.setQueryData(removalsOptions(workId).queryKey, { removals });
      store.takeSteps(steps);
      await refresh();
      removalToast = notifySuccess(t('files.removed', { name }), {
        label: t('files.undo'),
        run: () => store.undo({ changeId: id }),
      });
    },
    onError,
  });
  return { remove, restore };
}
