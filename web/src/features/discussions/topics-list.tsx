import { Button, Pagination, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TopicRow } from '@vesalius/contract/discussions';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useAddressFilters, useTypedFilter } from '../../lib/use-address-filters.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { topicAddress } from './addresses.ts';
import { discussionsApi, topicsOptions } from './api.ts';
import { Confirm } from './confirm.tsx';
import { DigestChoice } from './digest-choice.tsx';
import classes from './topics.module.css';
import { TopicsTable } from './topics-table.tsx';

/** The topics of a program: search, pages, and deletion after a confirmation. */
export function TopicsList({ programId }: { programId: string }) {
  const { t } = useTranslation('discussions');
  const session = useSession();
  const [, write] = useAddress();
  const { filters, page, change } = useAddressFilters(['search']);
  const { search: term } = filters;
  const typed = useTypedFilter(term, (search) => change({ search }));
  const [leaving, setLeaving] = useState<TopicRow | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery(topicsOptions(programId, term, page));
  // The last page may have disappeared with its only topic.
  const lastPage = data?.metadata.pages ?? page;
  useEffect(() => {
    if (!isPlaceholderData && lastPage > 0 && page > lastPage) write({ page: String(lastPage) });
  });
  const remove = useAct(
    ({ id: topicId }: TopicRow) => discussionsApi.deleteTopic({ params: { id: programId, topicId } }),
    t('deleted'),
    {
      ended: () => setLeaving(null),
      refresh: keysUnder('discussions', 'topics', programId),
    },
  );
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          size="md"
          aria-label={t('search')}
          placeholder={t('search')}
          value={typed.value}
          onChange={(event) => typed.onChange(event.currentTarget.value)}
        />
        <Button component={Link} to={paths.addTopic.to(programId)}>
          {t('add')}
        </Button>
      </div>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Placeholder className={classes.skeleton}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} h={88} />
          ))}
        </Placeholder>
      )}
      {data && data.data.length === 0 && (
        <EmptyState title={t(term ? 'noMatch' : 'none')} {...(term ? {} : { hint: t('noneHint') })} />
      )}
      {data && data.data.length > 0 && (
        <TopicsTable
          topics={data.data}
          busy={isPlaceholderData}
          addressOf={(topic) => topicAddress(session, programId, topic.id)}
          onDelete={setLeaving}
        />
      )}
      {data && data.metadata.pages > 1 && (
        <Pagination
          mt="lg"
          total={data.metadata.pages}
          value={page}
          onChange={(next) => write({ page: String(next) })}
          getItemProps={(number) => ({ 'aria-label': t('page', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': control })}
          aria-label={t('pages')}
        />
      )}
      <DigestChoice />
      {leaving && (
        <Confirm
          title={t('confirmDelete')}
          text={t('confirmDeleteText')}
          action={t('confirm')}
          pending={remove.isPending}
          onClose={() => setLeaving(null)}
          onConfirm={() => remove.mutate(leaving)}
        />
      )}
    </>
  );
}
