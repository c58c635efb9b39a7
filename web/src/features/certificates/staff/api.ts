import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CERTIFICATE_KINDS } from '@vesalius/contract/certificates';
import { CERTIFICATE_STATES, type CertificatesAdminEndpoints } from '@vesalius/contract/certificates-admin';
import { certificatesAdminCalls } from '@vesalius/contract/certificates-admin-calls';
import { clientFor } from '../../../lib/api-client.ts';
import { oneOf } from '../../../lib/one-of.ts';
import { keyOf } from '../../../lib/query-keys.ts';

export const issuedApi = clientFor<CertificatesAdminEndpoints>(certificatesAdminCalls);

export interface IssuedFilters {
  readonly search_term: string;
  readonly book_id: string;
  readonly kind: string;
  readonly state: string;
  readonly from: string;
  readonly to: string;
}
export const issuedListOptions = (filters: IssuedFilters, page: number) =>
  queryOptions({
    queryKey: keyOf('admin', 'certificates', filters, page),
    queryFn: ({ signal }) =>
      issuedApi.listIssuedCertificates({
        query: {
          ...filters,
          kind: oneOf(CERTIFICATE_KINDS, filters.kind),
          state: oneOf(CERTIFICATE_STATES, filters.state),
          page,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
/** Always refetched: another staff member may change the same certificate. */
export const issuedOptions = (number: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'certificate', number),
    queryFn: ({ signal }) => issuedApi.getIssuedCertificate({ params: { number }, signal }),
    staleTime: 0,
  });
