import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StudioEndpoints } from '@vesalius/contract/studio';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { WORK_POLL_MS } from '@vesalius/contract/studio-limits';
import type { WorkFilesEndpoints } from '@vesalius/contract/work-files';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import type { WorkQuestionsEndpoints } from '@vesalius/contract/work-questions';
import { workQuestionsCalls } from '@vesalius/contract/work-questions-calls';
import type { WorkStudiesEndpoints } from '@vesalius/contract/work-studies';
import { workStudiesCalls } from '@vesalius/contract/work-studies-calls';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';

export const studioApi = clientFor<StudioEndpoints>(studioCalls);
export const workQuestionsApi = clientFor<WorkQuestionsEndpoints>(workQuestionsCalls);
export const workFilesApi = clientFor<WorkFilesEndpoints>(workFilesCalls);

export const workStudiesApi = clientFor<WorkStudiesEndpoints>(workStudiesCalls);

export const worksOptions = (query: { page: number; search_term: string | undefined }) =>
  queryOptions({
    queryKey: keyOf('studio', 'works', query),
    queryFn: ({ signal }) => studioApi.listWorks({ query, signal }),
    placeholderData: keepPreviousData,
  });

export const workOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'work', id),
    queryFn: ({ signal }) => studioApi.getWork({ params: { id }, signal }),
  });

/** Grants are valid for half an hour; they are refetched well before that (milliseconds). */
const GRANTS_MS = 15 * 60_000;
/** Grants of videos are valid for two hours. */
const VIDEO_GRANTS_MS = 60 * 60_000;

/** The pages of a PDF of the work; null = it has none. */
export const pagesOptions = (id: string, path: string | null) =>
  queryOptions({
    queryKey: keyOf('studio', 'pages', id, path),
    queryFn: ({ signal }) =>
      workFilesApi.getWorkPages({ params: { id }, query: path === null ? {} : { path }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? WORK_POLL_MS / 2 : GRANTS_MS),
    placeholderData: keepPreviousData,
  });

/** `version`: the version of the working copy whose page numbers are compared. */
export const pageMovesOptions = (id: string, pdf: string, version: number) =>
  queryOptions({
    queryKey: keyOf('studio', 'pageMoves', id, pdf, version),
    queryFn: ({ signal }) => workFilesApi.getPageMoves({ params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? WORK_POLL_MS : false),
  });

/** The videos of a work. Refetched soon while one is being converted. */
export const videosOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'videos', id),
    queryFn: ({ signal }) => workFilesApi.listWorkVideos({ params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.videos.some((video) => video.state === 'preparing') ? WORK_POLL_MS / 2 : VIDEO_GRANTS_MS,
  });

/** Studies that were dropped. Asked again soon while one is being sorted. */
export const arrivingStudiesOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'arrivingStudies', id),
    queryFn: ({ signal }) => workStudiesApi.listWorkStudies({ params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.studies.some((study) => study.state === 'sorting') ? WORK_POLL_MS / 2 : false,
  });

/** `key`: of the material; `fields`: what it says of its files and attributes. Asked again soon while it is being looked at. */
export const studyReportOptions = (id: string, key: string, fields: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'studyReport', id, key, fields),
    queryFn: ({ signal }) => workStudiesApi.getStudyReport({ params: { id, key }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WORK_POLL_MS / 2 : VIDEO_GRANTS_MS),
    placeholderData: keepPreviousData,
  });

/** How long the server caches its counts (milliseconds). */
const STATISTICS_MS = 5 * 60_000;
/** `revision`: the release that readers see; null = none, and there are no answers. */
export const questionStatisticsOptions = (id: string, list: string, revision: number | null) =>
  queryOptions({
    queryKey: keyOf('studio', 'questionStatistics', id, list, revision),
    queryFn: ({ signal }) =>
      workQuestionsApi.getWorkQuestionStatistics({ params: { id }, query: { list }, signal }),
    enabled: revision !== null,
    staleTime: STATISTICS_MS,
  });

/** The captions of one file, which never changes. */
export const captionsOptions = (id: string, path: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'captions', id, path),
    queryFn: ({ signal }) => workFilesApi.getWorkCaptions({ params: { id }, query: { path }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `version` is part of the cache key, because each change adds to the history. */
export const historyOptions = (id: string, page: number, version: number) =>
  queryOptions({
    queryKey: keyOf('studio', 'history', id, page, version),
    queryFn: ({ signal }) => studioApi.listWorkHistory({ params: { id }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
