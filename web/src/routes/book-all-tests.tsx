import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { AssessmentPage } from '../features/assessments/assessment-page.tsx';
import { TestsPanel } from '../features/assessments/tests-panel.tsx';
import { bookQuery } from '../features/catalogue/api.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useCertificateRequirements } from './use-certificate-requirements.ts';

/** `/book-all-tests/{id}`: "Course Tests". For authors, editors and directors it links to the results. */
export default function BookAllTestsPage() {
  const { t } = useTranslation('assessments');
  const { id = '' } = useParams();
  const session = useSession();
  const { data: book } = useQuery(bookQuery(session, id));
  const requirements = useCertificateRequirements(id);
  return (
    <AssessmentPage
      title={t('tests.title')}
      eyebrow={book?.title}
      back={paths.bookViewer.to(id)}
      backLabel={t('backToBook')}
      wide
      actions={
        <>
          <Button component={Link} to={paths.lectures.to(id)} variant="default">
            {t('tests.lectures')}
          </Button>
          <Button component={Link} to={paths.allTests.to(id)} variant="light" aria-current="page">
            {t('tests.tests')}
          </Button>
          {session && session.role !== 'customer' && session.role !== 'staff' && (
            <Button component={Link} to={`${paths.bookResults.to(id)}?view=questions`} variant="default">
              {t('tests.results')}
            </Button>
          )}
        </>
      }
    >
      <TestsPanel
        bookId={id}
        certificateRequires={requirements?.mandatory_tests}
        links={{
          test: (testId, turn) => paths.testDisplay.to(testId, turn === 'pre' ? 0 : 1, id),
          quiz: (quizId, page) => paths.quizDisplay.to(quizId, id, page),
          finalTest: paths.finalTest.to('take', id, 'take'),
        }}
      />
    </AssessmentPage>
  );
}
