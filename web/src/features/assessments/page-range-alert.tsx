import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { testsOptions } from './api.ts';
import type { Place } from './place.ts';
import { weakSectionAt } from './weak-section.ts';

/** The section being read went badly in the pre-test: says so, with its pages. */
export function PageRangeAlert({ place }: { place: Pick<Place, 'bookId' | 'page' | 'records'> }) {
  const { t } = useTranslation('assessments');
  const { data: tests } = useQuery({ ...testsOptions(place.bookId), enabled: place.records });
  const weak = weakSectionAt(place.page, tests ?? []);
  if (!weak) return null;
  return (
    <Alert color="ochre" variant="light" title={t('alert.title')} role="status">
      {t('alert.text', {
        name: weak.name,
        from: weak.section_from,
        to: weak.section_to,
        percent: weak.pre_test_score_percentage,
      })}
    </Alert>
  );
}
