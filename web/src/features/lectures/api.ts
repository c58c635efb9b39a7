import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  LecturesEndpoints,
  Material,
  MaterialList,
  MaterialProgress,
} from '@vesalius/contract/lectures';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import type { PlayedRange } from '@vesalius/contract/lectures-played';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf, viewerOf } from '../../lib/query-keys.ts';
import { getSession } from '../../lib/session.ts';

const client = clientFor<LecturesEndpoints>(lecturesCalls);
const viewer = () => viewerOf(getSession());

export const materialListQuery = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('lectures', 'ofBook', viewer(), bookId),
    queryFn: ({ signal }) => client.listBookSupplementaryMaterials({ query: { book_id: bookId }, signal }),
  });

export const materialQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('lectures', 'material', viewer(), id),
    queryFn: ({ signal }) => client.getSupplementaryMaterial({ params: { id }, signal }),
    // New addresses would interrupt a viewer in use; it requests them when the old ones have expired.
    staleTime: 3_600_000,
  });

export interface ProgressReport {
  readonly played?: readonly PlayedRange[];
  readonly shown?: readonly { readonly series: string; readonly numbers: readonly number[] }[];
  readonly position_seconds?: number;
}

export function sendProgress(
  material: Pick<Material, 'id' | 'book'>,
  report: ProgressReport,
): Promise<MaterialProgress> {
  const { played = [], shown = [], ...rest } = report;
  return client.updateSupplementaryProgress({
    body: {
      book_id: material.book.id,
      supplementary_material_id: material.id,
      played: played.map(([from, to]) => [from, to] as [number, number]),
      shown: shown.map(({ series, numbers }) => ({ series, numbers: [...numbers] })),
      ...rest,
    },
  });
}

/** Writes new progress of a material into all cached screens: the material, the list, the chapters. */
export function applyProgress(queryClient: QueryClient, bookId: string, progress: MaterialProgress): void {
  const { supplementary_material_id: id, watched, played_ratio, position_seconds } = progress;
  queryClient.setQueryData(keyOf('lectures', 'material', viewer(), id), (before) =>
    before
      ? {
          ...before,
          watched,
          played_ratio,
          video: before.video && { ...before.video, position_seconds },
        }
      : before,
  );
  queryClient.setQueryData(keyOf('lectures', 'ofBook', viewer(), bookId), (before) =>
    before ? withProgress(before, id, { watched, played_ratio }) : before,
  );
}

function withProgress(
  list: MaterialList,
  id: string,
  change: { watched: boolean; played_ratio: number },
): MaterialList {
  const data = list.data.map((group) => ({
    ...group,
    supplementary_materials: group.supplementary_materials.map((material) =>
      material.id === id ? { ...material, ...change } : material,
    ),
  }));
  const chapters = list.chapters.map((chapter) => {
    const watched = data
      .filter(({ book_page: page }) => page >= chapter.first_page && page <= chapter.last_page)
      .flatMap((group) => group.supplementary_materials)
      .filter((material) => material.watched).length;
    const status = watched === 0 ? ('not_started' as const) : ('started' as const);
    return {
      ...chapter,
      watched,
      status:
        chapter.materials === 0
          ? ('none' as const)
          : watched === chapter.materials
            ? ('complete' as const)
            : status,
    };
  });
  return { ...list, data, chapters };
}
