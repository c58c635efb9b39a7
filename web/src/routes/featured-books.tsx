import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { BookListing } from '../features/catalogue/book-listing.tsx';
import { readFilters } from '../features/catalogue/listing-filters.ts';
import { PageTitle } from '../ui/page-title.tsx';

export default function FeaturedBooks() {
  const { t } = useTranslation('catalogue');
  const [search] = useSearchParams();
  return (
    <>
      <PageTitle>{t('books.title_featured')}</PageTitle>
      <BookListing filters={{ ...readFilters(search), listType: 'featured' }} />
    </>
  );
}
