import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CertificateKind, CertificatesEndpoints } from '@vesalius/contract/certificates';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';

export const certificatesApi = clientFor<CertificatesEndpoints>(certificatesCalls);

/** Staff may revoke a certificate at any time, so earlier responses are not reused. */
const NEVER_FROM_CACHE = { staleTime: 0, gcTime: 0 } as const;

export const certificatesOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('certificates', 'list', page),
    queryFn: () => certificatesApi.listCertificates({ query: { page } }),
    placeholderData: keepPreviousData,
    ...NEVER_FROM_CACHE,
  });

/** Issues the certificate if it is earned; without a kind, the more advanced one. */
export const singleCertificateOptions = (bookId: string, kind?: CertificateKind) =>
  queryOptions({
    queryKey: keyOf('certificates', 'single', bookId, kind ?? null),
    queryFn: () =>
      certificatesApi.getSingleCertificate({ query: { book_id: bookId, ...(kind ? { kind } : {}) } }),
    ...NEVER_FROM_CACHE,
  });

/** The requirements of the book's certificate, and which are missing. */
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
