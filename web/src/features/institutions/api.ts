import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { AddMembersResult, CounterReport, InstitutionsEndpoints } from '@vesalius/contract/institutions';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { clientFor, fetchFile } from '../../lib/api-client.ts';

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

/* Files in and out, which the typed client, made for JSON, does not carry. */
const portal = PORTAL_PREFIX.customer;

export async function sendMembersFile(file: File): Promise<AddMembersResult> {
  const body = new FormData();
  body.append('institution[users_file]', file, file.name);
  const answer = await fetchFile(`${portal}/institutions/current/members`, { method: 'POST', body });
  return (await answer.json()) as AddMembersResult;
}

export async function fetchReport(report: CounterReport, begin: string, end: string): Promise<Blob> {
  const query = new URLSearchParams({ begin_date: begin, end_date: end, format: 'csv' });
  return (await fetchFile(`${portal}/r51/reports/${report}?${query}`)).blob();
}
