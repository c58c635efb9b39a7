import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { AssessmentPage } from '../features/assessments/assessment-page.tsx';
import { BookResults } from '../features/assessments/results/book-results.tsx';
import { BookLife } from '../features/book-life/book-life.tsx';
import { bookQuery } from '../features/catalogue/api.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

/** `/book-results/{id}`: how the questions perform; for authors and editors also reading statistics and reviews. */
export default function BookResultsPage() {
  const { t } = useTranslation(['results', 'assessments']);
  const { id = '' } = useParams();
  const session = useSession();
  const { data: book } = useQuery(bookQuery(session, id));
  return (
    <AssessmentPage
      title={t('title')}
      eyebrow={book?.title}
      back={paths.bookViewer.to(id)}
      backLabel={t('assessments:backToBook')}
      wide
      actions={
        <Button component={Link} to={paths.allTests.to(id)} variant="default">
          {t('assessments:tests.tests')}
        </Button>
      }
    >
      <BookResults
        bookId={id}
        reading={session?.role === 'program_director' ? null : <BookLife bookId={id} />}
      />
    </AssessmentPage>
  );
}
