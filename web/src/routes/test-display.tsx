import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { testOptions } from '../features/assessments/api.ts';
import { AssessmentPage } from '../features/assessments/assessment-page.tsx';
import { TestPaper } from '../features/assessments/test-paper.tsx';
import { paths } from '../lib/paths.ts';

/** `/testdisplay/{testId}/{0 pre or 1 post}/{bookId}`, and the same for authors and programs. */
export default function TestDisplayPage() {
  const { t } = useTranslation('assessments');
  const { testId = '', testType, bookId: asked = '' } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const turn = testType === '1' ? 'post' : 'pre';
  const { data: test } = useQuery(testOptions(testId, turn));
  // The test knows its book; the address may name another one.
  const bookId = test?.book_id ?? asked;
  const page = turn === 'pre' ? test?.pre_page : test?.post_page;
  return (
    <AssessmentPage
      title={test?.title ?? t('test')}
      eyebrow={t(turn === 'pre' ? 'preTest' : 'postTest')}
      back={paths.bookViewer.to(bookId, page)}
      backLabel={t('backToBook')}
    >
      <TestPaper
        testId={testId}
        turn={turn}
        bookId={bookId}
        pageLink={(number) => paths.bookViewer.to(bookId, number)}
        // Replaces 1 by 0 in the current address, in any of its spellings.
        onTakePreTest={() => void navigate(pathname.replace(/\/1(\/[^/]+)$/, '/0$1'))}
      />
    </AssessmentPage>
  );
}
