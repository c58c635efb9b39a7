import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CertificateKind, CertificatesEndpoints } from '@vesalius/contract/certificates';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { clientFor } from '../../lib/api-client.ts';

export const certificatesApi = clientFor<CertificatesEndpoints>(certificatesCalls);

export const certificatesOptions = (page: number) =>
  queryOptions({
    queryKey: ['certificates', 'list', page],
    queryFn: () => certificatesApi.listCertificates({ query: { page } }),
    placeholderData: keepPreviousData,
  });

/** Issues it when it is earned; without a kind, the one that says more. */
export const singleCertificateOptions = (bookId: string, kind?: CertificateKind) =>
  queryOptions({
    queryKey: ['certificates', 'single', bookId, kind ?? null],
    queryFn: () =>
      certificatesApi.getSingleCertificate({ query: { book_id: bookId, ...(kind ? { kind } : {}) } }),
  });

export const verificationOptions = (number: string) =>
  queryOptions({
    queryKey: ['certificates', 'verify', number],
    queryFn: () => certificatesApi.verifyCertificate({ params: { certificateUniqueId: number } }),
  });
