import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/formats.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import classes from './add-students.module.css';
import { importsKey, importsOptions, overviewKey, programsApi, studentsKey } from './api.ts';

/** Who was added during the last day, by whichever director: each can be taken back, also after the page was left. */
export function RecentImports({ programId }: { programId: string }) {
  const { t, i18n } = useTranslation('programs');
  const queryClient = useQueryClient();
  const { data } = useQuery(importsOptions(programId));
  const undo = useMutation({
    mutationFn: (importId: string) => programsApi.undoImport({ params: { id: programId, importId } }),
    onSuccess: async ({ removed }) => {
      notifySuccess(t('add.undone', { count: removed }));
      await Promise.all(
        [importsKey(programId), studentsKey(programId), overviewKey(programId)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports" className={classes.recent}>
      <h2 id="recent-imports">{t('add.recent')}</h2>
      <p className={classes.hint}>{t('add.undoHint')}</p>
      <ul>
        {data.map((each) => {
          const time = formatDateTime(each.created_at, i18n.language);
          return (
            <li key={each.id}>
              <span>
                {t('add.imported', { count: each.number_of_students })}
                <small>
                  {time} · <bdi>{each.added_by}</bdi>
                </small>
              </span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={t('add.undoOf', { time })}
                loading={undo.isPending && undo.variables === each.id}
                onClick={() => undo.mutate(each.id)}
              >
                {t('add.undoShort')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
