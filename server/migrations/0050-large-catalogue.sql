-- Lists and search that take as long in ten thousand books and five million pages as in a hundredth of that.

-- The form in which names are compared, kept: otherwise each row that an index only suspects has its accents removed
-- again at every search.
alter table books
  add column plain_title text not null generated always as (plain_text(title)) stored,
  add column plain_author text not null generated always as (plain_text(author)) stored;
alter table chapters add column plain_title text not null generated always as (plain_text(title)) stored;

drop index books_title_trigrams, books_author_trigrams, chapters_title_trigrams;
create index books_title_trigrams on books using gin (plain_title gin_trgm_ops) where published_at is not null;
create index books_author_trigrams on books using gin (plain_author gin_trgm_ops) where published_at is not null;
create index chapters_title_trigrams on chapters using gin (plain_title gin_trgm_ops);

-- "Which titles begin so?" in the order of the titles, so that the shortest comes first; "how many books has this author?"
create index books_title_begins on books (plain_title text_pattern_ops) where published_at is not null;
create index books_author_begins on books (plain_author text_pattern_ops) where published_at is not null;

-- How many books the shop or a category has: counted from the index alone.
create index books_published on books (category_id, published_at) where published_at is not null;

-- Every 32nd page of each book (PAGE_SAMPLE_EVERY): a word that stands on many of them is too common to read the list of
-- all its pages, and the best of these pages and of the previews are as good. A thirty-second of the whole index.
create index book_pages_sample_search on book_pages using gin (search_vector) where page_number % 32 = 0;
