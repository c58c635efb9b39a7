import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { testsOptions } from './api.ts';
import { LineAction, PageLine } from './page-line.tsx';
import type { Place } from './place.ts';
import { usePutAway } from './put-away.ts';
import { weakSectionAt } from './weak-section.ts';

/** A notice that the reader's last test of this section went badly, with a link to its first page. */
export function PageRangeAlert({ place }: { place: Pick<Place, 'bookId' | 'page' | 'records' | 'goTo'> }) {
  const { t } = useTranslation('assessments');
  const { data: tests } = useQuery({ ...testsOptions(place.bookId), enabled: place.records });
  const putAway = usePutAway();
  const weak = weakSectionAt(place.page, tests ?? []);
  if (!weak) return null;
  const { section_from: from, section_to: to } = weak;
  const name = `section ${place.bookId} ${from} ${weak.name}`;
  if (putAway.has(name)) return null;
  const isPost = weak.post_test_score_percentage !== null;
  const test = t(isPost ? 'postTest' : 'preTest');
  return (
    <PageLine>
      <span>
        {t(from === to ? 'alert.textOne' : 'alert.text', {
          name: weak.name,
          from,
          to,
          percent: weak.percentage,
          test,
        })}
      </span>
      {place.page !== from && (
        <LineAction onClick={() => place.goTo(from)}>{t('alert.begin', { from })}</LineAction>
      )}
      <LineAction onClick={() => putAway.add(name)}>{t('alert.hide')}</LineAction>
    </PageLine>
  );
}
