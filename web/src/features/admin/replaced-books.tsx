import { Alert } from '@mantine/core';
import type { Institution } from '@vesalius/contract/admin-institutions';
import { useTranslation } from 'react-i18next';
import { ReplacedNote } from '../../product/edition-note.tsx';
import classes from './admin.module.css';

/** Covered books with a newer edition, which is not covered automatically. */
export function ReplacedBooks({ books }: { books: Institution['books'] }) {
  const { t } = useTranslation('admin');
  const replaced = books.flatMap(({ id, title, replaced: by }) => (by ? [{ id, title, by }] : []));
  if (replaced.length === 0) return null;
  return (
    <Alert color="oxblood" variant="light" p="sm">
      {t('institution.replaced')}
      <ul className={classes.replaced}>
        {replaced.map(({ id, title, by }) => (
          <li key={id}>
            <bdi>{title}</bdi>: <ReplacedNote replaced={by} whose="terms" />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
