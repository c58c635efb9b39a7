import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../lib/query-keys.ts';
import type { Session } from '../lib/stored-session.ts';
import { isFullMember } from './guards.ts';

/** Customers always have these lists in their menu; for other roles they are looked up when the menu opens. */
export function useOwned(session: Session, isOpen: boolean) {
  const { data } = useQuery({
    queryKey: keyOf('shell', 'owned', session.userId),
    queryFn: async () => {
      // Rarely needed, so not part of the first page.
      const [{ commerceApi }, { certificatesApi }, { studioApi }] = await Promise.all([
        import('../features/commerce/api.ts'),
        import('../features/certificates/api.ts'),
        import('../features/studio/api.ts'),
      ]);
      const [subscriptions, certificates, works] = await Promise.all([
        commerceApi.listSubscribedBooks({ query: { items: 1 } }),
        certificatesApi.listCertificates({ query: { items: 1 } }),
        mayMakeBooks(session) ? studioApi.listWorks({ query: { items: 1 } }) : null,
      ]);
      return {
        subscriptions: subscriptions.metadata.count > 0,
        certificates: certificates.metadata.count > 0,
        works: (works?.metadata.count ?? 0) > 0,
      };
    },
    enabled: isOpen && session.role !== 'customer' && isFullMember(session),
  });
  return data;
}

const mayMakeBooks = ({ role }: Session) => role === 'author' || role === 'editor';
