import type { Material, MaterialList, MaterialSummary } from '@vesalius/contract/lectures';

export const BOOK = { id: '0197a000-0000-7000-8000-0000000000b0', title: 'The ECG in Practice' };
export const idOf = (number: number) => `0197a000-0000-7000-8000-00000000000${number}`;

export function summaryOf(fields: Partial<MaterialSummary> = {}): MaterialSummary {
  const id = fields.id ?? idOf(1);
  return {
    id,
    supplementary_material_id: id,
    material_type: 'video',
    material_title: 'Conduction',
    description: 'From the sinus node on.',
    diagnosis: '',
    url: ['/files/lecture.mp4?grant=x'],
    poster_url: null,
    speaker: null,
    duration_seconds: 754,
    number_of_files: 1,
    marks: [],
    locked: false,
    watched: false,
    played_ratio: 0,
    ...fields,
  };
}

export function materialOf(fields: Partial<Material> = {}): Material {
  return {
    ...summaryOf(fields),
    book: BOOK,
    book_page: 11,
    records: true,
    expires_at: '2026-03-01T11:00:00.000Z',
    video: null,
    images: [],
    series: [],
    previous: null,
    next: { id: idOf(2), material_title: 'The twelve leads', book_page: 19 },
    ...fields,
  };
}

export const VIDEO: NonNullable<Material['video']> = {
  url: '/files/lecture.mp4?grant=x',
  stream_url: null,
  poster_url: null,
  width: 1280,
  height: 720,
  captions: [
    { language: 'en', url: '/files/en.vtt?grant=x' },
    { language: 'ar', url: '/files/ar.vtt?grant=x' },
  ],
  descriptions: [],
  position_seconds: 0,
  played: [],
};

export function listOf(
  materials: readonly MaterialSummary[],
  more: Partial<MaterialList> = {},
): MaterialList {
  return {
    book: BOOK,
    access: { granted: true, records: true },
    chapters: [
      {
        id: idOf(8),
        title: 'The normal ECG',
        first_page: 1,
        last_page: 20,
        materials: 1,
        watched: 0,
        status: 'not_started',
      },
      {
        id: idOf(9),
        title: 'Arrhythmias',
        first_page: 21,
        last_page: 40,
        materials: 0,
        watched: 0,
        status: 'none',
      },
    ],
    data: materials.map((material) => ({ book_page: 11, supplementary_materials: [material] })),
    metadata: { count: materials.length, currentPage: 1, pages: 1 },
    ...more,
  };
}
