import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { WeeklyOffer } from '../features/accounts/weekly-offer.tsx';
import { AssessmentPage } from '../features/assessments/assessment-page.tsx';
import { ReviewSession } from '../features/assessments/review-session.tsx';
import { paths } from '../lib/paths.ts';

/** `/review`: questions that the reader once answered wrong, and own cards, that are due, from all books. */
export default function ReviewPage() {
  const { t } = useTranslation('assessments');
  return (
    <AssessmentPage title={t('review.title')}>
      <ReviewSession
        pageLink={(bookId, page) => paths.bookViewer.to(bookId, page)}
        whenDone={<WeeklyOffer />}
      />
      <p>
        <Link to={paths.cards.to()}>{t('review.cards')}</Link>
      </p>
    </AssessmentPage>
  );
}
