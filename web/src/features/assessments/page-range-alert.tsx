import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { testsOptions } from './api.ts';
import type { Place } from './place.ts';
import { weakSectionAt } from './weak-section.ts';

/** The section being read went badly in the pre-test: says so, and leads to where it begins. */
export function PageRangeAlert({ place }: { place: Pick<Place, 'bookId' | 'page' | 'records' | 'goTo'> }) {
  const { t } = useTranslation('assessments');
  const { data: tests } = useQuery({ ...testsOptions(place.bookId), enabled: place.records });
  const weak = weakSectionAt(place.page, tests ?? []);
  if (!weak) return null;
  const { section_from: from } = weak;
  return (
    <Alert color="ochre" variant="light" title={t('alert.title')} role="status">
      {t(from === weak.section_to ? 'alert.textOne' : 'alert.text', {
        name: weak.name,
        from,
        to: weak.section_to,
        percent: weak.pre_test_score_percentage,
      })}{' '}
      {place.page !== from && (
        <Anchor component="button" type="button" inherit onClick={() => place.goTo(from)}>
          {t('alert.begin', { from })}
        </Anchor>
      )}
    </Alert>
  );
}
