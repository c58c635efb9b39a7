import { useQuery } from '@tanstack/react-query';
import type { Requirements } from '@vesalius/contract/certificates';
import { bookQuery } from '../features/catalogue/api.ts';
import { requirementsOptions } from '../features/certificates/api.ts';
import { useSession } from '../lib/session.ts';

/** What the certificate of the book requires of a reader; undefined = it has none, or not known yet. */
export function useCertificateRequirements(bookId: string, enabled = true): Requirements | undefined {
  const session = useSession();
  const { data: book } = useQuery({ ...bookQuery(session, bookId), enabled });
  const { data } = useQuery({
    ...requirementsOptions(bookId),
    enabled: enabled && session?.role === 'customer' && book?.has_certificate === true,
  });
  return data?.requirements;
}
