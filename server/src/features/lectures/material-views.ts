import type {
  MaterialKind,
  MaterialList,
  MaterialProgress,
  MaterialSummary,
} from '@vesalius/contract/lectures';
import { playedRatio } from '@vesalius/contract/lectures-played';
import type { Deps } from '../../platform/deps.ts';
import { makeGrant } from '../../platform/grants.ts';
import { materialFolder } from './material-content.ts';
import type { BookFrameRow, MaterialRow, ProgressRow } from './queries.ts';
import { shownRatio } from './shown-parts.ts';

const KINDS: readonly MaterialKind[] = ['video', 'image', 'DICOM'];
const kindOf = (row: MaterialRow): MaterialKind => KINDS[row.type] as MaterialKind;

/** Long enough for an hour's lecture with pauses; the player requests a new grant afterwards. */
export const MATERIAL_GRANT_SECONDS = 2 * 3600;

/** Creates addresses of a material's files, with one grant for its folder. */
export function addressesOf(deps: Deps): (storageKey: string) => string {
  const grants = new Map<string, string>();
  return (storageKey) => {
    const folder = materialFolder(storageKey);
    const grant =
      grants.get(folder) ??
      makeGrant(deps.config.secretKey, folder, deps.clock.now(), MATERIAL_GRANT_SECONDS);
    grants.set(folder, grant);
    return `/files/${storageKey}?grant=${grant}`;
  };
}

/** A list item. Without access it contains no content and no address. */
export function summaryOf(deps: Deps, row: MaterialRow, granted: boolean): MaterialSummary {
  const address = addressesOf(deps);
  const { file, poster, images, series, marks = [] } = row.content;
  const firstFiles = [
    ...(file ? [address(file)] : []),
    ...(images ?? []).map((image) => address(image.file)),
    ...(series ?? []).flatMap(({ files }) => (files[0] ? [address(files[0])] : [])),
  ];
  const still = poster ?? images?.[0]?.thumbnail ?? images?.[0]?.file;
  return {
    id: row.id,
    supplementary_material_id: row.id,
    material_type: kindOf(row),
    material_title: row.title,
    description: granted ? row.description : '',
    diagnosis: granted ? row.diagnosis : '',
    url: granted ? firstFiles : [],
    poster_url: granted && still ? address(still) : null,
    speaker: row.speaker,
    duration_seconds: row.durationSeconds,
    number_of_files:
      (file ? 1 : 0) +
      (images?.length ?? 0) +
      (series ?? []).reduce((sum, { files, frames }) => sum + (frames || files.length), 0),
    marks: granted
      ? marks.map(({ at_seconds, title, page }) => ({ at_seconds, title, page: page ?? null }))
      : [],
    locked: !granted,
    watched: granted && row.watchedAt !== null,
    played_ratio: granted ? ratioOf(row) : 0,
  };
}

/** A chapter is started if one of its materials is watched, and complete if all are. */
export function chaptersOf(book: BookFrameRow, materials: readonly MaterialRow[]): MaterialList['chapters'] {
  return book.chapters.map((chapter) => {
    const own = materials.filter(({ page }) => page >= chapter.first_page && page <= chapter.last_page);
    const watched = own.filter((row) => row.watchedAt !== null).length;
    return { ...chapter, materials: own.length, watched, status: statusOf(own.length, watched) };
  });
}

function statusOf(materials: number, watched: number) {
  if (materials === 0) return 'none' as const;
  if (watched === 0) return 'not_started' as const;
  return watched === materials ? ('complete' as const) : ('started' as const);
}

/** The share that was played or shown. */
const ratioOf = (row: Pick<ProgressRow, 'durationSeconds' | 'played' | 'shown' | 'content'>): number =>
  row.durationSeconds ? playedRatio(row.played, row.durationSeconds) : shownRatio(row.shown, row.content);

export function progressView(row: ProgressRow): MaterialProgress {
  return {
    supplementary_material_id: row.materialId,
    watched: row.watchedAt !== null,
    watched_at: row.watchedAt?.toISOString() ?? null,
    position_seconds: row.positionSeconds,
    played_ratio: ratioOf(row),
  };
}
