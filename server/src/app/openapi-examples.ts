const BOOK_ID = '0197a1b2-3c4d-7e5f-8a6b-9c0d1e2f3a4b';
const NOTE_ID = '0197a1b2-3c4d-7e5f-8a6b-9c0d1e2f3a4c';
const card = {
  id: BOOK_ID,
  title: 'Chest Radiography',
  edition: '2nd edition',
  replaced: null,
  author: 'A. Haddad',
  language: 'en',
  category: { id: '0197a1b2-3c4d-7e5f-8a6b-9c0d1e2f3a4d', name: 'Radiology', name_ar: null },
  price: 189,
  release_date: '2026-02-01',
  cover_photo: '/files/public/covers/0197a1b2/cover.webp',
  cover: { srcset: '', width: 640, height: 900, color: '#0f4c53' },
  number_of_pages: 66,
  is_subscribed: true,
  has_access: true,
  book_progress: { status: 'in_progress', page: 25 },
};
const quote = 'The cardiothoracic ratio is measured on an upright image.';
const rects = [{ x: 0.12, y: 0.34, width: 0.6, height: 0.02 }];

/** A valid request and its answer, by the name of the call. A test checks them against the contract. */
export const EXAMPLES: Readonly<Record<string, { readonly body?: unknown; readonly answer?: unknown }>> = {
  signIn: { body: { email: 'reader@example.com', password: 'Ward-round 7', remember: true } },
  signInCustomer: { body: { email: 'reader@example.com', password: 'Ward-round 7', remember: true } },
  listBooks: { answer: { data: [card], metadata: { count: 1, currentPage: 1, pages: 1 } } },
  getBookPages: {
    answer: {
      book: {
        ...{ id: BOOK_ID, title: card.title, author: card.author },
        ...{ language: 'en', price: 189, number_of_pages: 66, new_version_book: null },
      },
      revision: 3,
      access: {
        ...{ granted: true, is_subscribed: true, records: true, annotates: true },
        ...{ last_page: 66, ended_at: null },
      },
      files: {
        ...{ grant: 'm3k9q2.1u.Zm9vYmFyYmF6', expires_at: '2026-03-01T12:00:00.000Z' },
        runs: [{ first: 1, last: 66, set: `${BOOK_ID}/3`, from: 1 }],
        grants: { [`${BOOK_ID}/3`]: 'm3k9q2.1u.YmF6YmFyZm9v' },
      },
      sizes: [[595, 842, 66]],
      labels: null,
      chapters: [{ id: NOTE_ID, title: 'The normal chest', first_page: 1, last_page: 24 }],
      outline: [{ depth: 0, title: 'The normal chest', page: 1 }],
      progress: { status: 'in_progress', page: 25 },
      reader_name: 'Dana Reader',
    },
  },
  createAnnotation: {
    body: {
      id: NOTE_ID,
      book_id: BOOK_ID,
      note: { pageNumber: 25, quote, text: 'Compare with the lateral view.' },
      color: 'yellow',
      rects,
    },
  },
  submitTest: {
    body: {
      test_id: NOTE_ID,
      test_type: 0,
      answers: [{ question_id: BOOK_ID, test_answer_choice_id: NOTE_ID }],
    },
  },
  assignUsers: {
    body: {
      program: { users: [{ first_name: 'Dana', second_name: 'Reader', email: 'dana@example.com' }] },
    },
  },
};
