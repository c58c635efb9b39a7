import type { SupplementaryGroup } from '@vesalius/contract/lectures';

type Material = SupplementaryGroup['supplementary_materials'][number];

/** The materials of a chapter, in page order. */
export const materialsOf = (
  chapter: { readonly first_page: number; readonly last_page: number },
  groups: readonly SupplementaryGroup[],
): Material[] =>
  groups
    .filter(({ book_page }) => book_page >= chapter.first_page && book_page <= chapter.last_page)
    .flatMap((group) => group.supplementary_materials);

/** Started if any of its materials is watched, complete if all are. */
export function chapterState(
  materials: readonly Pick<Material, 'watched'>[],
): 'none' | 'not_started' | 'started' | 'complete' {
  if (materials.length === 0) return 'none';
  const watched = materials.filter((material) => material.watched).length;
  if (watched === 0) return 'not_started';
  return watched === materials.length ? 'complete' : 'started';
}
