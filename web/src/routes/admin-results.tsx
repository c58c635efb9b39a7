import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { bookChoices } from '../features/admin/api.ts';
import { BookResults } from '../features/assessments/results/book-results.tsx';
import { BookLife } from '../features/book-life/book-life.tsx';
import { SearchSelect } from '../ui/search-choice.tsx';

/** `/admin/results?book={id}`: the results of any book. */
export default function AdminResultsPage() {
  const { t } = useTranslation('results');
  const [search, setSearch] = useSearchParams();
  const book = search.get('book');
  const view = search.get('view');
  const choose = (id: string | null) =>
    setSearch({ ...(id ? { book: id } : {}), ...(view ? { view } : {}) }, { replace: true });
  return (
    <AdminFrame title={t('title')}>
      <Title order={1} size="h2" mb="md">
        {t('title')}
      </Title>
      <div style={{ maxWidth: 480, marginBottom: 24 }}>
        <SearchSelect label={t('chooseBook')} source={bookChoices} value={book} onChange={choose} />
      </div>
      {book ? (
        <BookResults key={book} bookId={book} reading={<BookLife bookId={book} />} />
      ) : (
        <Text c="dimmed">{t('chooseBookHint')}</Text>
      )}
    </AdminFrame>
  );
}
