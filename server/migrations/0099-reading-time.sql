-- The pages that were shown are what the browser says. When the server first heard of a reader in a book is its own.

alter table book_progress add column first_stored_at timestamptz;
comment on column book_progress.first_stored_at is
  'When the first place arrived, by the server''s clock: a book is completed by no more pages than there was time for since then. '
  'Null: before this was kept, when any number counts';
