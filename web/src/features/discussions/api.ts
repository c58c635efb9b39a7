import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DiscussionsEndpoints } from '@vesalius/contract/discussions';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import type { Program, ProgramsEndpoints } from '@vesalius/contract/programs';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { Session } from '../../lib/stored-session.ts';

export const discussionsApi = clientFor<DiscussionsEndpoints>(discussionsCalls);
const programsApi = clientFor<ProgramsEndpoints>(programsCalls);

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

/** The user's programs with their books: topics belong to a program and may link to its books. */
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
