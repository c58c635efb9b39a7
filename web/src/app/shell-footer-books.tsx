import { useQuery } from '@tanstack/react-query';
import type { CatalogueEndpoints } from '@vesalius/contract/catalogue';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clientFor } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { keyOf } from '../lib/query-keys.ts';

const { listFeaturedBooks } = clientFor<Pick<CatalogueEndpoints, 'listFeaturedBooks'>>({
  listFeaturedBooks: catalogueCalls.listFeaturedBooks,
});

/** Links to a few books in the viewer. If they cannot be loaded, no error is shown. */
export function FooterBooks() {
  const { t } = useTranslation('shell');
  const { data } = useQuery({
    queryKey: keyOf('shell', 'footerBooks'),
    queryFn: ({ signal }) => listFeaturedBooks({ query: { items: 5 }, portal: 'customer', signal }),
    staleTime: 10 * 60_000,
    // After the page has loaded, and never on the server.
    enabled: typeof document !== 'undefined',
  });
  if (!data?.data.length) return null;
  return (
    <nav aria-label={t('footer.books')}>
      <h2>{t('footer.books')}</h2>
      {data.data.map(({ id, title }) => (
        <Link key={id} to={paths.bookViewer.to(id)}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
