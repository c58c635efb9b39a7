import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../../ui/tabs.tsx';
import { QuestionStatistics } from './question-statistics.tsx';
import { SurveyResults } from './survey-results.tsx';

const VIEWS = ['reading', 'questions', 'survey'] as const;

/**
 * How the questions of a book perform, and for its makers how it is read and what its readers say. Which one is open
 * stands in the address.
 */
export function BookResults({
  bookId,
  reading,
}: {
  bookId: string;
  /** How the book is read; null for those who only teach with it: they see the questions alone. */
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
        // The filters of the other one are none of this one's.
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
