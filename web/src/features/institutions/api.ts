import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type {
  CounterReport,
  CounterTitleReport,
  InstitutionsEndpoints,
} from '@vesalius/contract/institutions';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import type { Activity, PeopleOrder } from '@vesalius/contract/people-activity';
import type { ImportResult, LooseRow } from '@vesalius/contract/people-import';
import { clientFor, fetchFile, sendFile } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { usageByMonth } from './usage-by-month.ts';

export const institutionsApi = clientFor<InstitutionsEndpoints>(institutionsCalls);

/** Without an id, the server chooses one, preferably one that the reader manages. */
export const ownInstitutionOptions = (institutionId?: string) =>
  queryOptions({
    queryKey: keyOf('institutions', 'own', institutionId ?? null),
    queryFn: ({ signal }) =>
      institutionsApi.getOwnInstitution({
        query: institutionId ? { institution_id: institutionId } : {},
        signal,
      }),
    // Keeps the select for institutions in place while another one loads.
    placeholderData: keepPreviousData,
  });

/** Institutions without a free seat for the reader; with a book, only those that cover it. */
export const missingSeatsOptions = (viewer: string | undefined, bookId?: string) =>
  queryOptions({
    queryKey: keyOf('institutions', 'missingSeats', viewer ?? null, bookId ?? null),
    queryFn: ({ signal }) =>
      institutionsApi.listMissingSeats({ query: bookId ? { book_id: bookId } : {}, signal }),
    enabled: viewer !== undefined && typeof document !== 'undefined',
  });

/** Ended institutions of the reader; with a book, only those that cover it. */
export const endedInstitutionsOptions = (viewer: string | undefined, bookId?: string) =>
  queryOptions({
    queryKey: keyOf('institutions', 'ended', viewer ?? null, bookId ?? null),
    queryFn: ({ signal }) =>
      institutionsApi.listEndedInstitutions({ query: bookId ? { book_id: bookId } : {}, signal }),
    enabled: viewer !== undefined && typeof document !== 'undefined',
  });

export interface MemberFilter {
  readonly search: string;
  readonly activity: Activity | null;
  readonly order: PeopleOrder;
  readonly page: number;
}
export const membersOptions = (institutionId: string, filter: MemberFilter) =>
  queryOptions({
    queryKey: keyOf('institutions', 'members', institutionId, filter),
    queryFn: ({ signal }) =>
      institutionsApi.listInstitutionMembers({
        query: {
          institution_id: institutionId,
          page: filter.page,
          ...(filter.search ? { search_term: filter.search } : {}),
          ...(filter.activity ? { activity: filter.activity } : {}),
          ...(filter.order === 'name' ? {} : { order: filter.order }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The calls for importing members into this institution. */
export const membersImport = (institutionId: string) => ({
  group: 'members' as const,
  id: institutionId,
  cache: 'institutions' as const,
  add: (
    users: readonly LooseRow[],
    { importId, isDryRun = false }: { importId?: string; isDryRun?: boolean },
  ) =>
    institutionsApi.addInstitutionMembers({
      query: {
        institution_id: institutionId,
        dry_run: isDryRun ? 'true' : 'false',
        ...(importId ? { import_id: importId } : {}),
      },
      body: { institution: { users: [...users] } },
    }),
  tryFile: (file: File, query: Readonly<Record<string, string>>) =>
    sendFile<ImportResult>(`${portal}/institutions/current/members`, {
      field: 'institution[users_file]',
      file,
      query: { institution_id: institutionId, dry_run: 'true', ...query },
    }),
  listImports: (signal: AbortSignal) =>
    institutionsApi.listMemberImports({ query: { institution_id: institutionId }, signal }),
  undo: (importId: string) =>
    institutionsApi.undoMemberImport({ params: { importId }, query: { institution_id: institutionId } }),
});

const portal = PORTAL_PREFIX.customer;

interface ReportSpan {
  readonly institutionId: string;
  readonly begin: string;
  readonly end: string;
}
const reportPath = (
  report: CounterReport,
  { institutionId, begin, end }: ReportSpan,
  format: 'csv' | 'json',
): string =>
  `${portal}/r51/reports/${report}?${new URLSearchParams({
    institution_id: institutionId,
    begin_date: begin,
    end_date: end,
    format,
  })}`;

export const fetchReport = async (report: CounterReport, span: ReportSpan): Promise<Blob> =>
  (await fetchFile(reportPath(report, span, 'csv'))).blob();

/** The reports that have the shown numbers: of uses, and of refused accesses. */
const SHOWN_REPORTS = ['tr_b3', 'tr_b2'] as const;

export const usageOptions = (span: ReportSpan) =>
  queryOptions({
    queryKey: keyOf('institutions', 'usage', span.institutionId, span.begin, span.end),
    queryFn: async () => {
      const answers = SHOWN_REPORTS.map((report) => fetchFile(reportPath(report, span, 'json')));
      return Promise.all((await Promise.all(answers)).map((answer) => answer.json()));
    },
    select: (reports: readonly CounterTitleReport[]) => usageByMonth(reports, span),
  });
