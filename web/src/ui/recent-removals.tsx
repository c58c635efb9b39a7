import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PeopleRemoval } from '@vesalius/contract/people-import';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../lib/formats.ts';
import classes from './recent-removals.module.css';
import { useAct } from './use-act.ts';

/** Who was removed during the last day, by whomever: each removal can be undone, also after the page was left. */
export function RecentRemovals({
  queryKey,
  list,
  undo,
  refresh,
}: {
  queryKey: readonly unknown[];
  list: (signal: AbortSignal) => Promise<readonly PeopleRemoval[]>;
  undo: (removalId: string) => Promise<{ restored: number }>;
  /** What is shown anew afterwards, this list with it. */
  refresh: readonly unknown[];
}) {
  const { t, i18n } = useTranslation('imports');
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => list(signal) });
  const restore = useAct(
    ({ id }: PeopleRemoval) => undo(id),
    ({ restored }) => t('removals.restored', { count: restored }),
    { refresh },
  );
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="recent-removals" className={classes.recent}>
      <h2 id="recent-removals">{t('removals.title')}</h2>
      <ul>
        {data.map((each) => {
          const time = formatDateTime(each.removed_at, i18n.language);
          const others = each.number_of_people - each.names.length;
          return (
            <li key={each.id}>
              <span>
                <bdi>{each.names.join(', ')}</bdi> {others > 0 && t('removals.others', { count: others })}
                <small>{time}</small>
              </span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={t('removals.undoOf', { time })}
                loading={restore.isPending && restore.variables?.id === each.id}
                onClick={() => restore.mutate(each)}
              >
                {t('undoShort')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
