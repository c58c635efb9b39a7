import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ErrorBody } from '@vesalius/contract/atoms';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { AddMembersResult, CounterReport, InstitutionsEndpoints } from '@vesalius/contract/institutions';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { CallError, clientFor } from '../../lib/api-client.ts';
import { getSession } from '../../lib/session.ts';

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
const headers = () => ({ authorization: `Bearer ${getSession()?.token ?? ''}` });
async function demandOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new CallError(response.status, (await response.json().catch(() => ({}))) as Partial<ErrorBody>);
}

export async function sendMembersFile(file: File): Promise<AddMembersResult> {
  const body = new FormData();
  body.append('institution[users_file]', file, file.name);
  const answer = await fetch(`${portal}/institutions/current/members`, {
    method: 'POST',
    headers: headers(),
    body,
  });
  return (await (await demandOk(answer)).json()) as AddMembersResult;
}

export async function fetchReport(report: CounterReport, begin: string, end: string): Promise<Blob> {
  const query = new URLSearchParams({ begin_date: begin, end_date: end, format: 'csv' });
  const answer = await fetch(`${portal}/r51/reports/${report}?${query}`, { headers: headers() });
  return (await demandOk(answer)).blob();
}
