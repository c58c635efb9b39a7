import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PeopleImport } from '@vesalius/contract/people-import';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/formats.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { RecentActs } from '../../ui/recent-acts.tsx';
import { ConfirmUndo } from './confirm-undo.tsx';
import { importsOptions, type PeopleImportClient } from './import-client.ts';
import { ImportUndone } from './import-undone.tsx';

/** Imports of the last day by any user of the list. Each can be undone, also after the page was left. */
export function RecentImports({ client }: { client: PeopleImportClient }) {
  const { t, i18n } = useTranslation('imports');
  const queryClient = useQueryClient();
  const outcomeText = useOutcomeText(keysUnder(client.cache));
  const [asking, setAsking] = useState<PeopleImport | null>(null);
  const { data } = useQuery(importsOptions(client));
  const undo = useMutation({
    mutationFn: (importId: string) => client.undo(importId),
    onSuccess: async ({ removed, kept }) => {
      notifySuccess(
        [t('undone', { count: removed }), kept > 0 && t('kept', { count: kept })].filter(Boolean).join(' '),
      );
      setAsking(null);
      await queryClient.invalidateQueries({ queryKey: keysUnder(client.cache) });
    },
    onError: async (error) => notifyError(await outcomeText(error)),
  });
  return (
    <>
      <RecentActs
        title={t('recent')}
        hint={t('undoHint')}
        acts={(data ?? []).map((each) => {
          const time = formatDateTime(each.created_at, i18n.language);
          const [first] = each.people;
          const others = each.number_of_people - 1;
          return {
            id: each.id,
            what: !first ? (
              t('undoneImport')
            ) : each.undone_at ? (
              <>
                {t('undoneStayed', { count: each.number_of_people })} <bdi>{first.name}</bdi>{' '}
                {others > 0 && t('removals.others', { count: others })}
              </>
            ) : (
              <>
                <bdi>{first.name}</bdi> · <bdi>{first.email}</bdi>{' '}
                {others > 0 && t('removals.others', { count: others })}
              </>
            ),
            when: (
              <>
                {others > 0 && !each.undone_at && `${t('imported', { count: each.number_of_people })} · `}
                {time} · <bdi>{each.added_by}</bdi>
                {each.undone_at && <ImportUndone undone={each} />}
              </>
            ),
            undoLabel: t(others > 0 ? 'undoOfMany' : 'undoOf', { name: first?.name, count: others, time }),
            onUndo: each.undone_at ? null : () => setAsking(each),
          };
        })}
      />
      {asking && (
        <ConfirmUndo
          added={asking.number_of_people}
          active={asking.number_of_active}
          people={asking.people.filter((person) => !person.is_active)}
          isPending={undo.isPending}
          onConfirm={() => undo.mutate(asking.id)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
