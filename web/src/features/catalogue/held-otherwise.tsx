import { Text, Title } from '@mantine/core';
import type { OwnBook } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { HeldList } from '../../product/held-list.tsx';

/** Beside subscriptions: books that others give the reader. There is nothing to manage, so they are lines. */
export function HeldOtherwise({ books }: { books: readonly OwnBook[] }) {
  const { t } = useTranslation('catalogue');
  if (books.length === 0) return null;
  const held = books.flatMap(({ id, title, hold, book_progress: { status, page } }) =>
    hold ? [{ id, title, hold, continue_page: status === 'in_progress' ? page : null }] : [],
  );
  return (
    <section>
      <Title order={2} size="h3">
        {t('heldOtherwise.title')}
      </Title>
      <Text c="dimmed" mt={4}>
        {t('heldOtherwise.hint')}
      </Text>
      <HeldList books={held} of={held.length} />
    </section>
  );
}
