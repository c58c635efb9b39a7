import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { BookListing } from '../features/catalogue/book-listing.tsx';
import { readFilters } from '../features/catalogue/listing-filters.ts';
import { preloadListing } from '../features/catalogue/preload.ts';
import { ShareData } from '../features/catalogue/share-data.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export const load = ({ queryClient }: AppContext) =>
  preloadListing(queryClient, new URLSearchParams({ listType: 'featured' }));

export default function FeaturedBooks() {
  const { t } = useTranslation('catalogue');
  const [search] = useSearchParams();
  return (
    <>
      <PageTitle>{t('books.title_featured')}</PageTitle>
      <ShareData
        title={t('books.title_featured')}
        description={t('books.description')}
        path="/books/featured"
      />
      <BookListing filters={{ ...readFilters(search), listType: 'featured' }} />
    </>
  );
}
