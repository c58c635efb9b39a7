import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../../ui/tabs.tsx';
import { QuestionStatistics } from './question-statistics.tsx';
import { SurveyResults } from './survey-results.tsx';

const VIEWS = ['questions', 'survey'] as const;

/** How the questions of a book perform, and for its makers what its readers say. Which one is open stands in the address. */
export function BookResults({ bookId, hasSurvey }: { bookId: string; hasSurvey: boolean }) {
  const { t } = useTranslation('results');
  const [search, setSearch] = useSearchParams();
  if (!hasSurvey) return <QuestionStatistics bookId={bookId} />;
  const given = search.get('view');
  return (
    <Tabs
      label={t('views')}
      open={VIEWS.find((view) => view === given) ?? 'questions'}
      onOpen={(view) => {
        // The filters of the other one are none of this one's.
        const book = search.get('book');
        setSearch({ ...(book ? { book } : {}), view }, { replace: true, preventScrollReset: true });
      }}
      tabs={[
        { name: 'questions', label: t('questions'), content: <QuestionStatistics bookId={bookId} /> },
        { name: 'survey', label: t('survey'), content: <SurveyResults bookId={bookId} /> },
      ]}
    />
  );
}
