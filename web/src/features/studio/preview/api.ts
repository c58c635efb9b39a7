import { queryOptions } from '@tanstack/react-query';
import type { PreviewReader } from '@vesalius/contract/studio-limits';
import type { WorkPreviewEndpoints } from '@vesalius/contract/work-preview';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { clientFor } from '../../../lib/api-client.ts';
import { keyOf } from '../../../lib/query-keys.ts';

export const previewApi = clientFor<WorkPreviewEndpoints>(workPreviewCalls);

/** The polling interval while the preview is being made (milliseconds). */
const MAKING_MS = 1000;
/** The polling interval of a finished preview: a file that is replaced changes no version (milliseconds). */
const READY_MS = 10_000;

export const previewOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'preview', id),
    queryFn: ({ signal }) => previewApi.getWorkPreview({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? MAKING_MS : READY_MS),
  });

/** `madeAt`: the preview's time; a newer preview is opened again. */
export const openingOptions = (id: string, as: PreviewReader, madeAt: string) =>
  queryOptions({
    queryKey: keyOf('studio', 'opening', id, as, madeAt),
    queryFn: () => previewApi.openWorkPreview({ params: { id }, body: { as } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
