import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccountsEndpoints } from '@vesalius/contract/accounts';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { ErrorBody } from '@vesalius/contract/atoms';
import type { DiscussionsEndpoints } from '@vesalius/contract/discussions';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import type { Program, ProgramsEndpoints } from '@vesalius/contract/programs';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { CallError, clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { Session } from '../../lib/session.ts';

export const discussionsApi = clientFor<DiscussionsEndpoints>(discussionsCalls);
const programsApi = clientFor<ProgramsEndpoints>(programsCalls);
const accountsApi = clientFor<AccountsEndpoints>(accountsCalls);

export const topicsOptions = (programId: string, search: string, page: number) =>
  queryOptions({
    queryKey: keyOf('discussions', 'topics', programId, search, page),
    queryFn: ({ signal }) =>
      discussionsApi.listTopics({
        params: { id: programId },
        query: { page, ...(search ? { search_term: search } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: programId !== '',
  });

export const topicOptions = (programId: string, topicId: string) =>
  queryOptions({
    queryKey: keyOf('discussions', 'topic', topicId),
    queryFn: ({ signal }) => discussionsApi.getTopic({ params: { id: programId, topicId }, signal }),
  });
export const digestOptions = queryOptions({
  queryKey: keyOf('discussions', 'digest'),
  queryFn: ({ signal }) => discussionsApi.getDigestChoice({ signal }),
});

/** The programs in which one takes part, with their books: what topics belong to and may point at. */
export const ownProgramsOptions = (session: Session | null) => {
  const isDirector = session?.role === 'program_director';
  return queryOptions({
    queryKey: isDirector ? keyOf('programs', 'current') : keyOf('programs', 'ofStudent', session?.userId),
    queryFn: async ({ signal }): Promise<Program[]> =>
      (isDirector
        ? await programsApi.listCurrentPrograms({ signal })
        : await programsApi.listUserPrograms({ params: { userId: session?.userId ?? '' }, signal })
      ).data,
    enabled: session !== null,
  });
};

/** Asks for a place, puts the picture there, and answers with the link to show it by. */
export async function uploadTopicImage(file: File): Promise<string> {
  const { upload_url: url } = await accountsApi.createUpload({
    body: { purpose: 'topic_image', content_type: file.type as 'image/jpeg' | 'image/png', size: file.size },
  });
  const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': file.type }, body: file });
  const body = (await answer.json()) as { link: string } & Partial<ErrorBody>;
  if (!answer.ok) throw new CallError(answer.status, body);
  return body.link;
}
