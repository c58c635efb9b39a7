import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../lib/paths.ts';
import { EmptyState } from '../ui/states.tsx';
import { FinalTestScreen } from './final-test.tsx';

/** `/FinalTestScore?bookId=`: the result of the last attempt at a book's final test. */
export default function FinalTestScorePage() {
  const { t } = useTranslation('assessments');
  const [search] = useSearchParams();
  const bookId = search.get('bookId');
  if (bookId) return <FinalTestScreen bookId={bookId} mode="result" testViewMode="ViewScore" />;
  return (
    <div className="page">
      <EmptyState
        title={t('finalTest.noScore')}
        hint={t('finalTest.noScoreHint')}
        action={
          <Button component={Link} to={paths.myBooks.to()} mt="sm">
            {t('finalTest.toMyBooks')}
          </Button>
        }
      />
    </div>
  );
}
