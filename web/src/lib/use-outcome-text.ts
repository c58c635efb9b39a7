import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LostAnswer } from './api-client.ts';
import { errorText } from './error-text.ts';

/**
 * The error text of an act on money or access. If its answer was lost, the text says that the outcome is unknown, and the
 * queries under `changed` (by default all) are refetched: now, and when the component that acted leaves the screen,
 * because the connection may still be gone now. `isOnce`: the same act again is not done twice.
 */
export function useOutcomeText(
  changed?: QueryKey,
  { isOnce = false }: { isOnce?: boolean | undefined } = {},
): (error: unknown) => Promise<string> {
  const { t, i18n } = useTranslation('shell');
  const queryClient = useQueryClient();
  const refetch = useRef<() => void>(undefined);
  useEffect(() => () => refetch.current?.(), []);
  return async (error) => {
    if (!(error instanceof LostAnswer)) return errorText(error, i18n.language);
    refetch.current = () => void queryClient.invalidateQueries(changed ? { queryKey: changed } : {});
    refetch.current();
    return t(isOnce ? 'state.unansweredOnce' : 'state.unanswered');
  };
}
