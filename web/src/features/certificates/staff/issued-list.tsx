import { Badge, Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CERTIFICATE_KINDS } from '@vesalius/contract/certificates';
import { CERTIFICATE_STATES, type IssuedCertificate } from '@vesalius/contract/certificates-admin';
import { certificatesAdminCalls } from '@vesalius/contract/certificates-admin-calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../../../lib/error-text.ts';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { saveAnswer } from '../../../lib/save-file.ts';
import { useAddressFilters, useTypedFilter } from '../../../lib/use-address-filters.ts';
import { notifyError } from '../../../ui/notify.ts';
import { Pager } from '../../../ui/pager.tsx';
import records from '../../../ui/records.module.css';
import { type ChoiceSource, SearchSelect } from '../../../ui/search-choice.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { issuedListOptions } from './api.ts';
import { useAmount } from './use-amount.ts';

const FILTERS = ['search_term', 'book_id', 'kind', 'state', 'from', 'to'] as const;

/** Everybody's certificates, to be found and exported. What is searched and filtered stands in the address. */
export function IssuedList({ books, linkOf }: { books: ChoiceSource; linkOf: (number: string) => string }) {
  const { t, i18n } = useTranslation('issued');
  const { filters, page, change, addressOf } = useAddressFilters(FILTERS);
  const search = useTypedFilter(filters.search_term, (text) => change({ search_term: text }));
  const { data, isError, refetch } = useQuery(issuedListOptions(filters, page));
  const save = useMutation({
    mutationFn: () =>
      saveAnswer(certificatesAdminCalls.downloadIssuedCertificates, filters, 'certificates.csv'),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <>
      <div className={records.bar}>
        <TextInput
          className={records.grow ?? ''}
          label={t('search')}
          type="search"
          value={search.value}
          onChange={(event) => search.onChange(event.currentTarget.value)}
        />
        <SearchSelect
          label={t('book')}
          placeholder={t('anyBook')}
          clearLabel={t('anyBook')}
          source={books}
          value={filters.book_id || null}
          onChange={(book_id) => change({ book_id })}
        />
        <NativeSelect
          label={t('kind')}
          value={filters.kind}
          onChange={(event) => change({ kind: event.currentTarget.value })}
          data={[
            { value: '', label: t('anyKind') },
            ...CERTIFICATE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('state')}
          value={filters.state}
          onChange={(event) => change({ state: event.currentTarget.value })}
          data={[
            { value: '', label: t('anyState') },
            ...CERTIFICATE_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
        />
        <TextInput
          type="date"
          label={t('from')}
          value={filters.from}
          max={filters.to || undefined}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('to')}
          value={filters.to}
          min={filters.from || undefined}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t('csv')}
        </Button>
      </div>
      {isError ? (
        <FailedState onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={420} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      ) : (
        <>
          <IssuedTable rows={data.data} linkOf={linkOf} />
          <div className={records.foot}>
            <span>
              {t('count', {
                count: data.metadata.count,
                number: formatNumber(data.metadata.count, i18n.language),
              })}
            </span>
            <Pager
              page={data.metadata.currentPage}
              pages={data.metadata.pages}
              addressOf={addressOf}
              words={{
                label: t('pages'),
                previous: t('previous'),
                next: t('next'),
                position: t('pageOf', { page: data.metadata.currentPage, pages: data.metadata.pages }),
              }}
            />
          </div>
        </>
      )}
    </>
  );
}

function IssuedTable({
  rows,
  linkOf,
}: {
  rows: readonly IssuedCertificate[];
  linkOf: (number: string) => string;
}) {
  const { t, i18n } = useTranslation('issued');
  const amountOf = useAmount();
  return (
    <table className={records.table}>
      <thead>
        <tr>
          <th>{t('holder')}</th>
          <th>{t('number')}</th>
          <th>{t('book')}</th>
          <th>{t('kind')}</th>
          <th>{t('completed')}</th>
          <th>{t('state')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Link to={linkOf(row.number)}>
                <bdi>{row.user_name}</bdi>
              </Link>
              <small>
                <bdi>{row.email ?? t('accountDeleted')}</bdi>
              </small>
            </td>
            <td data-label={t('number')} className={records.keep}>
              <bdi dir="ltr">{row.number}</bdi>
            </td>
            <td data-label={t('book')}>
              <bdi>{row.book_title}</bdi>
            </td>
            <td data-label={t('kind')}>
              <span>{t(`kinds.${row.kind}`)}</span>
              <small>{amountOf(row)}</small>
            </td>
            <td data-label={t('completed')} className={records.keep}>
              <span>{formatDate(row.completed_on, i18n.language)}</span>
            </td>
            <td data-label={t('state')}>
              <StateBadge state={row.state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
