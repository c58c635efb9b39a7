import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../lib/error-text.ts';
import { notifyError } from '../../../../ui/notify.ts';
import { arrivingStudiesOptions, workStudiesApi } from '../../api.ts';
import type { StudyTarget } from '../../desk/attachments.ts';
import { folderOfGroup } from '../../desk/file-becomes.ts';

const RETRIES = 3;

/** The files of a study have arrived: the server sorts them. */
export function useAddStudy(workId: string) {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ group, page, title }: StudyTarget) =>
      workStudiesApi.addWorkStudy({
        params: { id: workId },
        body: { folder: folderOfGroup(group), page, title: title.slice(0, 200) },
      }),
    retry: RETRIES,
    onSuccess: (studies) => client.setQueryData(arrivingStudiesOptions(workId).queryKey, studies),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
}
