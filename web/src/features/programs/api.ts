import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { Activity, PeopleOrder } from '@vesalius/contract/people-activity';
import type { ImportResult, LooseRow } from '@vesalius/contract/people-import';
import type { ProgramsEndpoints } from '@vesalius/contract/programs';
import { programsCalls } from '@vesalius/contract/programs-calls';
import type { StudentState } from '@vesalius/contract/programs-limits';
import { clientFor, sendFile } from '../../lib/api-client.ts';
import { askableId } from '../../lib/known-id.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { Session } from '../../lib/stored-session.ts';

export const programsApi = clientFor<ProgramsEndpoints>(programsCalls);

export const currentProgramsOptions = queryOptions({
  queryKey: keyOf('programs', 'current'),
  queryFn: async ({ signal }) => (await programsApi.listCurrentPrograms({ signal })).data,
  meta: { isOwnPart: true },
});

export const ownProgramsOptions = (session: Session | null) =>
  queryOptions({
    queryKey: keyOf('programs', 'ofStudent', session?.userId),
    queryFn: async ({ signal }) =>
      (await programsApi.listUserPrograms({ params: { userId: session?.userId ?? '' }, signal })).data,
    enabled: session?.role === 'customer',
    meta: { isOwnPart: true },
  });

export interface StudentFilter {
  readonly search: string;
  readonly state: StudentState | null;
  readonly activity: Activity | null;
  readonly order: PeopleOrder;
  readonly page: number;
}
/** One page of the list, by default with the server's page size. */
export const studentsPage = (
  programId: string,
  { search, state, activity, order, page }: StudentFilter,
  { items, signal }: { items?: number; signal?: AbortSignal } = {},
) =>
  programsApi.studentsOverview({
    query: {
      program_id: askableId(programId),
      page,
      ...(items ? { items } : {}),
      ...(search ? { search_term: search } : {}),
      ...(state ? { state } : {}),
      ...(activity ? { activity } : {}),
      ...(order === 'name' ? {} : { order }),
    },
    ...(signal ? { signal } : {}),
  });
export type StudentRows = Awaited<ReturnType<typeof studentsPage>>['data'];
export const studentsOptions = (programId: string, filter: StudentFilter) =>
  queryOptions({
    queryKey: keyOf('programs', 'students', programId, filter),
    queryFn: ({ signal }) => studentsPage(programId, filter, { signal }),
    placeholderData: keepPreviousData,
  });

export const studentProgressOptions = (programId: string, studentId: string) =>
  queryOptions({
    queryKey: keyOf('programs', 'student', programId, studentId),
    queryFn: ({ signal }) => programsApi.getStudentProgress({ params: { id: programId, studentId }, signal }),
  });

/** The calls for importing students. */
export const studentsImport = (programId: string) => ({
  group: 'students' as const,
  id: programId,
  cache: 'programs' as const,
  add: (
    users: readonly LooseRow[],
    { importId, isDryRun = false }: { importId?: string; isDryRun?: boolean },
  ) =>
    programsApi.assignUsers({
      params: { id: programId },
      query: { dry_run: isDryRun ? 'true' : 'false', ...(importId ? { import_id: importId } : {}) },
      body: { program: { users: [...users] } },
    }),
  tryFile: (file: File, query: Readonly<Record<string, string>>) =>
    sendFile<ImportResult>(`${PORTAL_PREFIX.program_director}/programs/${programId}/assign_users`, {
      field: 'program[users_file]',
      file,
      query: { dry_run: 'true', ...query },
    }),
  listImports: (signal: AbortSignal) => programsApi.listImports({ params: { id: programId }, signal }),
  undo: (importId: string) => programsApi.undoImport({ params: { id: programId, importId } }),
});

const COUNTING_POLL_MS = 2000;
export const overviewOptions = (programId: string, bookId: string | null) =>
  queryOptions({
    queryKey: keyOf('programs', 'overview', programId, bookId),
    queryFn: ({ signal }) =>
      programsApi.getProgramOverview({
        params: { id: programId },
        query: bookId ? { book_id: bookId } : {},
        signal,
      }),
    // Polls while the server computes the totals of a large program.
    refetchInterval: ({ state }) => (state.data?.scores?.is_counting ? COUNTING_POLL_MS : false),
    placeholderData: keepPreviousData,
  });
