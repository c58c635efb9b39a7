import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ProgramsEndpoints } from '@vesalius/contract/programs';
import { programsCalls } from '@vesalius/contract/programs-calls';
import type { StudentState } from '@vesalius/contract/programs-limits';
import { clientFor } from '../../lib/api-client.ts';
import type { Session } from '../../lib/session.ts';

export const programsApi = clientFor<ProgramsEndpoints>(programsCalls);

export const currentProgramsOptions = queryOptions({
  queryKey: ['programs', 'current'],
  queryFn: async ({ signal }) => (await programsApi.listCurrentPrograms({ signal })).data,
  meta: { isOwnPart: true },
});

export const ownProgramsOptions = (session: Session | null) =>
  queryOptions({
    queryKey: ['programs', 'own', session?.userId],
    queryFn: async ({ signal }) =>
      (await programsApi.listUserPrograms({ params: { userId: session?.userId ?? '' }, signal })).data,
    enabled: session?.role === 'customer',
    meta: { isOwnPart: true },
  });

export interface StudentFilter {
  readonly search: string;
  readonly state: StudentState | null;
  readonly page: number;
}
export const studentsKey = (programId: string) => ['programs', programId, 'students'] as const;
export const studentsOptions = (programId: string, { search, state, page }: StudentFilter) =>
  queryOptions({
    queryKey: [...studentsKey(programId), search, state, page],
    queryFn: ({ signal }) =>
      programsApi.studentsOverview({
        query: {
          program_id: programId,
          page,
          ...(search ? { search_term: search } : {}),
          ...(state ? { state } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const studentProgressOptions = (programId: string, studentId: string) =>
  queryOptions({
    queryKey: ['programs', programId, 'student', studentId],
    queryFn: ({ signal }) => programsApi.getStudentProgress({ params: { id: programId, studentId }, signal }),
  });

export const importsKey = (programId: string) => ['programs', programId, 'imports'] as const;
export const importsOptions = (programId: string) =>
  queryOptions({
    queryKey: importsKey(programId),
    queryFn: async ({ signal }) =>
      (await programsApi.listImports({ params: { id: programId }, signal })).data,
  });

export const overviewKey = (programId: string) => ['programs', programId, 'overview'] as const;
const COUNTING_POLL_MS = 2000;
export const overviewOptions = (programId: string, bookId: string | null) =>
  queryOptions({
    queryKey: [...overviewKey(programId), bookId],
    queryFn: ({ signal }) =>
      programsApi.getProgramOverview({
        params: { id: programId },
        query: bookId ? { book_id: bookId } : {},
        signal,
      }),
    // Newer sums of a large program are there as soon as the server has counted them.
    refetchInterval: ({ state }) => (state.data?.scores?.is_counting ? COUNTING_POLL_MS : false),
    placeholderData: keepPreviousData,
  });
