import { useQuery } from '@tanstack/react-query';
import type { PeopleRemoval } from '@vesalius/contract/people-import';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../lib/formats.ts';
import { RecentActs } from './recent-acts.tsx';
import { useAct } from './use-act.ts';
import { useNameList } from './use-name-list.ts';

/**
 * People who were removed during the last day, by any user of the list. Each removal can be undone, also after the page
 * was left.
 */
export function RecentRemovals({
  queryKey,
  list,
  undo,
  refresh,
}: {
  queryKey: readonly unknown[];
  list: (signal: AbortSignal) => Promise<readonly PeopleRemoval[]>;
  undo: (removalId: string) => Promise<{ restored: number }>;
  /** The query keys to refresh after an undo, including this list's. */
  refresh: readonly unknown[];
}) {
  const { t, i18n } = useTranslation('imports');
  const nameList = useNameList();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => list(signal) });
  const restore = useAct(
    ({ id }: PeopleRemoval) => undo(id),
    ({ restored: count }, { names, number_of_people: all }) =>
      count === all
        ? t('removals.backAgain', { count, names: nameList(names, count) })
        : t('removals.restored', { count }),
    { refresh },
  );
  return (
    <RecentActs
      title={t('removals.title')}
      acts={(data ?? []).map((removal) => {
        const time = formatDateTime(removal.removed_at, i18n.language);
        const others = removal.number_of_people - removal.names.length;
        return {
          id: removal.id,
          what: (
            <>
              <bdi>{removal.names.join(', ')}</bdi> {others > 0 && t('removals.others', { count: others })}
            </>
          ),
          when: time,
          undoLabel: t('removals.undoOf', { time }),
          isUndoing: restore.isPending && restore.variables?.id === removal.id,
          onUndo: () => restore.mutate(removal),
        };
      })}
    />
  );
}
