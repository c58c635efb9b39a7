import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WorkReleasesEndpoints } from '@vesalius/contract/work-releases';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { clientFor } from '../../../lib/api-client.ts';
import { keyOf } from '../../../lib/query-keys.ts';

export const releasesApi = clientFor<WorkReleasesEndpoints>(workReleasesCalls);

/** The polling interval while files are prepared (milliseconds). */
const WAITING_MS = 5000;

/** `version`: the version of the working copy that was checked. */
export const checkListOptions = (id: string, version: number) =>
  queryOptions({
    queryKey: keyOf('studio', 'checkList', id, version),
    queryFn: ({ signal }) => releasesApi.getWorkCheckList({ params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.findings.some(({ kind }) => kind === 'waiting') ? WAITING_MS : false,
  });

/** `stamp` identifies the compared content: the version of the working copy, and the release that readers see. */
export const comparisonOptions = (id: string, query: { from?: number; to?: number }, stamp: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'comparison', id, query, stamp),
    queryFn: ({ signal }) => releasesApi.compareWork({ params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && !state.data.pages ? WAITING_MS : false),
  });

/** `stamp` is part of the cache key, because each publication changes the list. */
export const releasesOptions = (id: string, page: number, stamp: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'releases', id, page, stamp),
    queryFn: ({ signal }) => releasesApi.listReleases({ params: { id }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

/** `stamp`: as for the comparison. */
export const saleEffectsOptions = (id: string, stamp: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'saleEffects', id, stamp),
    queryFn: ({ signal }) => releasesApi.getSaleEffects({ params: { id }, signal }),
  });

/** The polling interval while a job regrades (milliseconds). */
const GRADING_MS = 3000;
/** `stamp`: the release that readers see. */
export const regradingOptions = (id: string, stamp: string, isGrading: boolean) =>
  queryOptions({
    queryKey: keyOf('studio', 'regrading', id, stamp),
    queryFn: ({ signal }) => releasesApi.getRegrading({ params: { id }, signal }),
    refetchInterval: ({ state }) =>
      isGrading && state.data && state.data.number_of_answers > 0 ? GRADING_MS : false,
  });
