import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { formatDate } from '../../lib/formats.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { institutionsOptions } from './api.ts';
import { Pager } from './pager.tsx';

export function InstitutionsList() {
  const { t, i18n } = useTranslation('admin');
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue(text, 250);
  const { data, isError, refetch } = useQuery(institutionsOptions({ page, search_term: search }));
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          className={classes.grow}
          label={t('institution.search')}
          type="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
        <Button component={Link} to={paths.adminInstitution.to('new')}>
          {t('institution.create')}
        </Button>
      </div>
      {isError ? (
        <FailedState onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={240} />
      ) : data.data.length === 0 ? (
        <EmptyState
          title={text ? undefined : t('institution.noneTitle')}
          hint={text ? undefined : t('institution.noneHint')}
        />
      ) : (
        <>
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th>{t('institution.name')}</th>
                  <th>{t('institution.members')}</th>
                  <th>{t('institution.books')}</th>
                  <th>{t('institution.until')}</th>
                </tr>
              </thead>
              <tbody>
                {data.data.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <Link to={paths.adminInstitution.to(row.id)}>
                        <bdi>{row.name}</bdi>
                      </Link>
                    </td>
                    <td>{row.seats === null ? row.member_count : `${row.member_count} / ${row.seats}`}</td>
                    <td>{row.book_count}</td>
                    <td>
                      {formatDate(row.ends_at, i18n.language)}
                      {!row.is_active && <small>{t('institution.inactive')}</small>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager metadata={data.metadata} onPage={setPage} />
        </>
      )}
    </>
  );
}
