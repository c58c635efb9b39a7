import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CERTIFICATE_KINDS } from '@vesalius/contract/certificates';
import { CERTIFICATE_STATES, type IssuedCertificate } from '@vesalius/contract/certificates-admin';
import { certificatesAdminCalls } from '@vesalius/contract/certificates-admin-calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { ChoiceFilter, DaysFilter, ListBar, SaveCsv, SearchFilter } from '../../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../../ui/record-list.tsx';
import records from '../../../ui/records.module.css';
import { type ChoiceSource, SearchSelect } from '../../../ui/search-choice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { issuedListOptions } from './api.ts';
import { useAmount } from './use-amount.ts';

const FILTERS = ['search_term', 'book_id', 'kind', 'state', 'from', 'to'] as const;

/** All certificates, with search, filters and export. Search and filters are in the address. */
export function IssuedList({ books, linkOf }: { books: ChoiceSource; linkOf: (number: string) => string }) {
  const { t, i18n } = useTranslation('issued');
  const { filters, page, change, addressOf } = useAddressFilters(FILTERS);
  const amountOf = useAmount();
  const query = useQuery(issuedListOptions(filters, page));
  const columns: Column<IssuedCertificate>[] = [
    {
      key: 'holder',
      label: t('holder'),
      cell: ({ number, user_name, email }) => (
        <>
          <Link to={linkOf(number)}>
            <bdi>{user_name}</bdi>
          </Link>
          <small>
            <bdi>{email ?? t('accountDeleted')}</bdi>
          </small>
        </>
      ),
    },
    {
      key: 'number',
      label: t('number'),
      cell: ({ number }) => (
        <bdi dir="ltr" className={records.keep}>
          {number}
        </bdi>
      ),
    },
    { key: 'book', label: t('book'), cell: ({ book_title }) => <bdi>{book_title}</bdi> },
    {
      key: 'kind',
      label: t('kind'),
      cell: (row) => (
        <>
          {t(`kinds.${row.kind}`)}
          <small>{amountOf(row)}</small>
        </>
      ),
    },
    {
      key: 'completed',
      label: t('completed'),
      cell: ({ completed_on }) => (
        <span className={records.keep}>{formatDate(completed_on, i18n.language)}</span>
      ),
    },
    { key: 'state', label: t('state'), cell: ({ state }) => <StateBadge state={state} /> },
  ];
  return (
    <>
      <ListBar>
        <SearchFilter
          label={t('search')}
          value={filters.search_term}
          onChange={(search_term) => change({ search_term })}
        />
        <SearchSelect
          label={t('book')}
          placeholder={t('anyBook')}
          clearLabel={t('anyBook')}
          source={books}
          value={filters.book_id || null}
          onChange={(book_id) => change({ book_id })}
        />
        <ChoiceFilter
          label={t('kind')}
          any={t('anyKind')}
          choices={CERTIFICATE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={filters.kind}
          onChange={(kind) => change({ kind })}
        />
        <ChoiceFilter
          label={t('state')}
          any={t('anyState')}
          choices={CERTIFICATE_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <DaysFilter
          from={filters.from}
          to={filters.to}
          words={{ from: t('from'), to: t('to') }}
          onChange={change}
        />
        <SaveCsv
          call={certificatesAdminCalls.downloadIssuedCertificates}
          query={filters}
          name="certificates.csv"
        />
      </ListBar>
      <RecordList
        label={t('title')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={<EmptyState title={t('none')} hint={t('noneHint')} />}
      />
    </>
  );
}

export function StateBadge({ state }: { state: IssuedCertificate['state'] }) {
  const { t } = useTranslation('issued');
  return (
    <Badge variant="light" color={state === 'revoked' ? 'oxblood' : 'fern'} w="fit-content">
      {t(`states.${state}`)}
    </Badge>
  );
}
