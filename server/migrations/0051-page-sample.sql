-- The sample of pages for very common words, thinner and from every book: of each book the pages whose number, divided by
-- 128, leaves what the last byte of the book's id leaves. Short books are in it as often as their length deserves.
drop index book_pages_sample_search;
create index book_pages_sample_search on book_pages using gin (search_vector)
  where get_byte(uuid_send(book_id), 15) % 128 = page_number % 128;
