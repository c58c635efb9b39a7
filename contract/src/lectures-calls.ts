import { defineCalls } from './calls.ts';

/** Lectures, images and DICOM studies. Specification, document 2 section 7 "Supplementaries and progress". */
export const lecturesCalls = defineCalls({
  /** Query: book_id. Grouped by page. */
  listBookSupplementaryMaterials: {
    method: 'GET',
    path: '/book_supplementary_materials',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  getSupplementaryMaterial: {
    method: 'GET',
    path: '/book_supplementary_materials/:id',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  updateSupplementaryProgress: {
    method: 'PATCH',
    path: '/books/update_supplementary_progress',
    portals: ['customer'],
  },
  listSupplementaryProgress: {
    method: 'GET',
    path: '/books/list_supplementary_progress',
    portals: ['customer'],
  },
});
