import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AssessmentPage } from '../features/assessments/assessment-page.tsx';
import { CardsList } from '../features/assessments/cards/cards-list.tsx';
import { paths } from '../lib/paths.ts';

/** `/cards`: the cards that the reader made of highlights. */
export default function CardsPage() {
  const { t } = useTranslation('cards');
  return (
    <AssessmentPage title={t('title')} back={paths.review.to()} backLabel={t('toReview')}>
      <CardsList
        review={paths.review.to()}
        pageLink={(bookId, page) => paths.bookViewer.to(bookId, page)}
        notebook={<Link to={paths.notebook.to()}>{t('toNotebook')}</Link>}
      />
    </AssessmentPage>
  );
}
