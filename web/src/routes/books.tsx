import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { BookListing } from '../features/catalogue/book-listing.tsx';
import { readFilters } from '../features/catalogue/listing-filters.ts';
import { preloadListing } from '../features/catalogue/preload.ts';
import { ShareData } from '../features/catalogue/share-data.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export const load = ({ queryClient }: AppContext, { request }: LoaderFunctionArgs) =>
  preloadListing(queryClient, new URL(request.url).searchParams);

export default function Books() {
  const { t } = useTranslation('catalogue');
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const title = t(`books.title_${filters.listType === 'assigned' ? 'all' : filters.listType}`);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <ShareData title={title} description={t('books.description')} path="/books" />
      <BookListing filters={filters} />
    </>
  );
}
