-- The shop is filtered by language: "en" finds books in "en" and "en-GB".
create index books_base_language on books (split_part(lower(language), '-', 1), release_date desc, id)
  where published_at is not null;
