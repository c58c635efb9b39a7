import { queryOptions } from '@tanstack/react-query';
import { keyOf } from '../../../lib/query-keys.ts';
import { workFilesApi } from '../api.ts';

export const removalsOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'fileRemovals', id),
    queryFn: ({ signal }) => workFilesApi.listFileRemovals({ params: { id }, signal }),
  });
