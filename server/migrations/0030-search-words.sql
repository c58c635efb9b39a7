-- Search in the text of large libraries.

-- Visitors find what the previews hold, however long the books are: pages 1 to 15 (PREVIEW_LAST_PAGE) have an index of
-- their own, a thirtieth of the whole one.
create index book_pages_preview_search on book_pages using gin (search_vector) where page_number <= 15;

-- Every word that stands in some book, folded as in search_vector: what a mistyped word may have meant. Filled when a
-- book is imported; words of books that are gone stay and find nothing.
create table search_words (word text primary key);
insert into search_words (word)
  select distinct w.word from book_pages p, unnest(tsvector_to_array(p.search_vector)) as w (word)
  where length(w.word) between 4 and 40 and w.word !~ '[0-9]';
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
