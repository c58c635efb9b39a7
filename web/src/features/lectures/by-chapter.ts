import type { MaterialKind, MaterialList, MaterialSummary } from '@vesalius/contract/lectures';

type Chapter = MaterialList['chapters'][number];
export interface ChapterGroup {
  readonly id: string;
  /** Null: pages outside of all chapters. */
  readonly chapter: Chapter | null;
  /** One of the chapter's materials was begun, of any kind. */
  readonly isBegun: boolean;
  readonly materials: readonly { readonly material: MaterialSummary; readonly page: number }[];
}

/** The list by chapters, in page order; for one kind, only chapters that have it. */
export function byChapter({ chapters, data }: MaterialList, kind: MaterialKind | null): ChapterGroup[] {
  const all = data.flatMap((group) =>
    group.supplementary_materials.map((material) => ({ material, page: group.book_page })),
  );
  const lines = all.filter(({ material }) => kind === null || material.material_type === kind);
  const covered = ({ first_page, last_page }: Chapter, page: number) =>
    page >= first_page && page <= last_page;
  const groups = chapters.map((chapter) => ({
    id: chapter.id,
    chapter,
    isBegun: all.some(({ material, page }) => covered(chapter, page) && material.played_ratio > 0),
    materials: lines.filter(({ page }) => covered(chapter, page)),
  }));
  const others = lines.filter(({ page }) => !chapters.some((chapter) => covered(chapter, page)));
  return [...groups, { id: 'others', chapter: null, isBegun: false, materials: others }].filter(
    ({ chapter, materials }) => materials.length > 0 || (chapter !== null && kind === null),
  );
}
