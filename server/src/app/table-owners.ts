/**
 * Who writes which table: one feature each, or the platform. Everybody else calls the owner's use cases, or registers what
 * follows from its events (`account-reactions.ts`), so that state and what hangs on it (a renewal, a letter, a seat) change
 * together. Checked by `table-owners.test.ts`.
 */
export const TABLE_OWNERS = {
  'features/accounts': [
    'countries',
    'known_devices',
    'one_time_tokens',
    'people_import_addresses',
    'people_imports',
    'professions',
    'recovery_codes',
    'second_factors',
    'sessions',
    'used_nonces',
    'users',
  ],
  'features/admin': ['institution_books', 'institution_domains', 'institutions'],
  'features/assessments': [
    'answer_drafts',
    'attempt_answers',
    'attempt_papers',
    'attempts',
    'review_cards',
    'survey_answers',
    'survey_responses',
  ],
  'features/certificates': ['certificates'],
  'features/commerce': [
    'invoice_numbers',
    'invoices',
    'orders',
    'payments',
    'paypal_plans',
    'promo_codes',
    'promo_redemptions',
    'provider_events',
    'reconciliation_differences',
    'reconciliation_runs',
    'refunds',
    'stored_cards',
    'subscriptions',
  ],
  'features/discussions': ['comments', 'discussion_digests', 'topics'],
  'features/institutions': [
    'institution_freed_seats',
    'institution_members',
    'institution_removed_members',
    'institution_usage',
  ],
  'features/lectures': ['material_progress'],
  'features/programs': [
    'program_assignments',
    'program_book_scores',
    'program_directors',
    'program_removed_students',
    'program_students',
  ],
  'features/publishing': [
    'book_assignments',
    'book_imports',
    'book_pages',
    'books',
    'categories',
    'chapters',
    'choices',
    'final_tests',
    'materials',
    'outline_entries',
    'package_books',
    'packages',
    'program_books',
    'programs',
    'questions',
    'quizzes',
    'search_words',
    'specialties',
    'survey_choices',
    'survey_questions',
    'surveys',
    'test_sections',
    'tests',
  ],
  'features/reader': ['annotations', 'book_progress', 'shown_pages'],
  'features/support': ['support_messages'],
  platform: [
    'audit_log',
    'jobs',
    'kept_mails',
    'schema_checksums',
    'schema_migrations',
    'schema_migrations_lock',
    'throttles',
    'upload_claims',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Files that write a table of another owner, and why. */
export const WRITES_ELSEWHERE: Readonly<Record<string, { tables: readonly string[]; because: string }>> = {
  'platform/session.ts': {
    tables: ['sessions'],
    because: 'every call by a token notes when the session was last seen, at most once a minute',
  },
  'features/commerce/staff/price-queries.ts': {
    tables: ['books', 'packages'],
    because:
      'a price is a column of what is published; publishing stands above commerce and cannot be called from it',
  },
  'app/demo-institution.ts': {
    tables: [
      'institution_books',
      'institution_domains',
      'institution_members',
      'institution_usage',
      'institutions',
    ],
    because: 'the demo shows a year that did not happen',
  },
  'app/demo-program-queries.ts': {
    tables: ['attempt_answers', 'attempts', 'book_progress', 'program_students'],
    because: 'the demo shows a year that did not happen',
  },
  'app/demo-queries.ts': {
    tables: ['one_time_tokens', 'program_directors', 'programs', 'promo_codes', 'sessions', 'users'],
    because: 'the people and codes of the demo come and go with it',
  },
};
