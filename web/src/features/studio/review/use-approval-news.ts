import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkReview } from '@vesalius/contract/work-review';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';
import { reviewOptions } from './api.ts';

const namesOf = ({ people }: WorkReview): readonly string[] =>
  people.flatMap(({ approval, name }) => (approval?.counts ? [name ?? ''] : []));

/** Who asks for changes that the working copy does not have yet, as far as is known. */
export const askersOf = ({ people }: WorkReview): readonly string[] =>
  people.flatMap(({ changes_asked: asked, name }) => (asked ? [name ?? ''] : []));

/**
 * The review for the desk, refetched after each change. Announces new approvals, and approvals that a change made
 * void.
 */
export function useApprovalNews(workId: string, version: number): WorkReview | undefined {
  const { t } = useTranslation('publishing');
  const client = useQueryClient();
  const { data } = useQuery(reviewOptions(workId));
  const seen = useRef<WorkReview | null>(null);
  useEffect(() => {
    // A review of another version says nothing about this one.
    if (seen.current && seen.current.version !== version)
      void client.invalidateQueries({ queryKey: reviewOptions(workId).queryKey });
  }, [client, workId, version]);
  useEffect(() => {
    if (!data) return;
    const before = seen.current;
    seen.current = data;
    if (!before) return;
    const [had, has] = [namesOf(before), namesOf(data)];
    const given = has.filter((name) => !had.includes(name));
    const lost = had.filter((name) => !has.includes(name));
    const asking = askersOf(data).filter((name) => !askersOf(before).includes(name));
    if (asking.length > 0) notifySuccess(t('asked.news', { names: asking.join(t('comma')) }));
    if (given.length > 0) notifySuccess(t('approval.news', { names: given.join(t('comma')) }));
    if (lost.length > 0 && data.version !== before.version)
      notifyError(t('approval.lost', { names: lost.join(t('comma')) }));
  }, [data, t]);
  return data;
}
