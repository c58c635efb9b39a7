/** The columns that name a file of the storage. A test demands that every column whose name ends with `_key` is classified. */
export const FILE_COLUMNS = [
  'books.cover_key',
  'choices.image_key',
  'packages.image_key',
  'programs.photo_key',
  'publishers.logo_key',
  'questions.image_key',
  'questions.justification_image_key',
  'renditions.storage_key',
  'users.image_key',
] as const;
