import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminCalls } from '@vesalius/contract/admin-calls';
import type { FoundPerson } from '@vesalius/contract/admin-people';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatNumber } from '../../lib/formats.ts';
import { oneOf } from '../../lib/one-of.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ChoiceFilter, ListBar, SaveCsv, SearchFilter } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { peopleOptions } from './api.ts';
import { InvitePerson } from './invite-person.tsx';
import { ROLES } from './roles.ts';

/** All users by name, address and role. The search stays in the address when staff return from a person's page. */
export function PeopleList() {
  const { t, i18n } = useTranslation('admin');
  const { filters, page, change, addressOf } = useAddressFilters(['search', 'role']);
  const { search } = filters;
  const role = oneOf(ROLES, filters.role);
  const wish = { ...(search ? { search_term: search } : {}), ...(role ? { role_name: role } : {}) };
  const query = useQuery(peopleOptions({ page, ...wish }));
  const columns: Column<FoundPerson>[] = [
    { key: 'name', label: t('people.name'), cell: (person) => <Name person={person} /> },
    { key: 'role', label: t('people.role'), cell: ({ role_name }) => t(`role.${role_name}`) },
    {
      key: 'state',
      label: t('people.state'),
      cell: ({ email_verified, is_beta }) => (
        <>
          {email_verified ? t('people.verified') : t('people.unverified')}{' '}
          {is_beta && <Badge variant="light">{t('people.beta')}</Badge>}
        </>
      ),
    },
    {
      key: 'institution',
      label: t('people.institution'),
      cell: ({ institution_name }) => <bdi>{institution_name ?? '–'}</bdi>,
    },
    {
      key: 'lastSeen',
      label: t('people.lastSeen'),
      cell: ({ last_seen_at }) => (last_seen_at ? formatDate(last_seen_at, i18n.language) : '–'),
    },
  ];
  return (
    <>
      <ListBar>
        <SearchFilter
          label={t('people.search')}
          value={search}
          onChange={(text) => change({ search: text })}
        />
        <ChoiceFilter
          label={t('people.role')}
          any={t('people.anyRole')}
          choices={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role ?? ''}
          onChange={(value) => change({ role: value })}
        />
        <SaveCsv call={adminCalls.downloadPeople} query={wish} name="people.csv" />
        <InvitePerson onKnown={(email) => change({ search: email, role: null })} />
      </ListBar>
      <RecordList
        label={t('tab.people')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
      />
      {query.data?.metadata.more && (
        <p role="status">
          {t('people.more', { number: formatNumber(query.data.metadata.count, i18n.language) })}
        </p>
      )}
    </>
  );
}

function Name({ person }: { person: FoundPerson }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Link to={paths.adminPerson.to(person.id)}>
        <bdi>{person.name || person.email}</bdi>
      </Link>
      <small>
        <bdi>{person.email}</bdi>
      </small>
      {person.found_by && (
        <small>
          {t(`people.foundBy.${person.found_by.kind}`)} <bdi>{person.found_by.text}</bdi>
        </small>
      )}
    </>
  );
}
