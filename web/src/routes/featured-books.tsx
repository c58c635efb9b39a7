import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { BookListing } from '../features/catalogue/book-listing.tsx';
import { forRole, readFilters } from '../features/catalogue/listing-filters.ts';
import { preloadListing } from '../features/catalogue/preload.ts';
import { ShareData } from '../features/catalogue/share-data.tsx';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';

export const load = ({ queryClient }: AppContext) =>
  preloadListing(queryClient, new URLSearchParams({ listType: 'featured' }));

export default function FeaturedBooks() {
  const { t } = useTranslation('catalogue');
  const [search] = useSearchParams();
  const filters = forRole({ ...readFilters(search), listType: 'featured' }, useSession()?.role);
  const title = t(filters.listType === 'featured' ? 'books.title_featured' : 'books.title_all');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <ShareData title={title} description={t('books.description')} path="/books/featured" />
      <BookListing filters={filters} />
    </>
  );
}
