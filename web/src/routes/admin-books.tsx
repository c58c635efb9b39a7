import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { BooksList } from '../features/admin/books-list.tsx';

export default function AdminBooksPage() {
  const { t } = useTranslation('listings');
  return (
    <AdminFrame title={t('book.books')}>
      <Title order={1} size="h2" mb="md">
        {t('book.books')}
      </Title>
      <BooksList />
    </AdminFrame>
  );
}
