import { notifyManager, type QueryCache, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { VISITOR } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { MissingLine } from './missing-line.tsx';
import { isRefusal } from './use-shown.ts';

/** Of what visitors get where this key asks for the user; null for a key of another feature. */
const visitorsKey = ([group, name, viewer, ...rest]: QueryKey, userId: string): QueryKey | null =>
  group === 'catalogue' && viewer === userId ? [group, name, VISITOR, ...rest] : null;

/** What the page asked for this person and did not get, and what every visitor sees stands in its place. */
const missingIn = (cache: QueryCache, userId: string) =>
  cache.findAll({
    type: 'active',
    predicate: ({ state, meta, queryKey }) => {
      if (state.data !== undefined || isRefusal(state.error)) return false;
      if (state.errorUpdateCount === 0) return false;
      const visitors = visitorsKey(queryKey, userId);
      return (
        meta?.isOwnPart === true ||
        (visitors !== null && cache.find({ queryKey: visitors })?.state.data !== undefined)
      );
    },
  });

/** The page is there as every visitor sees it, their own part of it did not come. */
export default function OwnPartMissing() {
  const { t } = useTranslation('catalogue');
  const userId = useSession()?.userId;
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const state = useSyncExternalStore(
    useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => {
      const queries = userId ? missingIn(cache, userId) : [];
      if (queries.length === 0) return 'complete';
      return queries.some((query) => query.state.fetchStatus === 'fetching') ? 'trying' : 'missing';
    },
    () => 'complete' as const,
  );
  return (
    <div role="status">
      {userId && state !== 'complete' && (
        <MissingLine
          text={t('ownPart.missing')}
          trying={state === 'trying'}
          onRetry={() => {
            for (const { queryKey } of missingIn(cache, userId))
              void client.refetchQueries({ queryKey, exact: true });
          }}
        />
      )}
    </div>
  );
}
