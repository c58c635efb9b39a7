import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../../ui/tabs.tsx';
import { QuestionStatistics } from './question-statistics.tsx';
import { SurveyResults } from './survey-results.tsx';

const VIEWS = ['reading', 'questions', 'survey'] as const;

/**
 * How a book's questions perform and, for its authors and editors, how it is read and its survey. The selected tab is
 * in the address.
 */
export function BookResults({
  bookId,
  reading,
}: {
  bookId: string;
  /** Reading statistics; null for directors, who see only the questions. */
  reading: ReactNode;
}) {
  const { t } = useTranslation('results');
  const [search, setSearch] = useSearchParams();
  if (reading === null) return <QuestionStatistics bookId={bookId} />;
  const given = search.get('view');
  return (
    <Tabs
      label={t('views')}
      open={VIEWS.find((view) => view === given) ?? 'reading'}
      onOpen={(view) => {
        // Each tab has its own filters.
        const book = search.get('book');
        setSearch({ ...(book ? { book } : {}), view }, { replace: true, preventScrollReset: true });
      }}
      tabs={[
        { name: 'reading', label: t('reading'), content: reading },
        { name: 'questions', label: t('questions'), content: <QuestionStatistics bookId={bookId} /> },
        { name: 'survey', label: t('survey'), content: <SurveyResults bookId={bookId} /> },
      ]}
    />
  );
}
