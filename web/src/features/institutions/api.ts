import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { CounterReport, InstitutionsEndpoints } from '@vesalius/contract/institutions';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import type { ImportResult, LooseRow } from '@vesalius/contract/people-import';
import { clientFor, fetchFile, sendFile } from '../../lib/api-client.ts';

export const institutionsApi = clientFor<InstitutionsEndpoints>(institutionsCalls);

export const ownInstitutionOptions = queryOptions({
  queryKey: ['institution'],
  queryFn: ({ signal }) => institutionsApi.getOwnInstitution({ signal }),
});

export const membersKey = ['institution', 'members'] as const;
export const membersOptions = (search: string, page: number) =>
  queryOptions({
    queryKey: [...membersKey, search, page],
    queryFn: ({ signal }) =>
      institutionsApi.listInstitutionMembers({
        query: { page, ...(search ? { search_term: search } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The calls behind the screen that imports people. */
export const membersImport = {
  group: 'members' as const,
  key: ownInstitutionOptions.queryKey,
  add: (
    users: readonly LooseRow[],
    { importId, isDryRun = false }: { importId?: string; isDryRun?: boolean },
  ) =>
    institutionsApi.addInstitutionMembers({
      query: { dry_run: isDryRun ? 'true' : 'false', ...(importId ? { import_id: importId } : {}) },
      body: { institution: { users: [...users] } },
    }),
  tryFile: (file: File, columns: Readonly<Record<string, string>>) =>
    sendFile<ImportResult>(`${portal}/institutions/current/members`, {
      field: 'institution[users_file]',
      file,
      query: { dry_run: 'true', ...columns },
    }),
  listImports: (signal: AbortSignal) => institutionsApi.listMemberImports({ signal }),
  undo: (importId: string) => institutionsApi.undoMemberImport({ params: { importId } }),
};

const portal = PORTAL_PREFIX.customer;

export async function fetchReport(report: CounterReport, begin: string, end: string): Promise<Blob> {
  const query = new URLSearchParams({ begin_date: begin, end_date: end, format: 'csv' });
  return (await fetchFile(`${portal}/r51/reports/${report}?${query}`)).blob();
}
