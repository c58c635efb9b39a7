import { notifyManager, type QueryCache, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { VISITOR } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { MissingLine } from './missing-line.tsx';
import { isRefusal } from './use-shown.ts';

/** The visitor's query key for a user's key; null for a key of another feature. */
const visitorsKey = ([group, name, viewer, ...rest]: QueryKey, userId: string): QueryKey | null =>
  group === 'catalogue' && viewer === userId ? [group, name, VISITOR, ...rest] : null;

/** The user's queries that failed while the visitor's response is shown instead. */
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

/** Says that the page shows what every visitor sees, because the user's own part failed to load. */
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
