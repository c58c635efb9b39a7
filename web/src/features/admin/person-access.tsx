import { SegmentedControl, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PersonAccess as Access } from '@vesalius/contract/admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { personAccessOptions } from './api.ts';
import { Pager } from './pager.tsx';

/** Waits for the end of a word before it asks (milliseconds). */
const TYPING_PAUSE = 250;
const WHICH = ['readable', 'all'] as const;

/** Which books the person can open, and why: the words of the access policy itself. */
export function PersonAccess({ personId }: { personId: string }) {
  const { t } = useTranslation('admin');
  const [which, setWhich] = useState<(typeof WHICH)[number]>('readable');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const [wanted, setPage] = useState(1);
  const query = { page: wanted, search_term: search, readable: which === 'readable' };
  const { data, isError, refetch } = useQuery(personAccessOptions(personId, query));
  // A page that is not there any more, because fewer books are open since, gives way to the last one.
  if (data && data.metadata.currentPage === wanted && wanted > data.metadata.pages)
    setPage(data.metadata.pages);
  return (
    <section>
      <Title order={2} size="h3" id="person-access">
        {t('access.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('access.intro')}
      </Text>
      <div className={classes.bar}>
        <SegmentedControl
          aria-labelledby="person-access"
          value={which}
          onChange={(value) => {
            setWhich(value as typeof which);
            setPage(1);
          }}
          data={WHICH.map((value) => ({ value, label: t(`access.${value}`) }))}
        />
        <TextInput
          className={classes.grow}
          label={t('access.search')}
          type="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      {isError ? (
        <FailedState onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={320} />
      ) : data.data.length === 0 ? (
        <EmptyState
          title={which === 'readable' && !search ? t('access.noneTitle') : undefined}
          hint={which === 'readable' && !search ? t('access.noneHint') : undefined}
        />
      ) : (
        <>
          <AccessTable rows={data.data} />
          <Pager metadata={data.metadata} onPage={setPage} />
        </>
      )}
    </section>
  );
}

function AccessTable({ rows }: { rows: readonly Access[] }) {
  const { t } = useTranslation('admin');
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th>{t('access.book')}</th>
            <th>{t('access.opens')}</th>
            <th>{t('access.why')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.book_id}>
              <td>
                <bdi>{row.title}</bdi>
              </td>
              <td>{t(row.granted ? 'access.whole' : 'access.preview')}</td>
              <td>{row.reasons.map((reason) => t(`reason.${reason}`)).join(', ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
