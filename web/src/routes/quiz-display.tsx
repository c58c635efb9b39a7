import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { quizOptions } from '../features/assessments/api.ts';
import { AssessmentPage } from '../features/assessments/assessment-page.tsx';
import { QuizPaper } from '../features/assessments/quiz-paper.tsx';
import { paths } from '../lib/paths.ts';

/** `/quizdisplay/{quizId}/{bookId}/{bookPage}` */
export default function QuizDisplayPage() {
  const { t } = useTranslation('assessments');
  const { quizId = '', bookId: bookIdOfAddress = '', bookPage } = useParams();
  const { data: quiz } = useQuery(quizOptions(quizId));
  // The quiz knows its book. Links go there, even if the address names another book.
  const bookId = quiz?.book_id ?? bookIdOfAddress;
  const page = quiz?.book_page ?? (Number(bookPage) || undefined);
  return (
    <AssessmentPage
      title={quiz?.title ?? t('quiz')}
      eyebrow={page ? `${t('quiz')} · ${t('tests.page', { page })}` : t('quiz')}
      back={paths.bookViewer.to(bookId, page)}
      backLabel={t('backToBook')}
    >
      <QuizPaper quizId={quizId} bookId={bookId} pageLink={(number) => paths.bookViewer.to(bookId, number)} />
    </AssessmentPage>
  );
}
