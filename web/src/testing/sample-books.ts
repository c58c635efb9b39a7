import type { BookCard, BookDetail, Package } from '@vesalius/contract/catalogue';

/** A book as a visitor sees it; tests say what is different. */
export const sampleBook = (more: Partial<BookCard> = {}): BookCard => ({
  id: '0197a000-0000-7000-8000-0000000000b1',
  title: 'The ECG in Practice',
  ...{ edition: '1st edition', replaced: null },
  author: 'Clara Vestergaard',
  language: 'en',
  category: { id: '0197a000-0000-7000-8000-0000000000c1', name: 'Cardiology', name_ar: 'أمراض القلب' },
  price: 189,
  release_date: '2026-09-14',
  cover_photo: '/files/public/covers/abc-640.webp',
  cover: { srcset: '/files/public/covers/abc-160.webp 160w', width: 900, height: 1260, color: '#5e1420' },
  number_of_pages: 60,
  is_subscribed: false,
  has_access: false,
  book_progress: { status: 'not_started', page: 1 },
  ...more,
});

export const sampleBookDetail = (more: Partial<BookDetail> = {}): BookDetail => ({
  ...sampleBook(),
  edition: '1st edition',
  pdf: '/customer_portal/v1/books/1/pages',
  brief: 'One method.\n\nApplied to every tracing.',
  learning_objectives: ['Read every tracing in seven steps.'],
  audience: 'Residents',
  disclosures: null,
  references: ['A reference'],
  isbn_print: null,
  isbn_electronic: null,
  doi: null,
  subjects: [],
  publisher: null,
  review_date: null,
  expiry_date: null,
  front_matter: { first_page: 1, last_page: 3 },
  faculty: [
    { name: 'Tobias Lindqvist', title: 'MD', photo: null, biography: 'Leads a unit.', disclosure: null },
  ],
  senior_editors: [
    { name: 'Henrik Aldous', title: 'Senior Editor', photo: null, biography: null, disclosure: null },
  ],
  book_samples: [{ id: 's1', sample_url: '/files/public/samples/s1.webp' }],
  chapters: [
    {
      id: '0197a000-0000-7000-8000-0000000000d1',
      title: 'The anatomy of a complex',
      first_page: 1,
      last_page: 12,
    },
    { id: '0197a000-0000-7000-8000-0000000000d2', title: 'Seven steps', first_page: 13, last_page: 60 },
  ],
  reading_hours: 6,
  number_of_chapters: 2,
  number_of_lectures: 2,
  number_of_quizzes: 0,
  number_of_tests: 1,
  number_of_authors: 1,
  number_of_speakers: 0,
  has_certificate: true,
  certificate: {
    title: 'Certificate',
    description: 'For reading',
    hours_of_participation: 6,
    credits: 5.5,
    provider: null,
    accreditation_statement: null,
    designation_statement: null,
  },
  accessibility: {
    stated: null,
    known: {
      pages_with_text: 60,
      ...{ videos: 2, captioned_videos: 2, described_videos: 0 },
      ...{ images: 0, images_with_alternative: 0 },
    },
  },
  has_survey: true,
  survey_id: null,
  has_final_test: true,
  paypal_plan_id: null,
  promo_plans: [],
  old_version_book: null,
  new_version_book: null,
  is_withdrawn: false,
  book_progress: {
    status: 'not_started',
    page: 1,
    is_survey_solved: false,
    highlights_and_notes: { notesProgress: 0 },
  },
  records_progress: false,
  subscription_id: null,
  subscription_end_date: null,
  can_cancel_subscription: false,
  sections_results: [],
  ...more,
});

export const samplePackage = (more: Partial<Package> = {}): Package => ({
  id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'The Heart, Complete',
  description: 'Three books.',
  price: 299,
  image_url: null,
  is_subscribed: false,
  price_of_items: 388,
  credit: 0,
  price_to_pay: 299,
  cheaper_singly: null,
  items: [sampleBook(), sampleBook({ id: '0197a000-0000-7000-8000-0000000000b2', title: 'Heart Failure' })],
  ...more,
});

/** A page of a list. */
export const listOf = <Item>(
  data: Item[],
  more: { count?: number; currentPage?: number; pages?: number; more?: boolean } = {},
) => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages: 1, ...more },
});
