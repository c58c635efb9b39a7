import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CertificateKind, CertificatesEndpoints } from '@vesalius/contract/certificates';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';

export const certificatesApi = clientFor<CertificatesEndpoints>(certificatesCalls);

/**
 * Staff may revoke a certificate at any time: what was read earlier is not shown again without asking.
 */
const NEVER_FROM_CACHE = { staleTime: 0, gcTime: 0 } as const;

export const certificatesOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('certificates', 'list', page),
    queryFn: () => certificatesApi.listCertificates({ query: { page } }),
    placeholderData: keepPreviousData,
    ...NEVER_FROM_CACHE,
  });

/** Issues it when it is earned; without a kind, the one that says more. */
export const singleCertificateOptions = (bookId: string, kind?: CertificateKind) =>
  queryOptions({
    queryKey: keyOf('certificates', 'single', bookId, kind ?? null),
    queryFn: () =>
      certificatesApi.getSingleCertificate({ query: { book_id: bookId, ...(kind ? { kind } : {}) } }),
    ...NEVER_FROM_CACHE,
  });

/** What the book's certificate requires, and what is missing. */
export const requirementsOptions = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('certificates', 'requirements', bookId),
    queryFn: () => certificatesApi.getCertificateRequirements({ query: { book_id: bookId } }),
    ...NEVER_FROM_CACHE,
  });

export const verificationOptions = (number: string) =>
  queryOptions({
    queryKey: keyOf('certificates', 'verification', number),
    queryFn: () => certificatesApi.verifyCertificate({ params: { certificateUniqueId: number } }),
    ...NEVER_FROM_CACHE,
  });
