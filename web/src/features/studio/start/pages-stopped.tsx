import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../ui/use-act.ts';
import { pagesOptions, workFilesApi } from '../api.ts';

/** The pages were not prepared because the server ended the process: what happened, and the way to try again. */
export function PagesStopped({ workId, pdf, mayEdit }: { workId: string; pdf: string; mayEdit: boolean }) {
  const { t } = useTranslation('studio');
  const client = useQueryClient();
  const { queryKey } = pagesOptions(workId, pdf);
  const act = useAct(
    () => workFilesApi.prepareWorkPages({ params: { id: workId } }),
    t('preparing.preparing'),
    {
      done: (pages) => client.setQueryData(queryKey, pages),
      refresh: queryKey,
    },
  );
  return (
    <div role="alert">
      <p>{t('preparing.stopped')}</p>
      {mayEdit && (
        <Button loading={act.isPending} onClick={() => act.mutate()}>
          {t('preparing.tryAgain')}
        </Button>
      )}
    </div>
  );
}
