import { Badge, Select, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PersonRow } from '@vesalius/contract/admin';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { formatDate, formatNumber } from '../../lib/formats.ts';
import { useAddress } from '../../lib/use-address.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { peopleOptions } from './api.ts';
import { InvitePerson } from './invite-person.tsx';
import { Pager } from './pager.tsx';
import { ROLES } from './roles.ts';

/** Waits for the end of a word before it asks (milliseconds). */
const TYPING_PAUSE = 250;

export function PeopleList() {
  const { t, i18n } = useTranslation('admin');
  const [address, change] = useAddress();
  const [text, setText] = useState(address.get('search') ?? '');
  const role = address.get('role');
  const page = Math.max(1, Number(address.get('page')) || 1);
  const [search] = useDebouncedValue(text, TYPING_PAUSE);
  // Whoever comes back from a person finds the search as it was.
  useEffect(() => {
    if (search !== (address.get('search') ?? '')) change({ search: search || null, page: null });
  });
  const query = { page, search_term: search, ...(role ? { role_name: role } : {}) };
  const { data, isError, refetch } = useQuery(peopleOptions(query));
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          className={classes.grow}
          label={t('people.search')}
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          label={t('people.role')}
          placeholder={t('people.anyRole')}
          clearable
          clearButtonProps={{ 'aria-label': t('people.anyRole') }}
          data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role}
          onChange={(value) => change({ role: value, page: null })}
        />
        <InvitePerson onKnown={setText} />
      </div>
      {isError ? (
        <FailedState onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={420} />
      ) : data.data.length === 0 ? (
        <EmptyState />
      ) : (
        <>
          <PeopleTable people={data.data} />
          <Pager
            metadata={data.metadata}
            onPage={(next) => change({ page: next === 1 ? null : String(next) })}
          />
          {data.metadata.more && (
            <p role="status">
              {t('people.more', { number: formatNumber(data.metadata.count, i18n.language) })}
            </p>
          )}
        </>
      )}
    </>
  );
}

function PeopleTable({ people }: { people: readonly PersonRow[] }) {
  const { t, i18n } = useTranslation('admin');
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th>{t('people.name')}</th>
            <th>{t('people.role')}</th>
            <th>{t('people.state')}</th>
            <th>{t('people.institution')}</th>
            <th>{t('people.lastSeen')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <td>
                <Link to={paths.adminPerson.to(person.id)}>
                  <bdi>{person.name || person.email}</bdi>
                </Link>
                <small>
                  <bdi>{person.email}</bdi>
                </small>
              </td>
              <td>{t(`role.${person.role_name}`)}</td>
              <td>
                {person.email_verified ? t('people.verified') : t('people.unverified')}{' '}
                {person.is_beta && <Badge variant="light">{t('people.beta')}</Badge>}
              </td>
              <td>
                <bdi>{person.institution_name ?? '–'}</bdi>
              </td>
              <td>{person.last_seen_at ? formatDate(person.last_seen_at, i18n.language) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
